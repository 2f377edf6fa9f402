/** What the farm derives for looking and cutting: `TENANT/steps/STEP/ATTEMPT/NAME.EXT`. */
const DERIVED = /\/steps\/[^/]+\/\d+\/(?:proxy|poster|filmstrip|peaks|subtitles-\d+)\.[a-z0-9]+$/;

/**
 * The object that a link leads to, whatever it was signed with; null for all that is not kept on
 * a device: originals, masters and exports. A key carries its attempt (C8), so the bytes below one
 * identity never change.
 */
export function mediaIdentity(address: string): string | null {
  const { origin, pathname } = new URL(address);
  return DERIVED.test(pathname) ? `${origin}${pathname}` : null;
}

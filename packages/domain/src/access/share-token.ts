/** Public links: an unguessable token that can be revoked and may expire (M5). */

/** 22 URL-safe characters carry 132 bits. */
const FORMAT = /^[A-Za-z0-9_-]{22,100}$/;

export function isShareToken(text: string): boolean {
  return FORMAT.test(text);
}

/** A link is gone once it was revoked, or from the very moment it expires. */
export function isShareGone(
  share: { readonly revokedAtMs: number | null; readonly expiresAtMs: number | null },
  nowMs: number,
): boolean {
  return share.revokedAtMs !== null || (share.expiresAtMs !== null && share.expiresAtMs <= nowMs);
}

/** How a media element is led back to the clock: by its rate first, by a seek only when far off. */
export type DriftFix =
  | { readonly kind: "rate"; readonly playbackRate: number }
  | { readonly kind: "seek" };

/** Closer than this nobody sees it, and every change of rate is a risk of its own. */
const CLOSE_S = 0.02;
/** Further than this catching up would take longer than seeking. */
const FAR_S = 0.5;
const STRONGEST = 0.15;

/**
 * What to do with an element that is `aheadS` seconds before the clock and should run at
 * `speed`. A change of at most 15 % is caught up within about a second.
 */
export function driftFix(aheadS: number, speed: number): DriftFix {
  if (Math.abs(aheadS) > FAR_S * Math.max(1, speed)) return { kind: "seek" };
  if (Math.abs(aheadS) <= CLOSE_S) return { kind: "rate", playbackRate: speed };
  const share = Math.min(STRONGEST, Math.max(-STRONGEST, (2 * aheadS) / speed));
  return { kind: "rate", playbackRate: speed * (1 - share) };
}

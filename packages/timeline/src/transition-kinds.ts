/** Every way in which one clip may give way to the next. */
const DIRECTIONS = ["left", "right", "up", "down"] as const;
const CORNERS = ["top-left", "top-right", "bottom-left", "bottom-right"] as const;
type Direction = (typeof DIRECTIONS)[number];
type Corner = (typeof CORNERS)[number];

/**
 * - `crossfade`: one dissolves into the other; `dip-to-*`: over a colour.
 * - `push-*`: the next picture pushes the old one out, towards the named side.
 * - `wipe-*` and `soft-*`: an edge, hard or soft, moves towards the named side.
 * - `corner-*`: a rectangle shrinks into the named corner; `diagonal-*`: a soft curve does.
 * - `iris-*`: a circle; `clock`: a hand; `doors-*` and `shutter-*`: from or to the middle.
 * - `slices-*`: bands, one after another.
 */
export const TRANSITION_KINDS = [
  "crossfade",
  "dip-to-black",
  "dip-to-white",
  ...DIRECTIONS.map((side): `push-${Direction}` => `push-${side}`),
  ...DIRECTIONS.map((side): `wipe-${Direction}` => `wipe-${side}`),
  ...DIRECTIONS.map((side): `soft-${Direction}` => `soft-${side}`),
  ...CORNERS.map((corner): `corner-${Corner}` => `corner-${corner}`),
  ...CORNERS.map((corner): `diagonal-${Corner}` => `diagonal-${corner}`),
  ...DIRECTIONS.map((side): `slices-${Direction}` => `slices-${side}`),
  "iris-open",
  "iris-close",
  "clock",
  "doors-open",
  "doors-close",
  "shutter-open",
  "shutter-close",
] as const;
export type TransitionKind = (typeof TRANSITION_KINDS)[number];

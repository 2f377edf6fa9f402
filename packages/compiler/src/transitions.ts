/**
 * What a transition does to its two pictures. A crossfade and a dip are ramps of opacity
 * (envelope.ts), a push is a movement; every other kind is a mask that uncovers the right
 * picture. Graph and live canvas both read this file.
 */
import type { TransitionKind } from "@cutroom/timeline";

/** A pixel of the frame: its corner is `u` from the left edge and `v` from the top, in [0, 1). */
export interface FramePoint {
  readonly u: number;
  readonly v: number;
  /** Its own sides: from the right edge FFmpeg goes by its other corner. */
  readonly du: number;
  readonly dv: number;
  /** Frame width over height. */
  readonly aspect: number;
}

/** `rest` falls from 1 (the left picture alone) to 0. Gives how much of the right one shows. */
type Share = (point: FramePoint, rest: number) => number;

interface Mask {
  /** FFmpeg's name of the same shape (libavfilter/vf_xfade.c of 5.1). */
  readonly xfade: string;
  readonly share: Share;
}

function smooth(value: number, from = 0, to = 1): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

type Distance = (point: FramePoint) => number;

const hard = (shows: (point: FramePoint, rest: number) => boolean, xfade: string): Mask => ({
  xfade,
  share: (point, rest) => (shows(point, rest) ? 1 : 0),
});
const soft = (distance: Distance, xfade: string): Mask => ({
  xfade,
  share: (point, rest) => smooth(1 + distance(point) - 2 * rest),
});
/** More than a share of the frame is off by: where a band begins, it has begun. */
const ROUNDING = 1e-6;
const bands = (distance: Distance, xfade: string): Mask =>
  hard((point, rest) => {
    const at = distance(point);
    return smooth(at - 1.5 * rest, -0.5, 0) > (10 * at + ROUNDING) % 1;
  }, xfade);

const fromLeft: Distance = ({ u }) => u;
const fromRight: Distance = ({ u, du }) => 1 - u - du;
const fromTop: Distance = ({ v }) => v;
const fromBottom: Distance = ({ v, dv }) => 1 - v - dv;
const radius: Distance = ({ u, v, aspect }) =>
  Math.hypot((u - 0.5) * aspect, v - 0.5) / Math.hypot(aspect / 2, 0.5);
const angle: Distance = ({ u, v, aspect }) => Math.atan2((u - 0.5) * aspect, v - 0.5);

const MASKS = {
  "wipe-left": hard(({ u }, rest) => u > rest, "wipeleft"),
  "wipe-right": hard(({ u }, rest) => u <= 1 - rest, "wiperight"),
  "wipe-up": hard(({ v }, rest) => v > rest, "wipeup"),
  "wipe-down": hard(({ v }, rest) => v <= 1 - rest, "wipedown"),
  "soft-left": soft(fromLeft, "smoothleft"),
  "soft-right": soft(fromRight, "smoothright"),
  "soft-up": soft(fromTop, "smoothup"),
  "soft-down": soft(fromBottom, "smoothdown"),
  "corner-top-left": hard(({ u, v }, rest) => u > rest || v > rest, "wipetl"),
  "corner-top-right": hard(({ u, v }, rest) => u <= 1 - rest || v > rest, "wipetr"),
  "corner-bottom-left": hard(({ u, v }, rest) => u > rest || v <= 1 - rest, "wipebl"),
  "corner-bottom-right": hard(({ u, v }, rest) => u <= 1 - rest || v <= 1 - rest, "wipebr"),
  "diagonal-top-left": soft(({ u, v }) => u * v, "diagtl"),
  "diagonal-top-right": soft(({ u, v }) => (1 - u) * v, "diagtr"),
  "diagonal-bottom-left": soft(({ u, v }) => u * (1 - v), "diagbl"),
  "diagonal-bottom-right": soft(({ u, v }) => (1 - u) * (1 - v), "diagbr"),
  "slices-left": bands(fromLeft, "hlslice"),
  "slices-right": bands(fromRight, "hrslice"),
  "slices-up": bands(fromTop, "vuslice"),
  "slices-down": bands(fromBottom, "vdslice"),
  "iris-open": {
    xfade: "circleopen",
    share: (point, rest) => 1 - smooth(radius(point) + 3 * (rest - 0.5)),
  },
  "iris-close": {
    xfade: "circleclose",
    share: (point, rest) => smooth(radius(point) + 3 * (0.5 - rest)),
  },
  clock: {
    xfade: "radial",
    share: (point, rest) => smooth(angle(point) - 2.5 * Math.PI * (rest - 0.5)),
  },
  "doors-open": soft(({ u }) => 1 - Math.abs(2 * u - 1), "vertopen"),
  "doors-close": soft(({ u }) => Math.abs(2 * u - 1), "vertclose"),
  "shutter-open": soft(({ v }) => 1 - Math.abs(2 * v - 1), "horzopen"),
  "shutter-close": soft(({ v }) => Math.abs(2 * v - 1), "horzclose"),
} satisfies Partial<Record<TransitionKind, Mask>>;
export type MaskKind = keyof typeof MASKS;

const PUSHES = {
  "push-left": [-1, 0],
  "push-right": [1, 0],
  "push-up": [0, -1],
  "push-down": [0, 1],
} satisfies Partial<Record<TransitionKind, readonly [number, number]>>;
export type PushKind = keyof typeof PUSHES;

const DIPS = { "dip-to-black": "#000000", "dip-to-white": "#ffffff" } satisfies Partial<
  Record<TransitionKind, string>
>;
export type DipKind = keyof typeof DIPS;

export function isMask(kind: TransitionKind): kind is MaskKind {
  return kind in MASKS;
}

export function isPush(kind: TransitionKind): kind is PushKind {
  return kind in PUSHES;
}

export function isDip(kind: TransitionKind): kind is DipKind {
  return kind in DIPS;
}

export function dipColour(kind: DipKind): string {
  return DIPS[kind];
}

export function xfadeOf(kind: MaskKind): string {
  return MASKS[kind].xfade;
}

/**
 * How much of the right picture shows at a point, 0 to 1, when `done` of the transition
 * (0 to 1) has passed.
 */
export function revealedShare(kind: MaskKind, point: FramePoint, done: number): number {
  return MASKS[kind].share(point, 1 - done);
}

/** Where a push moves things to: unit steps to the right and down. */
export function pushDirection(kind: PushKind): { readonly x: number; readonly y: number } {
  const [x, y] = PUSHES[kind];
  return { x, y };
}

/**
 * How far a push has come on frame `index` of `frameCount`, in pixels of a frame side of
 * `length`: even, because 4:2:0 has no odd ones. The graph's expression is `pushExpression`.
 */
export function pushedPx(length: number, index: number, frameCount: number): number {
  const done = Math.min(frameCount, Math.max(0, index));
  return 2 * Math.floor((length * done) / (2 * frameCount));
}

/** `pushedPx` as FFmpeg evaluates it, `index` being an expression. */
export function pushExpression(length: number, index: string, frameCount: number): string {
  return `2*floor(${length}*clip(${index},0,${frameCount})/${2 * frameCount})`;
}

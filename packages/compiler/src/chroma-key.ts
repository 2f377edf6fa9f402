/** A colour that becomes clear; graph and live canvas both work it out from BT.709 chroma. */
import type { PictureLook } from "@cutroom/timeline";

export interface PlanKey {
  /** Chroma of the colour, limited range, whole numbers. */
  readonly cb: number;
  readonly cr: number;
  /** Up to this distance of chroma it is clear. */
  readonly near: number;
  /** And over so much more it comes back. */
  readonly soft: number;
}

/** Distances at the ends of the scales: greens of a lit screen lie within 60 of one another. */
const NEAR_REACH = 110;
const SOFT_REACH = 90;
/** Squares of distances are kept in eighths of a byte's range. */
export const SQUARE_UNIT = 32;

/** Chroma of 8-bit colours, BT.709 limited. */
export function chromaOf(red: number, green: number, blue: number): { cb: number; cr: number } {
  return {
    cb: 128 - 0.100644 * red - 0.338572 * green + 0.439216 * blue,
    cr: 128 + 0.439216 * red - 0.398942 * green - 0.040274 * blue,
  };
}

export function keyOf(look: PictureLook | undefined): PlanKey | null {
  const colour = look?.keyColour ?? null;
  if (colour === null) return null;
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const { cb, cr } = chromaOf(channel(1), channel(3), channel(5));
  return {
    cb: Math.round(cb),
    cr: Math.round(cr),
    near: Math.round(NEAR_REACH * (look?.keySimilarity ?? 0)),
    soft: Math.max(1, Math.round(SOFT_REACH * (look?.keySmoothness ?? 0))),
  };
}

/** How much is left, 0 to 1, of what has this chroma. The graph's tables say the same. */
export function keyedShare({ cb, cr, near, soft }: PlanKey, atCb: number, atCr: number): number {
  const square = (from: number) => Math.min(255, (from * from) / SQUARE_UNIT);
  const sum = Math.min(255, square(atCb - cb) + square(atCr - cr));
  return Math.min(1, Math.max(0, (Math.sqrt(SQUARE_UNIT * sum) - near) / soft));
}

/**
 * Film grain without chance: one sheet of noise, worked out from places alone, that lies elsewhere
 * on every frame of its picture. So it is the same in every engine, every segment and on the live canvas.
 */

export interface PlanGrain {
  /** How far a level may be moved, of 255. */
  readonly amount: number;
  /** Pixels between grains; what lies between is smooth. */
  readonly cellPx: number;
}

/** The amount at full strength. */
export const FULL_GRAIN = 48;
/** Of the frame's height. */
const CELL_SHARE = 1 / 540;
/** How far the sheet reaches beyond the picture, pixels: it lies up to so far aside. */
const REACH = 128;
/** The largest prime below two bytes: squares of what is left stay exact. */
const PRIME = 65_521;

export function grainOf(strength: number, frameHeight: number): PlanGrain {
  const cellPx = Math.max(1, Math.round(frameHeight * CELL_SHARE));
  return { amount: Math.round(FULL_GRAIN * strength), cellPx };
}

/** The sheet for a picture of this size: its own points, and pixels when it is laid on. */
export function grainSheet({ cellPx }: PlanGrain, width: number, height: number) {
  const points = (side: number) => Math.ceil((side + REACH) / cellPx);
  const [columns, rows] = [points(width), points(height)];
  return { columns, rows, width: columns * cellPx, height: rows * cellPx };
}

/**
 * Where the picture's corner lies on the sheet at its frame `frame`: on even pixels, because the
 * sheet's colour has half as many. `grainPlace` says the same.
 */
export function grainOffset(frame: number): { x: number; y: number } {
  const at = (square: number, plain: number) =>
    2 * ((frame * frame * square + frame * plain) % (REACH / 2));
  return { x: at(37, 101), y: at(53, 83) };
}

/** `grainOffset` as FFmpeg works it out of an expression for the frame. */
export function grainPlace(frame: string): { x: string; y: string } {
  const at = (square: number, plain: number) =>
    `2*mod((${frame})*(${frame})*${square}+(${frame})*${plain},${REACH / 2})`;
  return { x: at(37, 101), y: at(53, 83) };
}

/** The sheet's level at one of its points, about 128. */
export function grainLevel({ amount }: PlanGrain, x: number, y: number): number {
  const first = (x * 7919 + y * 104_729 + 1) % PRIME;
  const second = (first * first + x * 31 + y * 17) % PRIME;
  const third = (second * second + x * 57 + y * 113) % PRIME;
  return Math.floor(128.5 + amount * ((second + third) / PRIME - 1));
}

/** `grainLevel` as an expression of X and Y. */
export function grainExpression({ amount }: PlanGrain): string {
  const first = `mod(X*7919+Y*104729+1,${PRIME})`;
  const second = `mod(${first}*${first}+X*31+Y*17,${PRIME})`;
  const third = `mod(${second}*${second}+X*57+Y*113,${PRIME})`;
  return `floor(128.5+${amount}*((${second}+${third})/${PRIME}-1))`;
}

/** Final Cut Pro's times: a rational number of seconds, as `1001/30000s`. */
import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import type { Flicks, Rate } from "@cutroom/timeline";

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** Exact, in lowest terms. */
export function seconds(time: Flicks): string {
  const divisor = commonDivisor(Math.abs(time), FLICKS_PER_SECOND);
  const denominator = FLICKS_PER_SECOND / divisor;
  return denominator === 1 ? `${time / divisor}s` : `${time / divisor}/${denominator}s`;
}

/** The length of a frame, with the denominator that programs look for: `100/3000s` is not it. */
export function frameDuration({ n, d }: Rate): string {
  return `${d}/${n}s`;
}

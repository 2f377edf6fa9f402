/**
 * Which source frame an output frame shows, in exact integers. The graph and the live
 * compositor both come here, so they cannot disagree.
 *
 * Half a flick is added to every source time: rates whose frame is not a whole number of
 * flicks store their boundaries rounded, and a boundary rounded down still means its frame.
 */
import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import type { Rate } from "@cutroom/timeline";

export interface SourceRun {
  /** Output frame at which the picture reads `sourceStart`. */
  readonly startFrame: number;
  readonly sourceStart: number;
  readonly speed: Rate;
}

interface SourceGrid {
  readonly rate: Rate;
  readonly frameCount: number;
}

function floorDiv(a: bigint, b: bigint): bigint {
  const q = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q;
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return -floorDiv(-a, b);
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

/** Terms of: source frame = floor((offset + i * perOutput) / perSource), i from startFrame. */
function terms(run: SourceRun, source: SourceGrid, outputRate: Rate) {
  const flick = BigInt(FLICKS_PER_SECOND);
  const [rn, rd] = [BigInt(source.rate.n), BigInt(source.rate.d)];
  const [on, od] = [BigInt(outputRate.n), BigInt(outputRate.d)];
  const [sn, sd] = [BigInt(run.speed.n), BigInt(run.speed.d)];
  return {
    perSource: 2n * flick * rd * on * sd,
    perOutput: 2n * flick * od * sn * rn,
    offset: (2n * BigInt(run.sourceStart) + 1n) * on * sd * rn,
  };
}

/** The source frame at output frame `frame`, held at both ends of the source. */
export function sourceFrameAt(
  run: SourceRun,
  source: SourceGrid,
  outputRate: Rate,
  frame: number,
): number {
  const { perSource, perOutput, offset } = terms(run, source, outputRate);
  const raw = Number(floorDiv(offset + BigInt(frame - run.startFrame) * perOutput, perSource));
  return Math.min(source.frameCount - 1, Math.max(0, raw));
}

export interface SourceWindow {
  /** First source frame to decode, and how many from there. */
  readonly firstSource: number;
  readonly sourceCount: number;
  /**
   * Decoded frame N is shown from output frame ceil((N * step.n + offset) / step.d) of the
   * window on, until the next one is. Small enough for exact doubles.
   */
  readonly step: Rate;
  readonly offset: number;
}

/** What to decode for output frames [fromFrame, toFrame), and when each frame is shown. */
export function sourceWindow(
  run: SourceRun,
  source: SourceGrid,
  outputRate: Rate,
  window: { readonly fromFrame: number; readonly toFrame: number },
): SourceWindow {
  const { perSource, perOutput, offset } = terms(run, source, outputRate);
  const firstSource = sourceFrameAt(run, source, outputRate, window.fromFrame);
  const lastSource = sourceFrameAt(run, source, outputRate, window.toFrame - 1);
  const lead = BigInt(window.fromFrame - run.startFrame);
  const start = BigInt(firstSource) * perSource - offset - lead * perOutput;
  const divisor = gcd(perSource, perOutput);
  return {
    firstSource,
    sourceCount: lastSource - firstSource + 1,
    step: { n: Number(perSource / divisor), d: Number(perOutput / divisor) },
    offset: Number(ceilDiv(start, divisor)),
  };
}

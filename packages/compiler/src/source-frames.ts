/**
 * Which source frame an output frame shows, in exact integers. The graph and the live
 * compositor both come here, so they cannot disagree.
 *
 * Half a flick is added to every source time: rates whose frame is not a whole number of
 * flicks store their boundaries rounded, and a boundary rounded down still means its frame.
 */
import { FLICKS_PER_SECOND, floorDiv, sourceElapsed } from "@cutroom/timeline";
import type { Rate, SpeedKnot } from "@cutroom/timeline";

export interface SourceRun {
  /** Output frame at which the picture reads `sourceStart`. */
  readonly startFrame: number;
  readonly sourceStart: number;
  /** 0: one frame is held. */
  readonly speed: Rate;
  readonly ramp?: readonly SpeedKnot[];
  readonly reversed?: true;
}

export interface SourceGrid {
  readonly rate: Rate;
  readonly frameCount: number;
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

/**
 * The frame of a run with a ramp or backwards, before it is held at the source's ends. Backwards,
 * a frame shows what lies before its end, so that it is the mirror of the same run forwards.
 */
function pacedFrame(run: SourceRun, source: SourceGrid, outputRate: Rate, frame: number): bigint {
  const flick = BigInt(FLICKS_PER_SECOND);
  const frames = BigInt(frame - run.startFrame + (run.reversed ? 1 : 0));
  const at = { n: frames * flick * BigInt(outputRate.d), d: BigInt(outputRate.n) };
  const elapsed = sourceElapsed(run, at);
  const from = (2n * BigInt(run.sourceStart) + 1n) * elapsed.d;
  const time = run.reversed ? from - 2n * elapsed.n : from + 2n * elapsed.n;
  return floorDiv(time * BigInt(source.rate.n), 2n * elapsed.d * flick * BigInt(source.rate.d));
}

/** The source frame at output frame `frame`, held at both ends of the source. */
export function sourceFrameAt(
  run: SourceRun,
  source: SourceGrid,
  outputRate: Rate,
  frame: number,
): number {
  const held = (raw: bigint) => Math.min(source.frameCount - 1, Math.max(0, Number(raw)));
  if (run.ramp !== undefined || run.reversed) {
    return held(pacedFrame(run, source, outputRate, frame));
  }
  const { perSource, perOutput, offset } = terms(run, source, outputRate);
  return held(floorDiv(offset + BigInt(frame - run.startFrame) * perOutput, perSource));
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

/** OpenTimelineIO's effects of time: speeds are floats there and exact here. */
import { MAX_SPEED, MIN_SPEED } from "@cutroom/timeline";
import type { MediaClip, Rate } from "@cutroom/timeline";
import type { NoteBook } from "../import-result.ts";
import { fractionOf, meanSpeed } from "../pace.ts";
import type { ClipItem } from "./shape.ts";

/** How a clip runs; what is absent is false. */
export interface Run {
  readonly speed: Rate;
  readonly reversed?: true;
  readonly frozen?: true;
}

const NORMAL: Run = { speed: { n: 1, d: 1 } };

/** Backwards is a negative speed; a held frame is an effect of its own. */
export function timeEffects(clip: MediaClip) {
  const base = { name: "", metadata: {}, enabled: true };
  if (clip.frozen === true) {
    const effect = { effect_name: "FreezeFrame", time_scalar: 0 };
    return [{ OTIO_SCHEMA: "FreezeFrame.1", ...base, ...effect }];
  }
  const { n, d } = meanSpeed(clip);
  if (n === d && clip.reversed !== true) return [];
  const scalar = (clip.reversed === true ? -n : n) / d;
  const effect = { effect_name: "LinearTimeWarp", time_scalar: scalar };
  return [{ OTIO_SCHEMA: "LinearTimeWarp.1", ...base, ...effect }];
}

/**
 * How a clip runs; `own` is what we wrote beside it. Other effects of time are noted, and the
 * clip runs at normal speed.
 */
export function runOf(item: ClipItem, own: MediaClip | null, notes: NoteBook): Run {
  const warps = (item.effects ?? []).filter((one) => /TimeWarp|FreezeFrame/.test(one.OTIO_SCHEMA));
  const [warp] = warps;
  if (warp === undefined) return own === null ? NORMAL : unwarped(own);
  if (warps.length === 1 && warp.OTIO_SCHEMA.startsWith("FreezeFrame")) {
    return { speed: own?.speed ?? NORMAL.speed, frozen: true };
  }
  const scalar = warp.time_scalar ?? 0;
  const size = Math.abs(scalar);
  const known = warp.OTIO_SCHEMA.startsWith("LinearTimeWarp") && warps.length === 1;
  if (!known || size < MIN_SPEED || size > MAX_SPEED) {
    notes.note("retimed");
    return NORMAL;
  }
  const mean = own && meanSpeed(own);
  const speed = own && mean && mean.n / mean.d === size ? own.speed : fractionOf(size);
  return scalar < 0 ? { speed, reversed: true } : { speed };
}

/** A ramp whose mean is 1 has no effect in the file. */
function unwarped(own: MediaClip): Run {
  const mean = meanSpeed(own);
  return mean.n === mean.d ? { speed: own.speed } : NORMAL;
}

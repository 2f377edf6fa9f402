/** Ramps by name, fitted to a clip: each begins and ends with the clip that it makes. */
import type { MediaClip } from "./document.ts";
import { frameLength, wholeFrames } from "./frames.ts";
import { EASES } from "./keys.ts";
import type { Key } from "./keys.ts";
import { pacedSourceSpan, paceOf, timelineSpan } from "./source.ts";
import { sourceElapsed, speedKnots } from "./speed-ramp.ts";
import type { Rate } from "./time.ts";

export const RAMP_NAMES = ["ease-in", "ease-out", "bullet", "montage"] as const;
export type RampName = (typeof RAMP_NAMES)[number];

/** Speeds in per cent, by shares of the clip's time. */
const SHAPES: Readonly<Record<RampName, readonly (readonly [share: number, percent: number])[]>> = {
  "ease-in": [
    [0, 40],
    [1, 200],
  ],
  "ease-out": [
    [0, 200],
    [1, 40],
  ],
  bullet: [
    [0, 250],
    [0.3, 250],
    [0.4, 30],
    [0.6, 30],
    [0.7, 250],
  ],
  montage: [
    [0, 300],
    [0.25, 60],
    [0.5, 300],
    [0.75, 60],
    [1, 300],
  ],
};

function shaped(name: RampName, length: number, fps: Rate): Key[] {
  return SHAPES[name].map(([share, value]) => ({
    at: wholeFrames(share * length, fps),
    value,
    ease: EASES["ease-in-out"],
  }));
}

/**
 * The speed keys of a ramp for `clip`, on frames, over as long as its stretch of source lasts
 * under that ramp. A clip too short for the shape gets fewer keys, at least one.
 */
export function rampPreset(name: RampName, clip: MediaClip, fps: Rate): Key[] {
  const plain = timelineSpan(pacedSourceSpan(clip.duration, paceOf(clip)), clip.speed);
  const ramp = speedKnots(shaped(name, plain, fps));
  const { n, d } = sourceElapsed({ speed: { n: 1, d: 1 }, ramp }, { n: BigInt(plain), d: 1n });
  const mean = Number(n) / Number(d) / plain;
  const keys = shaped(name, Math.max(frameLength(fps), plain / mean), fps);
  return keys.filter((key, index) => key.at !== keys[index + 1]?.at);
}

/** How a whole track sounds: on top of what its clips do. */
import { z } from "zod";
import { flicks } from "./time.ts";

/**
 * A ducked track is lowered while any track that is not ducked is heard. It goes down before
 * the first sound and comes up after the last, so no word begins under full music.
 */
export const ducking = z.strictObject({
  /** By how much it is lowered. */
  depthDb: z.number().min(1).max(40),
  /** Peaks of the other tracks below this do not count. */
  thresholdDb: z.number().min(-60).max(0),
  /** How long it takes to go down, and to come up again. */
  attack: flicks.positive(),
  release: flicks.positive(),
  /** Shorter pauses of the other tracks are passed over. */
  hold: flicks.nonnegative(),
});
export type Ducking = z.infer<typeof ducking>;

export const DEFAULT_DUCKING: Ducking = {
  depthDb: 12,
  thresholdDb: -36,
  attack: 705_600_000 / 5,
  release: 705_600_000 / 2,
  hold: 705_600_000 / 2,
};

/** Absent fields: 0 dB, in the middle, never ducked. */
export const trackSound = {
  gainDb: z.number().min(-60).max(12).exactOptional(),
  pan: z.number().min(-1).max(1).exactOptional(),
  ducking: ducking.exactOptional(),
};

/** What ingest measured of an asset; the compiler and the editor trust nothing else. */
import { z } from "zod";
import { flicks, rate } from "./time.ts";

const videoFacts = z.strictObject({
  /** As shown: after rotation and with square pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** The constant rate of the conformed master and of the proxy: one frame grid for both. */
  rate,
  frameCount: z.int().positive(),
  hasAlpha: z.boolean(),
  /** Of the conformed master. */
  matrix: z.enum(["bt709", "bt601"]),
  range: z.enum(["tv", "pc"]),
});

const audioFacts = z.strictObject({
  sampleRate: z.int().positive(),
  channels: z.int().positive(),
  /** Where the sound begins inside the asset, so that a late track stays late. */
  startsAt: flicks.nonnegative(),
  duration: flicks.positive(),
  loudnessLufs: z.number().nullable(),
});

export const mediaFacts = z.strictObject({
  kind: z.enum(["video", "audio", "image"]),
  /** The longer of picture and sound; 0 for a still. */
  duration: flicks.nonnegative(),
  video: videoFacts.nullable(),
  audio: audioFacts.nullable(),
});
export type MediaFacts = z.infer<typeof mediaFacts>;
export type VideoFacts = z.infer<typeof videoFacts>;
export type AudioFacts = z.infer<typeof audioFacts>;

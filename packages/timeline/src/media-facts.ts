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

/** More sounds than these are left behind when a file is prepared. */
export const MAX_SOUNDS = 8;

/** One sound of a file that has several, as the file names it; null when it says nothing. */
const soundName = z.strictObject({
  /** Usually three letters of ISO 639-2. */
  language: z.string().max(100).nullable(),
  title: z.string().max(100).nullable(),
});

/** What happens in the asset and when, in its own time; each list ends where it gets too long. */
const analysis = z.strictObject({
  /** Where a new shot begins; the first one is not counted. */
  sceneCuts: z.array(flicks.positive()).max(1_000),
  silences: z
    .array(z.strictObject({ start: flicks.nonnegative(), end: flicks.positive() }))
    .max(500),
  /** Empty, and the tempo null, where there is no pulse. */
  beats: z.array(flicks.nonnegative()).max(1_000),
  tempoBpm: z.number().positive().nullable(),
});

export const mediaFacts = z.strictObject({
  /** A `lut` is a table of colours: it has neither picture nor sound. */
  kind: z.enum(["video", "audio", "image", "lut"]),
  /** The longer of picture and sound; 0 for a still. */
  duration: flicks.nonnegative(),
  video: videoFacts.nullable(),
  /** Of the first sound. */
  audio: audioFacts.nullable(),
  /** In the order of the streams of master, proxy and peaks; absent: there is at most one. */
  sounds: z.array(soundName).min(2).max(MAX_SOUNDS).optional(),
  /** Of the first sound, where it says something of sound. Absent for assets that were prepared before it was measured. */
  analysis: analysis.optional(),
});

/** Which sound of the file a clip plays, from 0: the one it names, or the first where there is no such one. */
export function soundStreamOf(
  audio: { readonly stream?: number },
  facts: MediaFacts | null | undefined,
): number {
  const { stream = 0 } = audio;
  return stream < (facts?.sounds?.length ?? 1) ? stream : 0;
}

export type MediaAnalysis = z.infer<typeof analysis>;
export type MediaFacts = z.infer<typeof mediaFacts>;
export type VideoFacts = z.infer<typeof videoFacts>;
export type AudioFacts = z.infer<typeof audioFacts>;
export type SoundName = z.infer<typeof soundName>;

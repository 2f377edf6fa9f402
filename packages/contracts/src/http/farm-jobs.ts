/** What a farm worker is given to do: all of it by short-lived URLs to single keys. */
import { FRAME_ROLES } from "@cutroom/domain";
import { mediaFacts, projectDocument } from "@cutroom/timeline";
import { z } from "zod";
import { generationSpec } from "./generation-spec.ts";
import { partOrigin } from "./provenance.ts";
import { exportSpec } from "./task.ts";

/** A key of the store that this step may write, and where to PUT it. */
export const outputSlot = z.object({
  name: z.string(),
  url: z.string(),
  /** The same key by another endpoint of the store; absent: there is one. */
  fallback_url: z.string().optional(),
  content_type: z.string(),
});

export const ingestJob = z.object({
  kind: z.literal("ingest"),
  asset_id: z.string(),
  source_url: z.string(),
  size_bytes: z.int(),
  /** As the client announced it; the worker computes its own. */
  sha256: z.string().nullable(),
  limits: z.object({ max_pixels: z.int(), max_duration_ms: z.int(), max_streams: z.int() }),
  /** What its credentials say; the bytes that get them are the output `original`. Absent: none. */
  origin: partOrigin.optional(),
  /** master, proxy, poster, filmstrip, peaks, subtitles-0 and on, original. */
  outputs: z.array(outputSlot),
});

/** One rendered part of a picture, inside of a pack. */
export const packedSegment = z.object({
  /** sha256 of all that it was made from: plan, masters, fonts, compiler, encoder. */
  key: z.string().max(64),
  /** Of its bytes. */
  sha256: z.string().max(64),
  offset_bytes: z.int().min(0),
  size_bytes: z.int().min(1),
});

/** Segments end to end in one object of the store. */
export const segmentPack = z.object({ url: z.string(), segments: z.array(packedSegment) });

export const exportJob = z.object({
  kind: z.literal("export"),
  project_id: z.string(),
  revision: z.int(),
  document: projectDocument,
  spec: exportSpec,
  /** Masters (conformed originals) of every asset the document uses. */
  assets: z.array(
    z.object({
      asset_id: z.string(),
      checksum: z.string(),
      facts: mediaFacts,
      url: z.string(),
      size_bytes: z.int(),
      /** Of sound that may duck a track; absent: it ducks none. */
      peaks_url: z.string().optional(),
      /** How it came to be; absent: from an API that does not say. */
      origin: partOrigin.optional(),
    }),
  ),
  watermark: z.boolean(),
  /** What exports of this project have left in the store; the worker checks all that it takes. */
  packs: z.array(segmentPack).optional(),
  /** video, poster. */
  outputs: z.array(outputSlot),
});

/** A share of an export's picture: its segments, and nothing of what `packs` holds already. */
export const segmentsJob = exportJob.extend({
  kind: z.literal("segments"),
  share: z.object({ index: z.int().min(0), count: z.int().min(2) }),
  /** pack. */
  outputs: z.array(outputSlot),
});

export const generateJob = z.object({
  kind: z.literal("generate"),
  spec: generationSpec,
  /** Masters that the clip begins and ends with; `at_ms` is the moment of a film. */
  frames: z
    .array(
      z.object({
        role: z.enum(FRAME_ROLES),
        asset_id: z.string(),
        kind: z.enum(["image", "video"]),
        at_ms: z.int(),
        url: z.string(),
        size_bytes: z.int(),
      }),
    )
    .optional(),
  /** video. */
  outputs: z.array(outputSlot),
});
export type IngestJob = z.infer<typeof ingestJob>;
export type ExportJob = z.infer<typeof exportJob>;
export type SegmentsJob = z.infer<typeof segmentsJob>;
export type PackedSegment = z.infer<typeof packedSegment>;
export type SegmentPack = z.infer<typeof segmentPack>;
export type GenerateJob = z.infer<typeof generateJob>;

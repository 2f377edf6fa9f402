import { AI_DISCLOSURES, ASSET_ORIGINS, ASSET_STATES, INGEST_WARNINGS } from "@cutroom/domain";
import { REVIEW_REASONS, REVIEW_STATES } from "@cutroom/domain/moderation";
import { mediaFacts } from "@cutroom/timeline";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { taskFailureCode } from "../problem.ts";
import { saidOrigin } from "./provenance.ts";

/** Sprite sheet of frames at an even interval, row by row. */
export const filmstrip = z.object({
  url: z.string(),
  tile_width: z.int(),
  tile_height: z.int(),
  columns: z.int(),
  count: z.int(),
  interval_ms: z.int(),
});

/** Text that was inside the file, on the file's own time, as WebVTT. */
export const subtitles = z.object({
  /** As the file says it, usually three letters of ISO 639-2; null when it says nothing. */
  language: z.string().nullable(),
  title: z.string().nullable(),
  url: z.string(),
});

/** Every URL is signed and expires; ask for the asset again to renew it. */
export const asset = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(ASSET_STATES),
  failure: z.object({ code: taskFailureCode, message: z.string() }).nullable(),
  /** Of ingest; 100 when READY. */
  progress: z.int(),
  size_bytes: z.int(),
  checksum: z.string().nullable(),
  created_at: z.string(),
  facts: mediaFacts.nullable(),
  /** Things a person should know of a file that was accepted, by code. */
  warnings: z.array(z.enum(INGEST_WARNINGS)),
  origin: z.enum(ASSET_ORIGINS),
  /** What is known of how its picture was made. */
  ai_disclosure: z.enum(AI_DISCLOSURES),
  /** Null: it has no content credentials. */
  said_origin: saidOrigin.nullable().optional(),
  /** The file that this one goes on from; null: it is a version of none. */
  extends_asset_id: z.string().nullable().optional(),
  /** Whether it may be shared; null: it needs no review (G5). */
  review: z
    .object({
      state: z.enum(REVIEW_STATES),
      reasons: z.array(z.enum(REVIEW_REASONS)),
      /** What a moderator says to the owner. */
      note: z.string().nullable(),
      /** What its owner said against it, in whatever round; null: nothing so far. */
      appeal: z.string().nullable().optional(),
    })
    .nullable()
    .optional(),
  urls: z.object({
    original: z.string().nullable(),
    proxy: z.string().nullable(),
    poster: z.string().nullable(),
    /** BBC audiowaveform v2 .dat, 8 bit. */
    peaks: z.string().nullable(),
    filmstrip: filmstrip.nullable(),
    subtitles: z.array(subtitles),
  }),
});
export type Asset = z.infer<typeof asset>;

const byId = z.object({ asset_id: z.string() });

export const assetEndpoints = {
  listAssets: endpoint({
    method: "GET",
    path: "/v1/assets",
    summary: "List the files of your workspace, newest first",
    audience: "user",
    scope: "assets:read",
    query: z.object({
      cursor: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    status: 200,
    output: z.object({ assets: z.array(asset), next_cursor: z.string().nullable() }),
    failures: [],
  }),
  getAsset: endpoint({
    method: "GET",
    path: "/v1/assets/:asset_id",
    summary: "One file, with fresh links",
    audience: "user",
    scope: "assets:read",
    params: byId,
    status: 200,
    output: asset,
    failures: ["request.not-found"],
  }),
  getThumbnails: endpoint({
    method: "GET",
    path: "/v1/assets/:asset_id/thumbnails",
    summary: "Pictures of a film for a player's seek bar: a WebVTT track with #xywh places",
    audience: "user",
    scope: "assets:read",
    params: byId,
    status: 200,
    text: "text/vtt",
    output: z.string(),
    failures: ["request.not-found"],
  }),
  renameAsset: endpoint({
    method: "PATCH",
    path: "/v1/assets/:asset_id",
    summary: "Rename a file",
    audience: "user",
    scope: "assets:write",
    params: byId,
    body: z.object({ name: z.string().trim().min(1).max(300) }),
    status: 200,
    output: asset,
    failures: ["request.not-found"],
  }),
  deleteAsset: endpoint({
    method: "DELETE",
    path: "/v1/assets/:asset_id",
    summary: "Delete a file that no project uses",
    audience: "user",
    scope: "assets:write",
    params: byId,
    status: 204,
    failures: ["request.not-found", "asset.in-use"],
  }),
};

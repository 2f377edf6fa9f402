import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { filmstrip } from "./asset.ts";
import { provenance } from "./provenance.ts";
import { exportFormat, streamRung } from "./task.ts";

export const share = z.object({
  id: z.string(),
  task_id: z.string(),
  title: z.string(),
  /** The public page. */
  url: z.string(),
  token: z.string(),
  allow_download: z.boolean(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** Whether its page shows the export, waits for a review of what is in it, or must not (G5). */
  exposure: z.enum(["SHOWN", "IN_REVIEW", "REJECTED"]),
});
export type Share = z.infer<typeof share>;

/** All that a stranger learns: nothing of the account, the project or its files. */
export const publicShare = z.object({
  title: z.string(),
  width: z.int(),
  height: z.int(),
  duration_ms: z.int(),
  media: exportFormat.shape.media,
  content_type: z.string(),
  /** False: a browser may not play it, so it is for downloading. */
  plays: z.boolean(),
  video_url: z.string(),
  poster_url: z.string().nullable(),
  /** Small pictures of a film; null: it has none, or is older than these. */
  filmstrip: filmstrip.nullable().optional(),
  provenance: provenance.nullable().optional(),
  /** The sizes of an adaptive stream, smallest first; null when there is only the file. */
  stream: z.array(streamRung.extend({ url: z.string() })).nullable(),
  download_url: z.string().nullable(),
});
export type PublicShare = z.infer<typeof publicShare>;

export const shareEndpoints = {
  createShare: endpoint({
    method: "POST",
    path: "/v1/shares",
    summary: "Make a public link to a finished export",
    audience: "user",
    scope: "shares:write",
    body: z.object({
      task_id: z.string(),
      title: z.string().trim().min(1).max(200).optional(),
      allow_download: z.boolean().default(true),
      expires_at: z.iso.datetime().optional(),
    }),
    status: 201,
    output: share,
    failures: ["request.not-found", "task.no-output"],
  }),
  listShares: endpoint({
    method: "GET",
    path: "/v1/shares",
    summary: "Your public links",
    audience: "user",
    scope: "exports:read",
    query: z.object({ task_id: z.string().optional() }),
    status: 200,
    output: z.object({ shares: z.array(share) }),
    failures: [],
  }),
  revokeShare: endpoint({
    method: "DELETE",
    path: "/v1/shares/:share_id",
    summary: "Revoke a public link; it answers 410 from then on",
    audience: "user",
    scope: "shares:write",
    params: z.object({ share_id: z.string() }),
    status: 204,
    failures: ["request.not-found"],
  }),
  getPublicShare: endpoint({
    method: "GET",
    path: "/v1/public/shares/:token",
    summary: "What the share page shows",
    audience: "public",
    params: z.object({ token: z.string().max(100) }),
    status: 200,
    output: publicShare,
    failures: ["request.not-found", "share.gone", "share.in-review", "share.rejected"],
  }),
};

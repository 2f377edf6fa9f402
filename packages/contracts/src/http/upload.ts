import { UPLOAD_STATES } from "@cutroom/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { asset } from "./asset.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const byId = z.object({ upload_id: z.string() });

export const uploadPart = z.object({
  part_number: z.int().min(1).max(10_000),
  size_bytes: z.int(),
  etag: z.string(),
});

export const upload = z.object({
  id: z.string(),
  state: z.enum(UPLOAD_STATES),
  asset_id: z.string(),
  /** Part size in bytes; the last part may be shorter. */
  part_size: z.int(),
  part_count: z.int(),
  size_bytes: z.int(),
});

export const uploadEndpoints = {
  createUpload: endpoint({
    method: "POST",
    path: "/v1/uploads",
    summary: "Announce a file. With a known sha256 nothing needs to be sent",
    audience: "user",
    scope: "assets:write",
    body: z.object({
      file_name: z.string().min(1).max(300),
      size_bytes: z.int().min(0),
      content_type: z.string().max(200).optional(),
      /** Of the whole file; when the workspace has these bytes already, the asset is ready at once. */
      sha256: sha256.optional(),
    }),
    status: 201,
    /** `upload` is null when the bytes were here already. */
    output: z.object({ upload: upload.nullable(), asset }),
    failures: ["upload.empty-file", "upload.too-large", "upload.too-many"],
  }),
  signUploadParts: endpoint({
    method: "POST",
    path: "/v1/uploads/:upload_id/parts",
    summary: "Short-lived URLs to PUT parts to, straight to the object store",
    audience: "user",
    scope: "assets:write",
    params: byId,
    body: z.object({ part_numbers: z.array(z.int().min(1).max(10_000)).min(1).max(100) }),
    status: 200,
    output: z.object({
      parts: z.array(z.object({ part_number: z.int(), url: z.string(), expires_at: z.string() })),
    }),
    failures: ["request.not-found", "upload.closed"],
  }),
  listUploadParts: endpoint({
    method: "GET",
    path: "/v1/uploads/:upload_id/parts",
    summary: "What has arrived, to resume",
    audience: "user",
    scope: "assets:read",
    params: byId,
    status: 200,
    output: z.object({ upload, parts: z.array(uploadPart) }),
    failures: ["request.not-found", "upload.closed"],
  }),
  completeUpload: endpoint({
    method: "POST",
    path: "/v1/uploads/:upload_id/complete",
    summary: "All parts are there: verify the file and start ingest",
    audience: "user",
    scope: "assets:write",
    params: byId,
    body: z.object({ sha256: sha256.optional() }),
    status: 202,
    output: z.object({ asset, task_id: z.string() }),
    failures: [
      "request.not-found",
      "upload.closed",
      "upload.incomplete",
      "upload.size-mismatch",
      "upload.checksum-mismatch",
    ],
  }),
  abortUpload: endpoint({
    method: "DELETE",
    path: "/v1/uploads/:upload_id",
    summary: "Give up an upload; what was sent is dropped",
    audience: "user",
    scope: "assets:write",
    params: byId,
    status: 204,
    failures: ["request.not-found", "upload.closed"],
  }),
};

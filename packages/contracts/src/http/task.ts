import {
  EXPORT_FORMATS,
  EXPORT_QUALITIES,
  EXPORT_RESOLUTIONS,
  TASK_SCENES,
  TASK_STATES,
} from "@cutroom/domain";
import { SIDECAR_FORMATS, rate } from "@cutroom/timeline";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { taskFailureCode } from "../problem.ts";
import { generationSpec } from "./generation-spec.ts";
import { provenance } from "./provenance.ts";

export const CAPTION_USES = ["burn", "sidecar", "both", "none"] as const;

export const exportSpec = z.object({
  format: z.enum(EXPORT_FORMATS).default("mp4-h264"),
  /** Pixels of the frame's shorter side. */
  resolution: z.literal(EXPORT_RESOLUTIONS).default(720),
  /** Also several sizes of it for the share page, where the format is mp4-h264 (HLS). */
  adaptive: z.boolean().optional(),
  /** The project's own rate when absent; halved for a format that cannot hold it. */
  rate: rate.optional(),
  /** Of a still: which frame of the project, counted from 0; beyond the end it is the last. */
  still_frame: z.int().min(0).optional(),
  /** Only these frames of the project, as `still_frame` counts them; the end is outside. */
  range: z.object({ start_frame: z.int().min(0), end_frame: z.int().min(0) }).optional(),
  quality: z.enum(EXPORT_QUALITIES).default("standard"),
  /** Drawn into the picture, given as files of their own by exportCaptions, both, or neither. */
  captions: z.enum(CAPTION_USES).default("burn"),
  /** Integrated loudness that the sound is brought to by one measured gain; absent: as mixed. */
  loudness_lufs: z.number().min(-30).max(-8).optional(),
  /** A small line in a corner of the picture that says that AI made it. */
  ai_label: z.boolean().optional(),
});

/** The cues of one caption track, as players read them beside the film. */
export const captionFile = z.object({
  track_name: z.string(),
  file_name: z.string(),
  format: z.enum(SIDECAR_FORMATS),
  text: z.string(),
});
export type ExportSpec = z.infer<typeof exportSpec>;

const timestamp = z.string().nullable();

/** One size of an adaptive stream: its file is a header and then these parts, without a gap. */
export const streamRung = z.object({
  name: z.string(),
  width: z.int(),
  height: z.int(),
  codecs: z.string().max(100),
  /** Bits per second of its largest part. */
  bandwidth: z.int(),
  map_bytes: z.int(),
  parts: z.array(z.object({ seconds: z.number().positive(), bytes: z.int() })).max(2_000),
});
export type StreamRung = z.infer<typeof streamRung>;

/** C13: one column each; null until it happened. */
export const taskTimestamps = z.object({
  accepted_at: z.string(),
  queued_at: timestamp,
  dispatch_started_at: timestamp,
  provider_submitted_at: timestamp,
  provider_started_at: timestamp,
  provider_finished_at: timestamp,
  output_fetch_started_at: timestamp,
  output_stored_at: timestamp,
  preview_ready_at: timestamp,
  finished_at: timestamp,
});

export const taskOutput = z.object({
  width: z.int(),
  height: z.int(),
  frame_count: z.int(),
  duration_ms: z.int(),
  size_bytes: z.int(),
  checksum: z.string(),
  content_type: z.string(),
  /** Signed and expiring: the file itself, whatever its format. */
  video_url: z.string(),
  poster_url: z.string().nullable(),
  /** Null: it was made before this was written down. */
  provenance: provenance.nullable().optional(),
});

export const task = z.object({
  id: z.string(),
  scene: z.enum(TASK_SCENES),
  state: z.enum(TASK_STATES),
  version: z.int(),
  /** 0-100. */
  progress: z.int(),
  cancel_requested_at: timestamp,
  failure: z.object({ code: taskFailureCode, message: z.string() }).nullable(),
  /** Until when a finished output that cannot be stored is kept and tried again; null: none is. */
  output_kept_until: timestamp,
  /** Whether asking for it once more can help; see retryTask. */
  can_retry: z.boolean(),
  credits: z.object({ reserved: z.int(), settled: z.int(), released: z.int() }),
  timestamps: taskTimestamps,
  project_id: z.string().nullable(),
  project_name: z.string().nullable(),
  revision: z.int().nullable(),
  asset_id: z.string().nullable(),
  export: exportSpec.nullable(),
  generation: generationSpec.nullable(),
  output: taskOutput.nullable(),
});
export type Task = z.infer<typeof task>;

const byId = z.object({ task_id: z.string() });

/** One row of the table of formats, as a dialog needs it. */
export const exportFormat = z.object({
  format: z.enum(EXPORT_FORMATS),
  media: z.enum(["video", "animation", "sound", "still"]),
  extension: z.string(),
  content_type: z.string(),
  max_resolution: z.int(),
  max_fps: z.int(),
  max_duration_ms: z.int(),
  has_quality: z.boolean(),
  /** False while a farm at work has no encoder for it: an export would be refused. */
  available: z.boolean(),
});

export const taskEndpoints = {
  listExportFormats: endpoint({
    method: "GET",
    path: "/v1/exports/formats",
    summary: "The formats an export can have, their limits, and which of them can be made now",
    audience: "user",
    scope: "exports:read",
    status: 200,
    output: z.object({ formats: z.array(exportFormat) }),
    failures: [],
  }),
  estimateExport: endpoint({
    method: "POST",
    path: "/v1/exports/estimate",
    summary: "What an export would cost and be, without starting it",
    audience: "user",
    scope: "exports:read",
    body: z.object({
      project_id: z.string(),
      revision: z.int().min(0).optional(),
      spec: exportSpec.prefault({}),
    }),
    status: 200,
    output: z.object({
      credits: z.int(),
      balance: z.int(),
      width: z.int(),
      height: z.int(),
      frame_count: z.int(),
      duration_ms: z.int(),
    }),
    failures: [
      "request.not-found",
      "project.empty",
      "asset.missing",
      "asset.not-ready",
      "clip.not-made",
      "export.range",
      "export.format-limit",
    ],
  }),
  createExport: endpoint({
    method: "POST",
    path: "/v1/exports",
    summary: "Render a project at one of its revisions",
    audience: "user",
    scope: "exports:write",
    idempotent: "key-required",
    body: z.object({
      project_id: z.string(),
      revision: z.int().min(0).optional(),
      spec: exportSpec.prefault({}),
    }),
    status: 202,
    output: z.object({ task_id: z.string(), task }),
    failures: [
      "request.not-found",
      "project.empty",
      "asset.missing",
      "asset.not-ready",
      "clip.not-made",
      "credits.insufficient",
      "quota.exceeded",
      "quota.in-flight",
      "plan.resolution",
      "export.range",
      "export.format-limit",
      "export.format-unavailable",
      "platform.busy",
      "risk.review",
      "risk.frozen",
      "idempotency.missing",
      "idempotency.mismatch",
      "idempotency.in-flight",
      "service.unavailable",
    ],
  }),
  listTasks: endpoint({
    method: "GET",
    path: "/v1/tasks",
    summary: "Your tasks, newest first",
    audience: "user",
    scope: "exports:read",
    query: z.object({
      scene: z.enum(TASK_SCENES).optional(),
      project_id: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    status: 200,
    output: z.object({ tasks: z.array(task) }),
    failures: [],
  }),
  getTask: endpoint({
    method: "GET",
    path: "/v1/tasks/:task_id",
    summary: "One task. With wait_s the answer comes when it ends, or after that many seconds",
    audience: "user",
    scope: "exports:read",
    params: byId,
    query: z.object({ wait_s: z.coerce.number().int().min(0).max(30).optional() }),
    status: 200,
    output: task,
    failures: ["request.not-found"],
  }),
  cancelTask: endpoint({
    method: "POST",
    path: "/v1/tasks/:task_id/cancel",
    summary: "Ask for a task to stop",
    audience: "user",
    scope: "exports:write",
    params: byId,
    status: 202,
    output: task,
    failures: ["request.not-found", "task.illegal-move"],
  }),
  retryTask: endpoint({
    method: "POST",
    path: "/v1/tasks/:task_id/retry",
    summary: "Try a failed task once more: a new round with a new reservation",
    audience: "user",
    scope: "exports:write",
    idempotent: "key-required",
    params: byId,
    status: 202,
    output: z.object({ task_id: z.string(), task }),
    failures: [
      "request.not-found",
      "task.illegal-move",
      "task.not-retryable",
      "credits.insufficient",
      "quota.exceeded",
      "quota.in-flight",
      "plan.resolution",
      "platform.busy",
      "risk.review",
      "risk.frozen",
      "idempotency.missing",
      "idempotency.mismatch",
      "idempotency.in-flight",
      "service.unavailable",
    ],
  }),
  downloadExport: endpoint({
    method: "GET",
    path: "/v1/exports/:task_id/download",
    summary: "A link that downloads the finished file under the project's name",
    audience: "user",
    scope: "exports:read",
    params: byId,
    status: 200,
    output: z.object({ url: z.string(), file_name: z.string(), expires_at: z.string() }),
    failures: ["request.not-found", "task.no-output"],
  }),
  exportCaptions: endpoint({
    method: "GET",
    path: "/v1/exports/:task_id/captions",
    summary:
      "The captions of an export that asked for them as files, one for each caption track that is shown",
    audience: "user",
    scope: "exports:read",
    params: byId,
    query: z.object({ format: z.enum(SIDECAR_FORMATS).default("srt") }),
    status: 200,
    output: z.object({ captions: z.array(captionFile) }),
    failures: ["request.not-found"],
  }),
};

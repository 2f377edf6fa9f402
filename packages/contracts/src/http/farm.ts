/**
 * What a farm worker may ask. It holds a scoped token and no other secret: media moves by
 * short-lived URLs to single keys, and every write carries the attempt (fencing token) that
 * the claim gave out.
 */
import { EXPORT_FORMATS, FARM_POOL_NAMES, INGEST_WARNINGS, SUBTITLE_TRACKS } from "@cutroom/domain";
import { mediaFacts } from "@cutroom/timeline";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { taskFailureCode } from "../problem.ts";
import { filmstrip, subtitles } from "./asset.ts";
import { exportJob, generateJob, ingestJob, packedSegment, segmentsJob } from "./farm-jobs.ts";
import { provenance, saidOrigin } from "./provenance.ts";
import { streamRung } from "./task.ts";

const byId = z.object({ step_id: z.string() });
const workerId = z.string().min(1).max(100);
const fence = { worker_id: workerId, attempt: z.int().min(1) };

export const claimedStep = z.object({
  step_id: z.string(),
  task_id: z.string(),
  attempt: z.int(),
  /** By the database's clock. */
  lease_ms: z.int(),
  heartbeat_ms: z.int(),
  /** From now; the worker stops by itself and reports DEADLINE. */
  deadline_ms: z.int(),
  job: z.discriminatedUnion("kind", [ingestJob, exportJob, segmentsJob, generateJob]),
});
export type ClaimedStep = z.infer<typeof claimedStep>;

export const storedOutput = z.object({
  name: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
});

export const ingestResult = z.object({
  kind: z.literal("ingest"),
  /** sha256 of the original's bytes. */
  checksum: z.string(),
  facts: mediaFacts,
  /** False: the original is clean and serves as the master itself. */
  has_master: z.boolean(),
  filmstrip: filmstrip.omit({ url: true }).nullable(),
  /** Each is an output of its name; absent: from a worker that does not look for any. */
  subtitles: z
    .array(subtitles.omit({ url: true }).extend({ name: z.string() }))
    .max(SUBTITLE_TRACKS)
    .optional(),
  warnings: z.array(z.enum(INGEST_WARNINGS)),
  said_origin: saidOrigin.nullable().optional(),
  /** Of the output `original`, which has been signed; the checksum is of its bytes then. */
  provenance: provenance.optional(),
});

export const exportResult = z.object({
  kind: z.literal("export"),
  width: z.int(),
  height: z.int(),
  frame_count: z.int(),
  duration_ms: z.int(),
  engine: z.string(),
  /** CPU seconds, for the cost profile. */
  cpu_ms: z.int(),
  provenance: provenance.optional(),
  /** Parts that the picture was rendered in, and how many of them had been rendered before. */
  segments: z.int().optional(),
  segments_reused: z.int().optional(),
  /** The sizes of an adaptive stream; each is an output of its name. */
  stream: z.array(streamRung).max(8).optional(),
  /** What lies where in the output of its name, for films that browsers play. */
  filmstrip: filmstrip.omit({ url: true }).optional(),
});

export const segmentsResult = z.object({
  kind: z.literal("segments"),
  engine: z.string(),
  cpu_ms: z.int(),
  /** What the pack holds, in order; empty when others had left all of it, and then there is none. */
  segments: z.array(packedSegment).max(10_000),
});

export const generateResult = exportResult
  .omit({ segments: true, segments_reused: true, stream: true, filmstrip: true })
  .extend({ kind: z.literal("generate") });

const pools = z.array(z.enum(FARM_POOL_NAMES)).min(1).max(FARM_POOL_NAMES.length);

export const farmEndpoints = {
  registerWorker: endpoint({
    method: "POST",
    path: "/internal/v1/workers/:worker_id/beat",
    summary: "Say that a worker lives and which pools it serves; repeat within the time given",
    audience: "farm",
    params: z.object({ worker_id: workerId }),
    body: z.object({
      pools,
      slots: z.int().min(1).max(64),
      /** What its encoders make; absent: everything. */
      formats: z.array(z.enum(EXPORT_FORMATS)).max(EXPORT_FORMATS.length).optional(),
    }),
    status: 200,
    output: z.object({ beat_ms: z.int() }),
    failures: [],
  }),
  removeWorker: endpoint({
    method: "DELETE",
    path: "/internal/v1/workers/:worker_id",
    summary: "The worker takes no more work",
    audience: "farm",
    params: z.object({ worker_id: workerId }),
    status: 204,
    failures: [],
  }),
  readPoolDepth: endpoint({
    method: "GET",
    path: "/internal/v1/pools/:pool/depth",
    summary: "How much a pool has to do: what an autoscaler chooses a number of workers by",
    audience: "farm",
    params: z.object({ pool: z.enum(FARM_POOL_NAMES) }),
    status: 200,
    /** `wanted_slots`: places that would leave nothing waiting. */
    output: z.object({ waiting: z.int(), running: z.int(), wanted_slots: z.int() }),
    failures: [],
  }),
  claimNextStep: endpoint({
    method: "POST",
    path: "/internal/v1/claims",
    summary: "Take the leases of the best steps of these pools; the list is empty when none waits",
    audience: "farm",
    body: z.object({ worker_id: workerId, pools, limit: z.int().min(1).max(64) }),
    status: 200,
    output: z.object({ steps: z.array(claimedStep) }),
    failures: [],
  }),
  claimStep: endpoint({
    method: "POST",
    path: "/internal/v1/steps/:step_id/claim",
    summary: "Take the lease of one step by its name",
    audience: "farm",
    params: byId,
    body: z.object({ worker_id: workerId }),
    status: 200,
    output: claimedStep,
    failures: ["request.not-found", "lease.lost"],
  }),
  renewLease: endpoint({
    method: "POST",
    path: "/internal/v1/steps/:step_id/heartbeat",
    summary: "Renew the lease; tells whether to stop: the user cancels, or better work waits",
    audience: "farm",
    params: byId,
    body: z.object({ ...fence, progress: z.int().min(0).max(100).optional() }),
    status: 200,
    output: z.object({
      lease_ms: z.int(),
      cancel_requested: z.boolean(),
      /** Stop, and give the step back by `yieldStep`. */
      preempt_requested: z.boolean(),
    }),
    failures: ["request.not-found", "lease.lost"],
  }),
  yieldStep: endpoint({
    method: "POST",
    path: "/internal/v1/steps/:step_id/yield",
    summary: "Give the step back unharmed: better work waits, or the worker ends; uses up no retry",
    audience: "farm",
    params: byId,
    body: z.object(fence),
    status: 200,
    output: z.object({ accepted: z.literal(true) }),
    failures: ["request.not-found", "lease.lost"],
  }),
  reportProgress: endpoint({
    method: "POST",
    path: "/internal/v1/steps/:step_id/progress",
    summary: "How far the attempt is; costs no database, so it may be said every second",
    audience: "farm",
    params: byId,
    body: z.object({ attempt: fence.attempt, progress: z.int().min(0).max(100) }),
    status: 204,
    failures: [],
  }),
  completeStep: endpoint({
    method: "POST",
    path: "/internal/v1/steps/:step_id/complete",
    summary: "The outputs are stored; counts only while the lease holds",
    audience: "farm",
    params: byId,
    body: z.object({
      ...fence,
      outputs: z.array(storedOutput),
      result: z.discriminatedUnion("kind", [
        ingestResult,
        exportResult,
        segmentsResult,
        generateResult,
      ]),
    }),
    status: 200,
    output: z.object({ accepted: z.literal(true) }),
    failures: ["request.not-found", "lease.lost", "upload.size-mismatch"],
  }),
  failStep: endpoint({
    method: "POST",
    path: "/internal/v1/steps/:step_id/fail",
    summary: "The step did not work out; retryable faults go back to the queue",
    audience: "farm",
    params: byId,
    body: z.object({
      ...fence,
      code: taskFailureCode,
      retryable: z.boolean(),
      /** For operators only; never shown to a user. */
      internal: z.string().max(4_000),
      /** The output is finished and kept by this worker: only its upload failed (C10). */
      holds_output: z.boolean().optional(),
    }),
    status: 200,
    /** `held`: the step stays this worker's; it claims it by name and uploads again. */
    output: z.object({ accepted: z.literal(true), held: z.boolean().optional() }),
    failures: ["request.not-found", "lease.lost"],
  }),
};

import {
  DEAD_LETTER_STATES,
  OUTBOX_STATES,
  STEP_KINDS,
  STEP_STATES,
  TASK_EVENT_TYPES,
  TASK_SCENES,
  TASK_STATES,
} from "@cutroom/domain";
import type { AiShare, Credentials, FailureClass, PlanLimits } from "@cutroom/domain";
import { integer, jsonb, pgEnum, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { bytes, createdAt, moment, tenantId } from "./columns.ts";
import { placementColumns } from "./schedule.ts";

export const taskScene = pgEnum("task_scene", TASK_SCENES);
export const taskState = pgEnum("task_state", TASK_STATES);
export const stepKind = pgEnum("step_kind", STEP_KINDS);
export const stepState = pgEnum("step_state", STEP_STATES);
export const outboxState = pgEnum("outbox_state", OUTBOX_STATES);
export const deadLetterState = pgEnum("dead_letter_state", DEAD_LETTER_STATES);
export const taskEventType = pgEnum("task_event_type", TASK_EVENT_TYPES);

/** What a finished export is; the keys never leave the API, only signed links do. */
export interface StoredExport {
  readonly width: number;
  readonly height: number;
  readonly frameCount: number;
  readonly durationMs: number;
  readonly sizeBytes: number;
  readonly checksum: string;
  readonly videoKey: string;
  readonly posterKey: string | null;
  readonly engine: string;
  readonly cpuMs: number;
  /** Parts that the picture was rendered in and those of them that an earlier export had left. */
  readonly segments?: number;
  readonly segmentsReused?: number;
  /** Sizes of an adaptive stream, each with the key of its file. */
  readonly stream?: readonly StoredRung[];
  /** Small pictures of a film on one sheet, with its key. */
  readonly filmstrip?: {
    readonly key: string;
    readonly tile_width: number;
    readonly tile_height: number;
    readonly columns: number;
    readonly count: number;
    readonly interval_ms: number;
  };
  /** What it is made of; of exports that are older than this there is none. */
  readonly provenance?: StoredProvenance;
}

export interface StoredProvenance {
  readonly ai_disclosure: AiShare;
  readonly tools: readonly string[];
  readonly credentials: Credentials;
}

export interface StoredRung {
  readonly key: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly codecs: string;
  readonly bandwidth: number;
  readonly map_bytes: number;
  readonly parts: readonly { readonly seconds: number; readonly bytes: number }[];
}

export const task = pgTable("task", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  userId: text("user_id").notNull(),
  scene: taskScene("scene").notNull(),
  state: taskState("state").notNull().default("CREATED"),
  version: integer("version").notNull().default(1),
  round: integer("round").notNull().default(1),
  projectId: text("project_id"),
  projectName: text("project_name"),
  projectRevision: integer("project_revision"),
  assetId: text("asset_id"),
  spec: jsonb("spec").$type<unknown>(),
  plan: jsonb("plan").$type<PlanLimits>().notNull(),
  progress: integer("progress").notNull().default(0),
  cancelRequestedAt: moment("cancel_requested_at"),
  failureCode: text("failure_code"),
  failureInternal: text("failure_internal"),
  creditsReserved: integer("credits_reserved").notNull().default(0),
  creditsSettled: integer("credits_settled").notNull().default(0),
  creditsReleased: integer("credits_released").notNull().default(0),
  output: jsonb("output").$type<StoredExport>(),
  lastSeq: integer("last_seq").notNull().default(0),
  retriesUsed: integer("retries_used").notNull().default(0),
  retryBudget: integer("retry_budget").notNull().default(2),
  roundStartedAt: moment("round_started_at").notNull().defaultNow(),
  deadlineAt: moment("deadline_at"),
  failureClass: text("failure_class").$type<FailureClass>(),
  notifiedAt: moment("notified_at"),
  notifyAttempts: integer("notify_attempts").notNull().default(0),
  notifyAfter: moment("notify_after"),
  acceptedAt: moment("accepted_at").notNull().defaultNow(),
  queuedAt: moment("queued_at"),
  dispatchStartedAt: moment("dispatch_started_at"),
  providerSubmittedAt: moment("provider_submitted_at"),
  providerStartedAt: moment("provider_started_at"),
  providerFinishedAt: moment("provider_finished_at"),
  outputFetchStartedAt: moment("output_fetch_started_at"),
  outputStoredAt: moment("output_stored_at"),
  previewReadyAt: moment("preview_ready_at"),
  finishedAt: moment("finished_at"),
});
export type TaskRow = typeof task.$inferSelect;

export const step = pgTable("step", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  taskId: text("task_id").notNull(),
  round: integer("round").notNull().default(1),
  kind: stepKind("kind").notNull(),
  modelVersion: text("model_version").notNull().default(""),
  inputDigest: text("input_digest").notNull(),
  userId: text("user_id").notNull().default(""),
  ...placementColumns,
  state: stepState("state").notNull(),
  attempt: integer("attempt").notNull().default(0),
  runAt: moment("run_at").notNull().defaultNow(),
  startedAt: moment("started_at"),
  finishedAt: moment("finished_at"),
  failureCode: text("failure_code"),
  failureInternal: text("failure_internal"),
  result: jsonb("result").$type<unknown>(),
  requestSentAt: moment("request_sent_at"),
  requestKey: text("request_key"),
  /** The worker that has made its output and could not store it, and since when. */
  heldBy: text("held_by"),
  heldSince: moment("held_since"),
});
export type StepRow = typeof step.$inferSelect;

export const stepDependency = pgTable(
  "step_dependency",
  {
    tenantId: tenantId(),
    stepId: text("step_id").notNull(),
    needsStepId: text("needs_step_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.stepId, table.needsStepId] })],
);

export const deadLetter = pgTable("dead_letter", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  taskId: text("task_id").notNull(),
  stepId: text("step_id").notNull(),
  round: integer("round").notNull(),
  cause: text("cause").notNull(),
  internal: text("internal"),
  attempts: integer("attempts").notNull(),
  state: deadLetterState("state").notNull().default("OPEN"),
  closedBy: text("closed_by"),
  createdAt: createdAt(),
  closedAt: moment("closed_at"),
});
export type DeadLetterRow = typeof deadLetter.$inferSelect;

export const stepLease = pgTable("step_lease", {
  stepId: text("step_id").primaryKey(),
  attempt: integer("attempt").notNull(),
  workerId: text("worker_id").notNull(),
  leaseUntil: moment("lease_until").notNull(),
  progress: integer("progress").notNull().default(0),
  milestone: smallint("milestone").notNull().default(0),
  preemptRequestedAt: moment("preempt_requested_at"),
});

export const tenantStream = pgTable("tenant_stream", {
  tenantId: text("tenant_id").primaryKey(),
  position: bytes("position").notNull().default(0),
});

export const taskEvent = pgTable(
  "task_event",
  {
    tenantId: tenantId(),
    position: bytes("position").notNull(),
    taskId: text("task_id").notNull(),
    seq: integer("seq").notNull(),
    type: taskEventType("type").notNull(),
    state: taskState("state").notNull(),
    assetId: text("asset_id"),
    progress: integer("progress"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.position] })],
);

export const outbox = pgTable("outbox", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  taskId: text("task_id").notNull(),
  stepId: text("step_id").notNull(),
  scene: taskScene("scene").notNull(),
  state: outboxState("state").notNull().default("PENDING"),
  generation: integer("generation").notNull().default(1),
  availableAt: moment("available_at").notNull().defaultNow(),
  publishedAt: moment("published_at"),
  lastError: text("last_error"),
  createdAt: createdAt(),
});

export const inbox = pgTable(
  "inbox",
  {
    source: text("source").notNull(),
    messageId: text("message_id").notNull(),
    receivedAt: moment("received_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.source, table.messageId] })],
);

export const idempotency = pgTable(
  "idempotency",
  {
    tenantId: tenantId(),
    key: text("key").notNull(),
    fingerprint: text("fingerprint").notNull(),
    status: integer("status").notNull(),
    body: jsonb("body").$type<unknown>().notNull(),
    answer: text("answer"),
    taskId: text("task_id"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.key] })],
);

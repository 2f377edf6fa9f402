export { makeApiKey, readApiKey } from "./access/api-key.ts";
export type { NewApiKey } from "./access/api-key.ts";
export { sha256Hex } from "./access/digest.ts";
export type { Sha256 } from "./access/digest.ts";
export { MEMBER_ROLES, SCOPES, grantable } from "./access/scopes.ts";
export type { Scope } from "./access/scopes.ts";
export { isShareGone, isShareToken } from "./access/share-token.ts";
export { exportCredits } from "./export/cost.ts";
export {
  EXPORT_FORMATS,
  EXPORT_QUALITIES,
  EXPORT_RESOLUTIONS,
  outputSize,
} from "./export/presets.ts";
export type { ExportFormat, ExportQuality, ExportResolution } from "./export/presets.ts";
export {
  LEDGER_ACCOUNTS,
  LEDGER_KINDS,
  RESERVATION_STATES,
  grantPosting,
  releasePosting,
  reservePosting,
  settlePosting,
} from "./ledger/postings.ts";
export type { LedgerAccount, LedgerEntry, LedgerKind, Posting } from "./ledger/postings.ts";
export { ASSET_ORIGINS, ASSET_STATES, INGEST_LIMITS, contentTypeOf } from "./media/assets.ts";
export type { AssetOrigin, AssetState } from "./media/assets.ts";
export { INGEST_WARNINGS } from "./media/warnings.ts";
export type { IngestWarning } from "./media/warnings.ts";
export { originalKey, outputKey, stepOutputs } from "./media/outputs.ts";
export type { OutputSpec } from "./media/outputs.ts";
export { PLAN_NAMES, planLimits, refuseExport } from "./quota/plans.ts";
export type { ExportUsage, PlanLimits, PlanName, QuotaRefusal } from "./quota/plans.ts";
export { pick } from "./schedule/pick.ts";
export type { Lane, Picked, RunningStep, Share, Snapshot, WaitingStep } from "./schedule/pick.ts";
export { placeStep } from "./schedule/place-step.ts";
export type { StepPlacement } from "./schedule/place-step.ts";
export { POOL_NAMES } from "./schedule/pools.ts";
export type { PoolName, Tier } from "./schedule/pools.ts";
export { OUTBOX_STATES, STEP_KINDS, TASK_EVENT_TYPES, TASK_SCENES } from "./task/kinds.ts";
export type { StepKind, TaskEventType, TaskScene } from "./task/kinds.ts";
export {
  TASK_STATES,
  TERMINAL_TASK_STATES,
  isTerminal,
  nextTaskState,
  sourcesOf,
  targetOf,
  taskTransitions,
} from "./task/states.ts";
export type { TaskEvent, TaskState } from "./task/states.ts";
export {
  STEP_STATES,
  nextStepState,
  stepSourcesOf,
  stepTargetOf,
  stepTransitions,
} from "./task/steps.ts";
export type { StepEvent, StepState } from "./task/steps.ts";
export {
  CREATED_LIMIT_MS,
  HEARTBEAT_MS,
  LEASE_MS,
  MAX_ATTEMPTS,
  QUEUE_LIMIT_MS,
  WAKE_AGAIN_MS,
  deadlineMs,
  retryDelayMs,
} from "./task/timing.ts";
export {
  MAX_PARTS,
  MIN_PART_BYTES,
  UPLOAD_LIFETIME_MS,
  UPLOAD_STATES,
  missingParts,
  partSizeBytes,
  planParts,
} from "./upload/parts.ts";
export type { PartPlan, UploadState } from "./upload/parts.ts";

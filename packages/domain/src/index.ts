export { makeApiKey, readApiKey } from "./access/api-key.ts";
export type { NewApiKey } from "./access/api-key.ts";
export { sha256Hex } from "./access/digest.ts";
export type { Sha256 } from "./access/digest.ts";
export { isPublicAddress, refuseCallTarget } from "./access/public-address.ts";
export { MEMBER_ROLES, SCOPES, grantable } from "./access/scopes.ts";
export type { Scope } from "./access/scopes.ts";
export { isShareGone, isShareToken } from "./access/share-token.ts";
export { exportCredits } from "./export/cost.ts";
export {
  EXPORT_FORMATS,
  formatOf,
  rateFor,
  refuseFormat,
  resolutionsOf,
} from "./export/formats.ts";
export type { AudioCodec, ExportFormat, ExportMedia, VideoCodec } from "./export/formats.ts";
export { MAX_SHARES, exportShares, planShares, shareOf } from "./export/shares.ts";
export type { Share } from "./export/shares.ts";
export { STREAM_MAX_MS, STREAM_RUNGS, rungName, rungsOf } from "./export/stream-ladder.ts";
export { EXPORT_QUALITIES, EXPORT_RESOLUTIONS, outputSize } from "./export/presets.ts";
export type { ExportQuality, ExportResolution } from "./export/presets.ts";
export { gather } from "./gather.ts";
export {
  AI_DISCLOSURES,
  CLIP_RATIOS,
  FRAME_ROLES,
  GENERATION_MODES,
  MAX_SEED,
  MODEL_NAMES,
  PROMPT_MAX,
  clipModel,
  clipModels,
  generationCredits,
  modelOf,
  vendorEstimateMicros,
} from "./generate/models.ts";
export type {
  AiDisclosure,
  ClipModel,
  ClipRatio,
  ClipSize,
  FrameRole,
  ModelName,
} from "./generate/models.ts";
export { refuseClip, refuseFrames } from "./generate/refuse-clip.ts";
export type { WantedFrame } from "./generate/refuse-clip.ts";
export {
  STUCK_AFTER_MS,
  VENDOR_JOB_STATES,
  hearOfVendorJob,
  isVendorJobOver,
  nextPollMs,
  vendorJobSources,
} from "./generate/vendor-job.ts";
export type { VendorJobNews, VendorJobState } from "./generate/vendor-job.ts";
export {
  VENDOR_FAILURES,
  VENDOR_NAMES,
  VENDOR_STAGES,
  failureCodeOf,
} from "./generate/vendor-status.ts";
export type {
  Billed,
  VendorCost,
  VendorFailure,
  VendorFailureClass,
  VendorName,
  VendorStage,
  VendorStatus,
} from "./generate/vendor-status.ts";
export { COST_KINDS, exportCostLines } from "./ledger/cost-lines.ts";
export type { CostKind, CostLine } from "./ledger/cost-lines.ts";
export { CREDIT_EVENTS, creditLine } from "./ledger/history.ts";
export type { CreditEvent, CreditLine } from "./ledger/history.ts";
export { grantKey, taskPostingKey } from "./ledger/posting-keys.ts";
export {
  LEDGER_ACCOUNTS,
  LEDGER_KINDS,
  MAX_RESERVATION_CREDITS,
  RESERVATION_STATES,
  compensatePosting,
  grantPosting,
  refundPosting,
  releasePosting,
  reservePosting,
  settlePosting,
} from "./ledger/postings.ts";
export type { LedgerAccount, LedgerEntry, LedgerKind, Posting } from "./ledger/postings.ts";
export { nextRenewal, renewalCause } from "./ledger/renewal.ts";
export { judgeBalance } from "./reconciliation/balance-drift.ts";
export {
  BREAK_ACTIONS,
  BREAK_KINDS,
  BREAK_STATES,
  nextBreakState,
} from "./reconciliation/break.ts";
export type { BreakAction, BreakKind, BreakState, FoundBreak } from "./reconciliation/break.ts";
export { judgeChain } from "./reconciliation/chain-broken.ts";
export { CANCELED_LATE, judgeCharge } from "./reconciliation/charge-without-output.ts";
export { judgeExportObject } from "./reconciliation/export-without-object.ts";
export { judgeHoldOfEnded } from "./reconciliation/hold-of-ended-task.ts";
export { HOLD_LIMIT_MS, judgeHoldAge } from "./reconciliation/hold-too-old.ts";
export { INVOICE_GRACE_MS, judgeInvoice } from "./reconciliation/invoice-drift.ts";
export { STRAY_AFTER_MS, judgeStoredObject } from "./reconciliation/object-without-row.ts";
export { judgeDelivery } from "./reconciliation/output-without-charge.ts";
export { judgeSlots } from "./reconciliation/slot-drift.ts";
export { UNKNOWN_LIMIT_MS, judgeUnknown } from "./reconciliation/unknown-too-old.ts";
export { ASSET_ORIGINS, ASSET_STATES, INGEST_LIMITS, contentTypeOf } from "./media/assets.ts";
export type { AssetOrigin, AssetState } from "./media/assets.ts";
export { INGEST_WARNINGS } from "./media/warnings.ts";
export type { IngestWarning } from "./media/warnings.ts";
export { thumbnailTrack } from "./media/thumbnail-track.ts";
export { outlineMp4 } from "./media/mp4-outline.ts";
export type { Mp4Outline } from "./media/mp4-outline.ts";
export {
  SUBTITLE_TRACKS,
  originalKey,
  outputKey,
  outputsOf,
  stepOutputs,
} from "./media/outputs.ts";
export type { OutputSpec } from "./media/outputs.ts";
export {
  DURATIONS,
  LEVEL_SPLITS,
  OBJECTIVE_NAMES,
  OBJECTIVE_STATES,
  burnRate,
  objectives,
  stateOfObjective,
} from "./objective/objectives.ts";
export type {
  Duration,
  Judged,
  LevelSplit,
  Objective,
  ObjectiveName,
} from "./objective/objectives.ts";
export {
  NO_REQUESTS,
  REQUEST_KINDS,
  REQUEST_OBJECTIVE_NAMES,
  countRequest,
  judgeRequests,
  requestObjectives,
} from "./objective/request-objectives.ts";
export type {
  RequestCounts,
  RequestKind,
  RequestObjectiveName,
} from "./objective/request-objectives.ts";
export { planAiVideo } from "./planner/ai-video.ts";
export { planClipPlatform, planStages } from "./planner/clip-platform.ts";
export { EVIDENCE_FIGURES, planEvidence } from "./planner/evidence.ts";
export { printFigures } from "./planner/figures.ts";
export { planMachineReview } from "./planner/machine-review.ts";
export { HOT_RETRY_MS, HOT_SUBMITS, HOT_WINDOW_MS, shedsHot } from "./quota/hot-content.ts";
export { TENANT_LAYERS, isOver, isTenantLayer, quotaLayers, refuseFull } from "./quota/layers.ts";
export type {
  PlatformLimits,
  QuotaHold,
  QuotaLayer,
  QuotaLayerName,
  QuotaRefusal,
  TenantLayerName,
} from "./quota/layers.ts";
export { PLAN_NAMES, limitsOf, planLimits } from "./quota/plans.ts";
export type { Contract, PlanLimits, PlanName } from "./quota/plans.ts";
export {
  BREAKER_STATES,
  BREAKER_WINDOW_MS,
  CROWDED_AFTER_MS,
  backupPools,
  keepsWaiting,
  moveBreaker,
  openForMs,
} from "./schedule/breaker.ts";
export type { BreakerFacts, BreakerMove, BreakerState } from "./schedule/breaker.ts";
export { TRIED_MS, dispatchClip, mayGoElsewhere } from "./routing/dispatch.ts";
export { HEALTH, moveModelBreaker, restAfter } from "./routing/health.ts";
export { paceOf, tokensLeft, waitForToken } from "./routing/pace.ts";
export { NEVER_REASONS, PROBE_MS, ROUTED_MODELS, ableOf, routeClip } from "./routing/route.ts";
export type { ClipWish, Route, RoutingSnapshot, TenantRouting } from "./routing/route.ts";
export { pick } from "./schedule/pick.ts";
export type { Lane, PerTier, Picked, RunningStep, Snapshot, WaitingStep } from "./schedule/pick.ts";
export { choosePreemptions, pausesFree } from "./schedule/relieve.ts";
export type { PoolPressure, RunningWork } from "./schedule/relieve.ts";
export { estimateSeconds, placeStep } from "./schedule/place-step.ts";
export type { StepPlacement } from "./schedule/place-step.ts";
export { FARM_POOL_NAMES, POOL_NAMES, WORST_TIER, pools } from "./schedule/pools.ts";
export type { PoolName, Tier } from "./schedule/pools.ts";
export { admit } from "./submit/admit.ts";
export type { Admission, AdmitFacts } from "./submit/admit.ts";
export { judgeRisk } from "./risk/judge.ts";
export type { Clearance, DoorJudgement } from "./risk/judge.ts";
export { networkOf } from "./risk/network.ts";
export { DOOR_POLICY, RISK_WINDOWS_MS, YOUNG_FOR_SIMILAR_MS, riskFacts } from "./risk/rules.ts";
export type { RiskCounts, RiskFacts } from "./risk/rules.ts";
export {
  APPEAL_MAX,
  APPEAL_MIN,
  CLEARED_MS,
  CLEAR_STANDING,
  RISK_ACTIONS,
  STANDING_STATES,
  clearanceOf,
} from "./risk/standing.ts";
export type { RiskAction, Standing, StandingState } from "./risk/standing.ts";
export { RISK_VERDICTS, riskBounds } from "./submit/risk.ts";
export type { RiskBounds, RiskSignals, RiskVerdict } from "./submit/risk.ts";
export { courseOfTask, endOfAttempt, haltOf } from "./task/course.ts";
export type { AttemptOutcome, Failure, StepEnd, StepStanding } from "./task/course.ts";
export { FAILURE_CLASSES, canRetry, failureClassOf, failureClasses } from "./task/failures.ts";
export type { FailureClass, FailureCode } from "./task/failures.ts";
export {
  DEAD_LETTER_STATES,
  OUTBOX_STATES,
  STEP_KINDS,
  TASK_EVENT_TYPES,
  TASK_SCENES,
  callsVendor,
} from "./task/kinds.ts";
export type { DeadLetterState, StepKind, TaskEventType, TaskScene } from "./task/kinds.ts";
export {
  CLAIMABLE_TASK_STATES,
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
  MILESTONES,
  PROGRESS_EVERY_MS,
  PROGRESS_TTL_MS,
  milestoneOf,
  taskProgress,
} from "./task/progress.ts";
export type { StepProgress } from "./task/progress.ts";
export {
  NOTIFY_FIRST_MS,
  NOTIFY_PUSHES,
  REVIEW_EVENT,
  SENDING_MS,
  TEST_EVENT,
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_EVENTS,
  isLastAttempt,
  notificationOf,
  restOfDelivery,
} from "./task/notifying.ts";
export type { WebhookDeliveryState, WebhookEvent } from "./task/notifying.ts";
export { refuseStepPlan } from "./task/step-plan.ts";
export type { PlannedStep } from "./task/step-plan.ts";
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
  LEASE_SCAN_MS,
  OVERRUN_GRACE_MS,
  OUTPUT_HOLD_MS,
  QUEUE_LIMIT_MS,
  WAKE_AGAIN_MS,
  deadlineMs,
  endToEndMs,
  holdPauseMs,
  retryBudget,
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
export { chooseVersions } from "./project/versions.ts";
export { AI_SHARES, CREDENTIALS, madeOf } from "./provenance/made-of.ts";
export type { AiShare, Credentials, FilmPart, MadeOf } from "./provenance/made-of.ts";

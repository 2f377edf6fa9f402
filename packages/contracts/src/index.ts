export { createClient, endpointUrl } from "./client.ts";
export type {
  CallOptions,
  Client,
  ClientSettings,
  EndpointInput,
  EndpointOutput,
  FetchLike,
} from "./client.ts";
export { ASSET_STATES, CLIP_RATIOS, FARM_POOL_NAMES, MAX_SEED, PROMPT_MAX } from "@cutroom/domain";
export { EXPORT_FORMATS, formatOf, rateFor, resolutionsOf } from "@cutroom/domain";
export { APPEAL_MAX, APPEAL_MIN, SCOPES, TASK_SCENES, madeOf } from "@cutroom/domain";
export type { AiShare, ClipRatio, ExportFormat, PoolName, Scope } from "@cutroom/domain";
export { endpoint } from "./endpoint.ts";
export type { Audience, Endpoint, Method } from "./endpoint.ts";
export { streamEvent } from "./events.ts";
export type { StreamEvent } from "./events.ts";
export { account, apiKey } from "./http/account.ts";
export type { Account, ApiKey, TenantNotice } from "./http/account.ts";
export { asset, filmstrip } from "./http/asset.ts";
export type { Asset } from "./http/asset.ts";
export type { Folder } from "./http/folder.ts";
export {
  claimedStep,
  exportResult,
  generateResult,
  ingestResult,
  segmentsResult,
  storedOutput,
} from "./http/farm.ts";
export type { ClaimedStep } from "./http/farm.ts";
export { exportJob, generateJob, ingestJob, outputSlot, segmentsJob } from "./http/farm-jobs.ts";
export type {
  ExportJob,
  GenerateJob,
  IngestJob,
  PackedSegment,
  SegmentPack,
  SegmentsJob,
} from "./http/farm-jobs.ts";
export type { GenerationModel } from "./http/generation.ts";
export { AUTO_MODEL, generationSpec } from "./http/generation-spec.ts";
export type { GenerationRequest, GenerationSpec, GenerationWish } from "./http/generation-spec.ts";
export type { TemplateSummary, TemplateWithDocument } from "./http/template.ts";
export { creditEntry } from "./http/credits.ts";
export type { CreditEntry } from "./http/credits.ts";
export { reconciliationBreak, reconciliationRun, taskCost } from "./http/ops.ts";
export type { ReconciliationBreak, ReconciliationRun, TaskCost } from "./http/ops.ts";
export {
  deadLetter,
  failureCount,
  objectiveLevel,
  poolStanding,
  serviceLevel,
  unknownStep,
} from "./http/ops-work.ts";
export type {
  DeadLetter,
  FailureCount,
  ObjectiveLevel,
  PoolStanding,
  ServiceLevel,
  ServiceLevels,
  UnknownStep,
  VendorStanding,
} from "./http/ops-work.ts";
export { contentReview, reviewPictures } from "./http/review.ts";
export type { ClaimedVerdict, ContentReview } from "./http/review.ts";
export { ROLLOUT_FACTS } from "@cutroom/domain/moderation";
export type { PolicyRollout, ReviewModels } from "./http/rollout.ts";
export type {
  Evidence,
  EvidenceAnswer,
  EvidenceAsked,
  EvidenceQuery,
  EvidenceRetention,
} from "./http/evidence.ts";
export { readOutput } from "./read-output.ts";
export { project, projectSummary, projectVersion } from "./http/project.ts";
export type { ProjectSummary, ProjectVersion, ProjectWithDocument } from "./http/project.ts";
export type { HeldUser, RiskAppeal, RiskRecord, Standing } from "./http/risk.ts";
export type { Provenance } from "./http/provenance.ts";
export { publicShare, share } from "./http/share.ts";
export type { PublicShare, Share } from "./http/share.ts";
export {
  CAPTION_USES,
  exportFormat,
  exportSpec,
  task,
  taskOutput,
  taskTimestamps,
  streamRung,
} from "./http/task.ts";
export type { ExportSpec, StreamRung, Task } from "./http/task.ts";
export { COST_GROUPS } from "./http/usage.ts";
export type { CostGroup, CostProfile, CostRow, Spender } from "./http/usage.ts";
export { webhook, webhookDelivery } from "./http/webhook.ts";
export type { Webhook, WebhookDelivery } from "./http/webhook.ts";
export { upload, uploadPart } from "./http/upload.ts";
export { API_NOTIFY_PATH, API_QUEUE_PATH, FARM_WAKE_PATH, queueMessage } from "./messages.ts";
export type { HouseJob, QueueMessage } from "./messages.ts";
export {
  PROBLEM_CODES,
  TASK_FAILURE_CODES,
  problemBody,
  problems,
  taskFailureCode,
  taskFailures,
} from "./problem.ts";
export type { ProblemBody, ProblemCode, TaskFailureCode } from "./problem.ts";
export { endpoints } from "./table.ts";
export type { EndpointName } from "./table.ts";

export { poolBreaker } from "./breaker.ts";
export { ledgerHead } from "./ledger-head.ts";
export { costKind, costLine, vendorInvoiceLine } from "./cost.ts";
export {
  account,
  apiKey,
  memberRole,
  membership,
  planName,
  session,
  tenant,
  user,
  verification,
} from "./identity.ts";
export { asset, assetOrigin, assetState, upload, uploadState } from "./media.ts";
export type { AssetRow, UploadRow } from "./media.ts";
export { promptDecision, promptScore } from "./moderation.ts";
export {
  ledgerAccount,
  ledgerAccountKind,
  ledgerEntry,
  ledgerEntryKind,
  reservation,
  reservationState,
} from "./money.ts";
export {
  assetReference,
  project,
  projectPatchBatch,
  projectRevision,
  projectVersion,
  projectVersionAsset,
} from "./projects.ts";
export type { ProjectRow } from "./projects.ts";
export { quotaCopy, riskDecision, riskVerdict, tenantContract, tenantNotice } from "./quota.ts";
export {
  lane,
  modelCap,
  shareSettlement,
  tenantReserved,
  tenantShare,
  worker,
} from "./schedule.ts";
export {
  breakAction,
  breakKind,
  breakState,
  reconciliationBreak,
  reconciliationBreakEvent,
  reconciliationCursor,
  reconciliationRun,
} from "./reconciliation.ts";
export type { BreakRow, CheckReport, RunRow } from "./reconciliation.ts";
export { evidenceArchive, evidenceQuery, evidenceRetention, reviewEvidence } from "./evidence.ts";
export type { EvidenceRow, RetentionRow } from "./evidence.ts";
export { policyRollout, policyRolloutEvent, reviewPolicy } from "./rollout.ts";
export type { PolicyRow, RolloutRow } from "./rollout.ts";
export { contentReview, reviewEvent, reviewVerdict } from "./review.ts";
export type { ReviewRow, VerdictRow } from "./review.ts";
export { riskAppeal, riskEvent, riskStanding } from "./risk.ts";
export type { RiskAppealRow } from "./risk.ts";
export { requestMinute } from "./requests.ts";
export { modelRetirement, modelStanding } from "./routing.ts";
export { share } from "./share.ts";
export type { ShareRow } from "./share.ts";
export {
  deadLetter,
  deadLetterState,
  idempotency,
  inbox,
  outbox,
  outboxState,
  step,
  stepDependency,
  stepKind,
  stepLease,
  stepState,
  task,
  taskEvent,
  taskEventType,
  taskScene,
  taskState,
  tenantStream,
} from "./work.ts";
export type { DeadLetterRow, StepRow, StoredExport, StoredRung, TaskRow } from "./work.ts";
export { folder, folderAsset } from "./folders.ts";
export type { FolderRow } from "./folders.ts";
export { segmentPack } from "./segments.ts";
export type { SegmentPackRow } from "./segments.ts";
export { projectTemplate, projectTemplateAsset } from "./templates.ts";
export type { TemplateRow } from "./templates.ts";
export { vendorCallback, vendorJob } from "./vendor.ts";
export type { VendorJobRow } from "./vendor.ts";
export { webhook, webhookDelivery, webhookDeliveryState } from "./webhooks.ts";
export type { WebhookDeliveryRow, WebhookRow } from "./webhooks.ts";

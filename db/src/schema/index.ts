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
export {
  ledgerAccount,
  ledgerAccountKind,
  ledgerEntry,
  ledgerEntryKind,
  reservation,
  reservationState,
} from "./money.ts";
export { assetReference, project, projectPatchBatch, projectRevision } from "./projects.ts";
export type { ProjectRow } from "./projects.ts";
export { lane, modelCap, shareSettlement, tenantShare, worker } from "./schedule.ts";
export { share } from "./share.ts";
export type { ShareRow } from "./share.ts";
export {
  idempotency,
  inbox,
  outbox,
  outboxState,
  step,
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
export type { StoredExport, TaskRow } from "./work.ts";

import * as schema from "./schema/index.ts";

export { asSystem, createDatabase, forTenant } from "./database.ts";
export type { Database, DatabaseSettings, OpenDatabase, Transaction } from "./database.ts";
export { DEMO_EMAIL, DEMO_PASSWORD } from "./demo-account.ts";
export { migrate } from "./migrate.ts";
export type { MigrateSettings } from "./migrate.ts";
export { appendTaskEvent } from "./queries/append-event.ts";
export { claimSteps } from "./queries/claim-steps.ts";
export type { ClaimedRow } from "./queries/claim-steps.ts";
export { registerWorker, removeWorker } from "./queries/claim-workers.ts";
export { endAttempt, findExpiredLeases } from "./queries/end-attempt.ts";
export type { AttemptEnd, EndedBy } from "./queries/end-attempt.ts";
export { findOverdueTasks } from "./queries/find-overdue.ts";
export {
  closeReservation,
  lockAvailable,
  openAccounts,
  post,
  readBalances,
} from "./queries/ledger.ts";
export type { NextId } from "./queries/ledger.ts";
export { moveTask } from "./queries/move-task.ts";
export {
  confirmPublished,
  findPendingWakes,
  notePublishError,
  repairLostWakes,
  wakeAgain,
} from "./queries/outbox.ts";
export type { PendingWake } from "./queries/outbox.ts";
export { renewLease } from "./queries/renew-lease.ts";
export type { Fence } from "./queries/renew-lease.ts";
export { readExportUsage } from "./queries/usage.ts";
export type {
  AssetRow,
  ProjectRow,
  ShareRow,
  StoredExport,
  TaskRow,
  UploadRow,
} from "./schema/index.ts";
export { seedDemo } from "./seed.ts";
/** Every table, for the query builder. */
export { schema };

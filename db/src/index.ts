import * as schema from "./schema/index.ts";

export { asSystem, createDatabase, forTenant } from "./database.ts";
export type { Database, DatabaseSettings, OpenDatabase, Transaction } from "./database.ts";
export { gatherWrites } from "./gather-writes.ts";
export { DEMO_EMAIL, DEMO_PASSWORD } from "./demo-account.ts";
export { migrate } from "./migrate.ts";
export type { MigrateSettings } from "./migrate.ts";
export { appendTaskEvent } from "./queries/append-event.ts";
export { askToStop, forgetWorkers, pauseFree, readPressure } from "./queries/claim-relief.ts";
export { claimForMany, claimSteps } from "./queries/claim-steps.ts";
export type { ClaimAsk, ClaimedRow } from "./queries/claim-steps.ts";
export { readThrottles } from "./queries/vendor-throttles.ts";
export { closeCallbacks, takeOpenCallbacks } from "./queries/vendor-callbacks.ts";
export type { OpenCallback } from "./queries/vendor-callbacks.ts";
export {
  acceptVendorJob,
  findMadeJob,
  keepModelCaps,
  lockVendorJob,
  readVendorStep,
  renewVendorLeases,
  takeDueVendorJobs,
  writeVendorNews,
} from "./queries/vendor-jobs.ts";
export { moveClip, readClipAttempts, readTried, takeTokens } from "./queries/clip-moves.ts";
export {
  keepModelBreaker,
  readModels,
  readRetirements,
  readTenantRouting,
  restModel,
  takeProbe,
} from "./queries/model-standings.ts";
export type { ModelRow } from "./queries/model-standings.ts";
export { countWorkers, registerWorker, removeWorker } from "./queries/claim-workers.ts";
export { claimHeldStep, freeHeldSteps } from "./queries/held-outputs.ts";
export { endAttempt } from "./queries/end-attempt.ts";
export type { EndedAttempt, SuccessFacts } from "./queries/end-attempt.ts";
export { findExpiredLeases } from "./queries/find-expired-leases.ts";
export type { ExpiredLease } from "./queries/find-expired-leases.ts";
export { findOverdueTasks, findPastDeadline } from "./queries/find-overdue.ts";
export { haltSteps } from "./queries/halt-steps.ts";
export type { EndedBy } from "./queries/lock-attempt.ts";
export { writeMilestones } from "./queries/write-milestones.ts";
export type { Milestone } from "./queries/write-milestones.ts";
export {
  keepBreaker,
  moveToBackup,
  readBreakers,
  readPools,
  spareOfBackup,
} from "./queries/pool-breaker.ts";
export type { BreakerRow } from "./queries/pool-breaker.ts";
export { readGenerationQueue } from "./queries/generation-queue.ts";
export { readPoolDepth } from "./queries/pool-depth.ts";
export { readServiceLevels } from "./queries/read-slis.ts";
export { addRequestMinutes, readRequestCounts } from "./queries/request-minutes.ts";
export type { RequestMinute } from "./queries/request-minutes.ts";
export { readStandings } from "./queries/read-standings.ts";
export { bookFinishedExports, readCost } from "./queries/cost.ts";
export { grantCredits, lockAvailable, openAccounts, readBalances } from "./queries/ledger.ts";
export { compensateCredits, refundCredits } from "./queries/ledger-correct.ts";
export { readPostings } from "./queries/ledger-history.ts";
export { closeReservation, reserveCredits } from "./queries/ledger-reservation.ts";
export { digestHeads, verifyAndAnchor } from "./queries/ledger-heads.ts";
export type { LedgerScope } from "./queries/ledger-heads.ts";
export { findBalanceDrift, verifyLedger } from "./queries/ledger-verify.ts";
export {
  findBareCharges,
  findBareDeliveries,
  findHeldByEnded,
  findHeldByLive,
  findNamedKeys,
  findStoredExports,
} from "./queries/reconcile-find.ts";
export { findInvoiceDrift, findUnknown } from "./queries/reconcile-vendors.ts";
export {
  findOpenSubjects,
  finishRun,
  keepBreaks,
  moveBreak,
  readBreakEvents,
  readCursor,
  startRun,
  writeCursor,
} from "./queries/reconcile-store.ts";
export type { BreakEventRow, CheckResult } from "./queries/reconcile-store.ts";
export { findDueRenewals, renewCredits } from "./queries/renewal.ts";
export { moveTask } from "./queries/move-task.ts";
export type { Move, MoveRefusal } from "./queries/move-task.ts";
export {
  claimUnnotified,
  confirmNotified,
  findUndelivered,
  takeDelivery,
} from "./queries/notifications.ts";
export { noteRequest } from "./queries/note-request.ts";
export {
  confirmManyPublished,
  findPendingWakes,
  notePublishError,
  repairLostWakes,
} from "./queries/outbox.ts";
export type { PendingWake } from "./queries/outbox.ts";
export {
  distrustSegmentPacks,
  findExpiredPacks,
  findSegmentPacks,
  forgetSegmentPacks,
  keepSegmentPack,
} from "./queries/segment-packs.ts";
export { succeedSteps } from "./queries/succeed-steps.ts";
export type { Success, SuccessVerdict } from "./queries/succeed-steps.ts";
export {
  countInferences,
  countQuestions,
  findEvidence,
  keepEvidence,
  keepQuestion,
  listQuestions,
  readRetention,
  setRetention,
} from "./queries/evidence.ts";
export type { NewEvidence } from "./queries/evidence.ts";
export {
  beginArchive,
  endArchive,
  endDestroyed,
  findEndedArchives,
  findOldEvidence,
} from "./queries/evidence-archive.ts";
export {
  changeRollout,
  countUndecided,
  insertPolicy,
  insertRollout,
  listPolicies,
  listRolloutEvents,
  noteRollout,
  readPolicy,
  readPolicySpec,
  readRollout,
  readScores,
  readStanding,
} from "./queries/rollouts.ts";
export {
  claimVerdict,
  endVerdict,
  failSilentVerdicts,
  keepScore,
} from "./queries/review-verdicts.ts";
export type { VerdictFence } from "./queries/review-verdicts.ts";
export {
  filesOfContent,
  findLateReviews,
  insertReview,
  lockReview,
  moveReview,
  noteReview,
  readQueuedReviews,
  reviewOfAsset,
  reviewStatesOf,
} from "./queries/reviews.ts";
export type { QueuedReview, ReviewStanding } from "./queries/reviews.ts";
export { findPeople, lockRounds, roundsOf } from "./queries/appeals.ts";
export { holdPerson, noteRisk, readRiskHistory, releasePerson } from "./queries/risk-standing.ts";
export { readHeldPeople, readRiskPerson } from "./queries/risk-people.ts";
export type { HeldPlace, RiskPerson } from "./queries/risk-people.ts";
export { readCostReport, readSpenders } from "./queries/cost-report.ts";
export type { CostPlace, CostReportRow, CostSum } from "./queries/cost-report.ts";
export { renewLease } from "./queries/renew-lease.ts";
export type { Fence } from "./queries/renew-lease.ts";
export { storeTask } from "./queries/create-task.ts";
export { readExportSource } from "./queries/export-source.ts";
export type { ExportSource, FoundAsset } from "./queries/export-source.ts";
export type { NewTaskFacts } from "./queries/create-task.ts";
export { admitSubmit, findKeptAnswer, submitAtOnce } from "./queries/submit.ts";
export type { AdmitAsk, Verdict } from "./queries/submit.ts";
export { distrustCopy, lockPlatform, nextEpoch, trustCopy } from "./queries/quota.ts";
export {
  contractColumns,
  findCountingHolds,
  findHolds,
  findHoldsOfTask,
} from "./queries/quota-holds.ts";
export type { StoredHold } from "./queries/quota-holds.ts";
export type {
  AssetRow,
  DeadLetterRow,
  EvidenceRow,
  BreakRow,
  CheckReport,
  ProjectRow,
  FolderRow,
  TemplateRow,
  PolicyRow,
  RetentionRow,
  ReviewRow,
  RiskAppealRow,
  RolloutRow,
  RunRow,
  ShareRow,
  StepRow,
  VendorJobRow,
  StoredExport,
  StoredRung,
  TaskRow,
  UploadRow,
  VerdictRow,
  WebhookDeliveryRow,
  WebhookRow,
} from "./schema/index.ts";
export { seedDemo } from "./seed.ts";
/** Every table, for the query builder. */
export { schema };

import { compensateTask } from "../usecases/ledger/compensate-task.ts";
import { getTaskCost } from "../usecases/ledger/get-task-cost.ts";
import { refundTask } from "../usecases/ledger/refund-task.ts";
import { importVendorInvoice } from "../usecases/reconciliation/import-vendor-invoice.ts";
import { listBreaks } from "../usecases/reconciliation/list-breaks.ts";
import { listReconciliationRuns, runReconciliation } from "../usecases/reconciliation/list-runs.ts";
import { resolveBreak, takeBreak } from "../usecases/reconciliation/move-break.ts";
import type { Routes } from "./mount.ts";

export const opsRoutes = {
  listBreaks: ({ deps, query }) => listBreaks(deps, query),
  takeBreak: ({ deps, caller, params }) => takeBreak(deps, caller, params.break_id),
  resolveBreak: ({ deps, caller, params, body }) =>
    resolveBreak(deps, caller, params.break_id, body.note),
  listReconciliationRuns: ({ deps }) => listReconciliationRuns(deps),
  runReconciliation: ({ deps, caller }) => runReconciliation(deps, caller),
  importVendorInvoice: ({ deps, caller, body }) => importVendorInvoice(deps, caller, body),
  refundTask: ({ deps, params, body, idempotencyKey }) =>
    refundTask(deps, { taskId: params.task_id, key: idempotencyKey, ...body }),
  compensateTask: ({ deps, params, body, idempotencyKey }) =>
    compensateTask(deps, { taskId: params.task_id, key: idempotencyKey, ...body }),
  getTaskCost: ({ deps, params }) => getTaskCost(deps, params.task_id),
} satisfies Partial<Routes>;

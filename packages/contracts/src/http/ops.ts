/** What operators see and do: no tenant is asked, and nobody else learns that it exists. */
import { BREAK_ACTIONS, BREAK_KINDS, BREAK_STATES } from "@cutroom/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";

export const reconciliationBreak = z.object({
  id: z.string(),
  kind: z.enum(BREAK_KINDS),
  /** What it is about; with the kind it is the same break in every run. */
  subject: z.string(),
  state: z.enum(BREAK_STATES),
  tenant_id: z.string().nullable(),
  task_id: z.string().nullable(),
  /** At stake, whole credits; positive when a tenant has too few. */
  credits: z.int().nullable(),
  /** At stake, millionths of `currency`. */
  cost_micros: z.int().nullable(),
  currency: z.string().nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  opened_at: z.string(),
  seen_at: z.string(),
  times_opened: z.int(),
  owner: z.string().nullable(),
  resolved_by: z.string().nullable(),
  resolved_at: z.string().nullable(),
  note: z.string().nullable(),
  history: z.array(
    z.object({
      action: z.enum(BREAK_ACTIONS),
      actor: z.string(),
      note: z.string().nullable(),
      at: z.string(),
    }),
  ),
});
export type ReconciliationBreak = z.infer<typeof reconciliationBreak>;

export const reconciliationRun = z.object({
  id: z.string(),
  asked_by: z.string(),
  started_at: z.string(),
  /** Null while it runs, and for ever when it was cut off. */
  finished_at: z.string().nullable(),
  checks: z.array(
    z.object({
      kind: z.enum(BREAK_KINDS),
      found: z.int(),
      fresh: z.int(),
      returned: z.int(),
      gone: z.int(),
      /** False when the check stopped at its bound and goes on from there next time. */
      whole: z.boolean(),
      /** Whether the check could not be made; why is in the log. */
      failed: z.boolean(),
    }),
  ),
});
export type ReconciliationRun = z.infer<typeof reconciliationRun>;

const credits = z.int().min(1).max(2_147_483_647);
const reason = z.string().trim().min(3).max(500);
const taskParams = z.object({ task_id: z.string() });
const breakParams = z.object({ break_id: z.string() });

export const taskCost = z.object({
  task_id: z.string(),
  tenant_id: z.string(),
  refunded_credits: z.int(),
  /** Given for a fault of ours, less what was charged beyond its reservation. */
  compensated_credits: z.int(),
  /** One profile for each currency; millionths of it. */
  costs: z.array(
    z.object({
      currency: z.string(),
      provider_estimate: z.int(),
      provider_actual: z.int(),
      retry: z.int(),
      media_compute: z.int(),
      storage: z.int(),
      cdn: z.int(),
    }),
  ),
});
export type TaskCost = z.infer<typeof taskCost>;

export const opsEndpoints = {
  listBreaks: endpoint({
    method: "GET",
    path: "/v1/ops/breaks",
    summary: "Breaks of the reconciliation, oldest first; resolved ones newest first",
    audience: "operator",
    query: z.object({
      resolved: z.stringbool().default(false),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    status: 200,
    output: z.object({ breaks: z.array(reconciliationBreak), total: z.int() }),
    failures: [],
  }),
  takeBreak: endpoint({
    method: "POST",
    path: "/v1/ops/breaks/:break_id/take",
    summary: "Become the owner of a break",
    audience: "operator",
    params: breakParams,
    status: 200,
    output: reconciliationBreak,
    failures: ["request.not-found", "break.resolved"],
  }),
  resolveBreak: endpoint({
    method: "POST",
    path: "/v1/ops/breaks/:break_id/resolve",
    summary: "Close a break with a note; it opens again if the next run still finds it",
    audience: "operator",
    params: breakParams,
    body: z.object({ note: reason }),
    status: 200,
    output: reconciliationBreak,
    failures: ["request.not-found", "break.resolved"],
  }),
  listReconciliationRuns: endpoint({
    method: "GET",
    path: "/v1/ops/reconciliation-runs",
    summary: "The last runs of the reconciliation, newest first",
    audience: "operator",
    status: 200,
    output: z.object({ runs: z.array(reconciliationRun) }),
    failures: [],
  }),
  runReconciliation: endpoint({
    method: "POST",
    path: "/v1/ops/reconciliation-runs",
    summary: "Reconcile now",
    audience: "operator",
    status: 201,
    output: reconciliationRun,
    failures: [],
  }),
  importVendorInvoice: endpoint({
    method: "POST",
    path: "/v1/ops/vendor-invoices",
    summary: "Import lines of a vendor's invoice; repeating a line adds nothing",
    audience: "operator",
    body: z.object({
      vendor: z.string().trim().min(1).max(100),
      invoice_id: z.string().trim().min(1).max(200),
      lines: z
        .array(
          z.object({
            line_id: z.string().trim().min(1).max(200),
            vendor_job_id: z.string().trim().min(1).max(200),
            amount_micros: z.int().min(0),
            currency: z.string().regex(/^[A-Z]{3}$/),
            charged_at: z.iso.datetime(),
          }),
        )
        .min(1)
        .max(5_000),
    }),
    status: 200,
    output: z.object({ stored: z.int(), known: z.int() }),
    failures: ["invoice.line-differs"],
  }),
  refundTask: endpoint({
    method: "POST",
    path: "/v1/ops/tasks/:task_id/refund",
    summary: "Give back what a task was charged, in part or whole",
    audience: "operator",
    idempotent: "key-required",
    params: taskParams,
    body: z.object({ credits, reason }),
    status: 200,
    output: z.object({ refunded: z.int() }),
    failures: ["request.not-found", "refund.too-large", "idempotency.mismatch"],
  }),
  compensateTask: endpoint({
    method: "POST",
    path: "/v1/ops/tasks/:task_id/compensate",
    summary: "Credit a tenant for a fault of ours, or charge what a task cost beyond its estimate",
    audience: "operator",
    idempotent: "key-required",
    params: taskParams,
    body: z.object({ direction: z.enum(["credit", "charge"]), credits, reason }),
    status: 200,
    output: z.object({ available: z.int() }),
    failures: ["request.not-found", "credits.insufficient", "idempotency.mismatch"],
  }),
  getTaskCost: endpoint({
    method: "GET",
    path: "/v1/ops/tasks/:task_id/cost",
    summary: "What a task has cost us",
    audience: "operator",
    params: taskParams,
    status: 200,
    output: taskCost,
    failures: ["request.not-found"],
  }),
};

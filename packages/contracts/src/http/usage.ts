/** What work was charged, and what it has cost the platform (C6, T3). */
import { STANDING_STATES, TASK_SCENES } from "@cutroom/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";

export const COST_GROUPS = ["day", "user", "model", "detail"] as const;
export type CostGroup = (typeof COST_GROUPS)[number];

/** Millionths of `currency`. */
export const costProfile = z.object({
  currency: z.string(),
  provider_estimate: z.int(),
  provider_actual: z.int(),
  retry: z.int(),
  media_compute: z.int(),
  storage: z.int(),
  cdn: z.int(),
});
export type CostProfile = z.infer<typeof costProfile>;

const costCredits = z.object({
  settled: z.int(),
  refunded: z.int(),
  /** Given for a fault of ours, less what was charged beyond a reservation. */
  compensated: z.int(),
});

/** Sums over tasks accepted in the period. What is not grouped by is null. */
export const costRow = z.object({
  /** UTC, YYYY-MM-DD. */
  day: z.string().nullable(),
  user: z.object({ id: z.string(), name: z.string() }).nullable(),
  scene: z.enum(TASK_SCENES).nullable(),
  /** Empty for work of no model. */
  model: z.string().nullable(),
  tasks: z.int(),
  credits: costCredits,
  costs: z.array(costProfile),
});
export type CostRow = z.infer<typeof costRow>;

const period = {
  by: z.enum(COST_GROUPS).default("day"),
  /** UTC days, both included; without them the last thirty. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** The `next` of the page before. */
  after: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};
const report = z.object({ rows: z.array(costRow), next: z.string().nullable() });

export const spender = z.object({
  tenant_id: z.string(),
  tenant_name: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  email: z.string(),
  state: z.enum(STANDING_STATES),
  tasks: z.int(),
  failed: z.int(),
  credits: costCredits,
  costs: z.array(costProfile),
});
export type Spender = z.infer<typeof spender>;

export const usageEndpoints = {
  listUsageCost: endpoint({
    method: "GET",
    path: "/v1/usage/cost",
    summary:
      "What tasks were charged and have cost: of the workspace for its admins, your own otherwise",
    audience: "user",
    query: z.object(period),
    status: 200,
    output: report,
    failures: ["request.invalid"],
  }),
  listTenantCost: endpoint({
    method: "GET",
    path: "/v1/ops/tenants/:tenant_id/usage/cost",
    summary: "The same for operators, of a workspace or of one of its people",
    audience: "operator",
    params: z.object({ tenant_id: z.string() }),
    query: z.object({ ...period, user_id: z.string().optional() }),
    status: 200,
    output: report,
    failures: ["request.invalid", "request.not-found"],
  }),
  listSpenders: endpoint({
    method: "GET",
    path: "/v1/ops/usage/spenders",
    summary: "Whose work cost most in the last days",
    audience: "operator",
    query: z.object({
      days: z.coerce.number().int().min(1).max(31).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    status: 200,
    output: z.object({ spenders: z.array(spender) }),
    failures: [],
  }),
};

/** What operators see and do about work that went wrong, and how well the platform serves. */
import {
  BREAKER_STATES,
  DEAD_LETTER_STATES,
  FAILURE_CLASSES,
  LEVEL_SPLITS,
  MODEL_NAMES,
  OBJECTIVE_NAMES,
  REQUEST_OBJECTIVE_NAMES,
  OBJECTIVE_STATES,
  POOL_NAMES,
  TASK_SCENES,
  TASK_STATES,
  VENDOR_FAILURES,
  VENDOR_NAMES,
} from "@cutroom/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";

export const deadLetter = z.object({
  id: z.string(),
  tenant_id: z.string(),
  task_id: z.string(),
  step_id: z.string(),
  scene: z.enum(TASK_SCENES),
  task_state: z.enum(TASK_STATES),
  round: z.int(),
  /** What its owner was told, as a code. */
  cause: z.string(),
  attempts: z.int(),
  /** The last error, for operators only. */
  internal: z.string().nullable(),
  state: z.enum(DEAD_LETTER_STATES),
  closed_by: z.string().nullable(),
  created_at: z.string(),
  closed_at: z.string().nullable(),
});
export type DeadLetter = z.infer<typeof deadLetter>;

export const unknownStep = z.object({
  step_id: z.string(),
  tenant_id: z.string(),
  task_id: z.string(),
  attempt: z.int(),
  model: z.string(),
  /** The key under which the vendor may know the request. */
  request_key: z.string().nullable(),
  request_sent_at: z.string(),
  internal: z.string().nullable(),
});
export type UnknownStep = z.infer<typeof unknownStep>;

const share = z.number().min(0).max(1).nullable();
const seconds = z.number().nullable();
const spread = z.object({ p50: seconds, p95: seconds });

/** Over tasks that began in the window. Null where there is nothing to measure. */
export const serviceLevel = z.object({
  /** What they have in common; null: all of them. */
  key: z.string().nullable(),
  tasks: z.int(),
  succeeded: z.int(),
  canceled: z.int(),
  failed: z.object({ input: z.int(), moderation: z.int(), user: z.int(), platform: z.int() }),
  /** Succeeded of all that ended and that nobody canceled. */
  user_perceived: share,
  /** The same without what failed for its input or by moderation. */
  platform_attributed: share,
  /** Seconds. */
  queue_wait: spread,
  provider: spread,
  postprocess: spread,
  first_preview: spread,
  end_to_end: spread,
});
export type ServiceLevel = z.infer<typeof serviceLevel>;

export const objectiveLevel = z.object({
  name: z.enum([...OBJECTIVE_NAMES, ...REQUEST_OBJECTIVE_NAMES]),
  state: z.enum(OBJECTIVE_STATES),
  /** The share of tasks, or of requests, that must be well. */
  share: z.number(),
  /** Within how many seconds; null where it is about how they end. */
  at_most: seconds,
  tasks: z.int(),
  bad: z.int(),
  /** How many times faster than allowed the budget is used up; 1 uses up exactly all of it. */
  burn: z.number().nullable(),
  burn_hour: z.number().nullable(),
});
export type ObjectiveLevel = z.infer<typeof objectiveLevel>;

export const failureCount = z.object({
  /** Empty where no code was written down. */
  code: z.string(),
  failure_class: z.enum(FAILURE_CLASSES),
  tasks: z.int(),
});
export type FailureCount = z.infer<typeof failureCount>;

export const serviceLevels = z.object({
  since: z.string(),
  /** Age of the oldest task that waits to start, seconds; null when none does. */
  oldest_waiting: seconds,
  /** All together first, then split, the most frequent first. */
  levels: z.array(serviceLevel),
  objectives: z.array(objectiveLevel),
  /** Why tasks failed, the most frequent first. */
  failures: z.array(failureCount),
});
export type ServiceLevels = z.infer<typeof serviceLevels>;

/** One kind of machine: who serves it, what waits there, and whether it is trusted (C9). */
export const poolStanding = z.object({
  pool: z.enum(POOL_NAMES),
  /** Live workers that serve it, and how much they do at once. */
  workers: z.int(),
  slots: z.int(),
  running: z.int(),
  waiting: z.int(),
  /** Those of the waiting that belong to another pool and were moved here. */
  guests: z.int(),
  oldest_wait: seconds,
  breaker: z.object({
    state: z.enum(BREAKER_STATES),
    /** How long it has been in it; null while it has never moved. */
    for: seconds,
    ends: z.int(),
    failures: z.int(),
    backup: z.enum(POOL_NAMES).nullable(),
  }),
});
export type PoolStanding = z.infer<typeof poolStanding>;

export const vendorStanding = z.object({
  model: z.enum(MODEL_NAMES),
  vendor: z.enum(VENDOR_NAMES),
  /** Whether this deployment has a key for it. */
  is_set_up: z.boolean(),
  /** Whether it takes no new work any more. */
  is_retired: z.boolean(),
  running: z.int(),
  waiting: z.int(),
  /** Most that run at once; 0: no limit. */
  cap: z.int(),
  breaker: z.object({
    state: z.enum(BREAKER_STATES),
    /** How long it has been in it; null while it has never moved. */
    for: seconds,
    /** Of the newest requests since then, and those of them that were its own faults. */
    ends: z.int(),
    faults: z.int(),
  }),
  /** Requests of the last ten minutes that it answered with "too many" (429). */
  throttled: z.int(),
  /** How long it is left alone, and why; null: it is not. */
  rest: z.object({ for: z.number(), reason: z.enum(VENDOR_FAILURES).nullable() }).nullable(),
  /** Requests that may leave at once, and most of them; null: nobody counts them. */
  tokens: z.object({ left: z.number(), burst: z.int() }).nullable(),
});
export type VendorStanding = z.infer<typeof vendorStanding>;

const letterParams = z.object({ dead_letter_id: z.string() });

export const opsWorkEndpoints = {
  listDeadLetters: endpoint({
    method: "GET",
    path: "/v1/ops/dead-letters",
    summary: "Work that was given up, newest first",
    audience: "operator",
    query: z.object({
      state: z.enum(DEAD_LETTER_STATES).default("OPEN"),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    status: 200,
    output: z.object({ dead_letters: z.array(deadLetter), total: z.int() }),
    failures: [],
  }),
  redriveDeadLetter: endpoint({
    method: "POST",
    path: "/v1/ops/dead-letters/:dead_letter_id/redrive",
    summary: "Run it once more as a new round; nobody is charged for it",
    audience: "operator",
    params: letterParams,
    status: 202,
    output: z.object({ task_id: z.string(), round: z.int() }),
    failures: ["request.not-found", "task.illegal-move"],
  }),
  dismissDeadLetter: endpoint({
    method: "POST",
    path: "/v1/ops/dead-letters/:dead_letter_id/dismiss",
    summary: "Leave it as it is; it is no longer listed as open",
    audience: "operator",
    params: letterParams,
    status: 200,
    output: deadLetter,
    failures: ["request.not-found", "task.illegal-move"],
  }),
  listUnknownSteps: endpoint({
    method: "GET",
    path: "/v1/ops/unknown-steps",
    summary: "Requests to vendors whose outcome nobody knows, oldest first",
    audience: "operator",
    status: 200,
    output: z.object({ steps: z.array(unknownStep) }),
    failures: [],
  }),
  resolveUnknownStep: endpoint({
    method: "POST",
    path: "/v1/ops/unknown-steps/:step_id/resolve",
    summary: "Say what became of a request: never accepted (it may be sent again), or failed",
    audience: "operator",
    params: z.object({ step_id: z.string() }),
    body: z.object({
      verdict: z.enum(["absent", "failed"]),
      /** What proves it. */
      note: z.string().trim().min(3).max(500),
    }),
    status: 200,
    output: z.object({ resolved: z.literal(true) }),
    failures: ["request.not-found", "task.illegal-move"],
  }),
  listPools: endpoint({
    method: "GET",
    path: "/v1/ops/pools",
    summary: "Every pool as it stands: workers, what waits and runs, and its breaker",
    audience: "operator",
    status: 200,
    output: z.object({ pools: z.array(poolStanding) }),
    failures: [],
  }),
  listVendors: endpoint({
    method: "GET",
    path: "/v1/ops/vendors",
    summary: "Every model of a vendor as it stands: breaker, queue, 429s, rest and requests left",
    audience: "operator",
    status: 200,
    output: z.object({ models: z.array(vendorStanding) }),
    failures: [],
  }),
  listServiceLevels: endpoint({
    method: "GET",
    path: "/v1/ops/slis",
    summary: "How long tasks took, how many succeeded, and whether promises are kept",
    audience: "operator",
    query: z.object({
      hours: z.coerce.number().int().min(1).max(720).default(24),
      by: z.enum(LEVEL_SPLITS).default("scene"),
    }),
    status: 200,
    output: serviceLevels,
    failures: [],
  }),
};

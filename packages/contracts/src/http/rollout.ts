/** Versions of the policy of reviews, and how one replaces another (G6). */
import {
  BUCKET_KINDS,
  CANARY_STAGES,
  LABELS_MIN,
  MEANING_MIN,
  ROLLOUT_EVENTS,
  ROLLOUT_FACTS,
  ROLLOUT_STATES,
} from "@cutroom/domain/moderation";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const ROLLOUT_ACTIONS = ["create", "setup", "capacity", "evaluate", ...ROLLOUT_EVENTS] as const;

const likelihood = z.number().min(0).max(1);
const words = z.string().trim().min(3).max(500);
const meaning = z.string().trim().min(MEANING_MIN).max(1_000);

export const policyVersion = z.object({
  version: z.string().regex(/^[\w.-]{1,40}$/u),
  /** Pictures of a content that a judge is shown. */
  frames: z.int().min(2).max(48),
  /** One picture as explicit as this is enough. */
  clear: likelihood,
  /** Or two as explicit as this. */
  probable: likelihood,
});

const vendor = z.object({
  name: z.string().trim().min(1).max(60),
  /** Percent of the traffic. */
  share: z.int().min(0).max(100),
  concurrency: z.int().min(1).max(1_000_000),
  seconds_per_call: z.number().min(0.001).max(3_600),
});

const capacityRow = z.object({
  mode: z.enum(["shadow", "canary"]),
  percent: z.int(),
  variants: z.int(),
  recompute: z.number(),
  demand_per_s: z.number(),
  capacity_per_s: z.number(),
  backlog_per_s: z.number(),
  /** What has piled up after 60, 300 and 600 s. */
  curve: z.array(z.number()),
});

const quality = z.object({ false_positives: z.int(), misses: z.int() });

const evaluation = z.object({
  candidate: z.string(),
  name: z.string(),
  false_positive_is: z.string(),
  miss_is: z.string(),
  sampling_bias: z.string(),
  harmful: z.int(),
  harmless: z.int(),
  quality,
  quality_before: quality.nullable(),
});

export const policyRollout = z.object({
  id: z.string(),
  candidate: z.string(),
  previous: z.string(),
  state: z.enum(ROLLOUT_STATES),
  bucket_by: z.enum(BUCKET_KINDS),
  percent: z.int(),
  subtasks_per_s: z.number(),
  vendors: z.array(vendor),
  /** Null: not computed since split, sampling or load changed. There is no traffic without it. */
  matrix: z.array(capacityRow).nullable(),
  evaluation: evaluation.nullable(),
  version: z.int(),
  created_by: z.string(),
  created_at: z.string(),
});
export type PolicyRollout = z.infer<typeof policyRollout>;

export const reviewModels = z.object({
  /** What decides for whoever is in no canary. */
  current: z.string(),
  policies: z.array(policyVersion.extend({ note: z.string() })),
  /** The one that is under way, else the one whose candidate decides; null: neither. */
  rollout: policyRollout.nullable(),
  events: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      action: z.enum(ROLLOUT_ACTIONS),
      actor: z.string(),
      note: z.string(),
      facts: z.partialRecord(z.enum(ROLLOUT_FACTS), z.number()),
    }),
  ),
});
export type ReviewModels = z.infer<typeof reviewModels>;

const byId = z.object({ rollout_id: z.string() });
const setup = {
  candidate: z.string().max(40),
  subtasks_per_s: z.number().min(0.001).max(1_000_000),
  vendors: z.array(vendor).min(1).max(20),
};
const base = { base_version: z.int() };
const changeFailures = ["request.not-found", "rollout.changed"] as const;

export const rolloutEndpoints = {
  getReviewModels: endpoint({
    method: "GET",
    path: "/v1/ops/models",
    summary: "Versions of the policy of reviews, and the rollout of one",
    audience: "operator",
    status: 200,
    output: reviewModels,
    failures: [],
  }),
  createPolicyVersion: endpoint({
    method: "POST",
    path: "/v1/ops/models/policies",
    summary: "Another version of the policy; it is never changed, and decides nothing by itself",
    audience: "operator",
    body: policyVersion.extend({ note: words }).refine((body) => body.probable <= body.clear, {
      path: ["probable"],
      message: "at most as high as `clear`",
    }),
    status: 201,
    output: reviewModels,
    failures: ["rollout.policy-exists"],
  }),
  createRollout: endpoint({
    method: "POST",
    path: "/v1/ops/models/rollouts",
    summary: "Begin to replace the policy by another version; without traffic yet",
    audience: "operator",
    body: z.object({ ...setup, bucket_by: z.enum(BUCKET_KINDS), note: words }),
    status: 201,
    output: policyRollout,
    failures: ["request.not-found", "rollout.open"],
  }),
  changeRollout: endpoint({
    method: "POST",
    path: "/v1/ops/models/rollouts/:rollout_id/setup",
    summary:
      "Another split, load or candidate; it ends the traffic until capacity is computed anew",
    audience: "operator",
    params: byId,
    body: z.object({ ...base, ...setup, note: words }),
    status: 200,
    output: policyRollout,
    failures: [...changeFailures, "rollout.illegal"],
  }),
  computeCapacity: endpoint({
    method: "POST",
    path: "/v1/ops/models/rollouts/:rollout_id/capacity",
    summary: "Compute the capacity matrix: variants x recompute x concurrency, and the backlog",
    audience: "operator",
    params: byId,
    body: z.object(base),
    status: 200,
    output: policyRollout,
    failures: [...changeFailures, "rollout.illegal", "rollout.split"],
  }),
  evaluateRollout: endpoint({
    method: "POST",
    path: "/v1/ops/models/rollouts/:rollout_id/evaluation",
    summary: "Measure the candidate on contents that people have labelled, by scores that are kept",
    audience: "operator",
    params: byId,
    body: z.object({
      ...base,
      name: words,
      false_positive_is: meaning,
      miss_is: meaning,
      sampling_bias: meaning,
      labels: z
        .array(z.object({ review_id: z.string().max(100), harmful: z.boolean() }))
        .min(LABELS_MIN)
        .max(5_000),
    }),
    status: 200,
    output: policyRollout,
    failures: [
      ...changeFailures,
      "rollout.illegal",
      "rollout.not-representative",
      "rollout.not-scored",
    ],
  }),
  moveRollout: endpoint({
    method: "POST",
    path: "/v1/ops/models/rollouts/:rollout_id/moves",
    summary: "Try it in the shadow, decide by it for a part, promote it, or take it back",
    audience: "operator",
    params: byId,
    body: z.object({
      ...base,
      event: z.enum(["shadow", "canary", "widen", "promote", "rollback"]),
      /** Of a canary. */
      percent: z.literal(CANARY_STAGES).default(1),
      note: words,
    }),
    status: 200,
    output: policyRollout,
    failures: [
      ...changeFailures,
      "rollout.illegal",
      "rollout.no-matrix",
      "rollout.over-capacity",
      "rollout.no-evaluation",
    ],
  }),
};

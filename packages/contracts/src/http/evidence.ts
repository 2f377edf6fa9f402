/** Why reviews came out as they did: asked for by operators, within limits, and on record (G7). */
import { EVIDENCE_FIGURES } from "@cutroom/domain";
import {
  EVIDENCE_PURPOSES,
  EVIDENCE_QUERY_VERSION,
  EVIDENCE_ROLES,
  REVIEW_MODELS,
  REVIEW_REASONS,
} from "@cutroom/domain/moderation";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { figure } from "./figure.ts";
import { judgedFrame } from "./review.ts";

export const evidenceAsked = z.object({
  /** Of the form of this question. */
  version: z.literal(EVIDENCE_QUERY_VERSION),
  /** Kept beside the question. */
  purpose: z.enum(EVIDENCE_PURPOSES),
  review_id: z.string().max(100).optional(),
  model_version: z.string().max(100).optional(),
  policy_version: z.string().max(100).optional(),
  since: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  limit: z.int().min(1).max(200).default(50),
});
export type EvidenceAsked = z.infer<typeof evidenceAsked>;

const evidenceBody = z.object({
  scores: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("picture"), frames: z.array(judgedFrame) }),
    z.object({ kind: z.literal("text"), found: z.record(z.string(), z.int()) }),
  ]),
  findings: z.array(z.enum(REVIEW_REASONS)),
  references: z.array(z.string()),
});

export const evidence = z.object({
  id: z.string(),
  review_id: z.string(),
  role: z.enum(EVIDENCE_ROLES),
  model: z.enum(REVIEW_MODELS),
  model_version: z.string(),
  policy: z.string(),
  attempt: z.int(),
  input_digest: z.string(),
  size_bytes: z.int(),
  at: z.string(),
  /** Set: it is out of reach of questions, and its body is in this archive. */
  archive_id: z.string().nullable(),
  body: evidenceBody.nullable(),
});
export type Evidence = z.infer<typeof evidence>;

export const evidenceAnswer = z.object({
  query_id: z.string(),
  version: z.literal(EVIDENCE_QUERY_VERSION),
  left_today: z.int(),
  evidence: z.array(evidence),
});
export type EvidenceAnswer = z.infer<typeof evidenceAnswer>;

export const evidenceQuery = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  version: z.int(),
  purpose: z.enum(EVIDENCE_PURPOSES),
  question: z.record(z.string(), z.union([z.string(), z.number()])),
  rows: z.int(),
  size_bytes: z.int(),
});
export type EvidenceQuery = z.infer<typeof evidenceQuery>;

const days = {
  queryable_days: z.int().min(1).max(365),
  archive_days: z.int().min(0).max(3_650),
  inferences_per_day: z.int().min(1).max(1_000_000_000),
  queries_per_day: z.int().min(1).max(1_000_000),
};

export const evidenceRetention = z.object({
  version: z.int(),
  ...days,
  changed_by: z.string(),
  changed_at: z.string(),
  note: z.string(),
  /** Inferences of the last day; a plan for fewer than these is computed for these. */
  measured_per_day: z.int(),
  figures: z.array(figure.extend({ name: z.enum(EVIDENCE_FIGURES) })),
  per_month: z.number(),
  budget_per_month: z.number(),
});
export type EvidenceRetention = z.infer<typeof evidenceRetention>;

export const evidenceEndpoints = {
  queryEvidence: endpoint({
    method: "POST",
    path: "/v1/ops/evidence/queries",
    summary: "Ask for evidence of reviews, the newest first; who asked is kept",
    audience: "operator",
    body: evidenceAsked,
    status: 200,
    output: evidenceAnswer,
    failures: ["evidence.budget"],
  }),
  listEvidenceQueries: endpoint({
    method: "GET",
    path: "/v1/ops/evidence/queries",
    summary: "Who asked for evidence, when, for what, and how much they were given",
    audience: "operator",
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(20) }),
    status: 200,
    output: z.object({ queries: z.array(evidenceQuery) }),
    failures: [],
  }),
  getEvidenceRetention: endpoint({
    method: "GET",
    path: "/v1/ops/evidence/retention",
    summary: "How long evidence is kept, and what that costs a month",
    audience: "operator",
    status: 200,
    output: evidenceRetention,
    failures: [],
  }),
  changeEvidenceRetention: endpoint({
    method: "POST",
    path: "/v1/ops/evidence/retention",
    summary: "Keep evidence for longer or shorter; computed anew, and refused above the budget",
    audience: "operator",
    body: z.object({
      base_version: z.int(),
      ...days,
      note: z.string().trim().min(3).max(500),
    }),
    status: 200,
    output: evidenceRetention,
    failures: ["evidence.over-budget", "evidence.changed"],
  }),
};

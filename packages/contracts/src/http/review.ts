/** Review of what is uploaded and generated: by machines, and by people where they are not enough (G5). */
import { APPEAL_MAX, APPEAL_MIN, STEP_STATES } from "@cutroom/domain";
import {
  PICTURE_KINDS,
  REVIEW_ACTIONS,
  REVIEW_MODELS,
  REVIEW_REASONS,
  REVIEW_STATES,
} from "@cutroom/domain/moderation";
import type { PictureKind } from "@cutroom/domain/moderation";
import { mediaFacts } from "@cutroom/timeline";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { asset, filmstrip } from "./asset.ts";

/** Pictures that a judge may answer for: one that looks at every second of ten minutes. */
const ANSWERED_FRAMES = 600;

const byId = z.object({ review_id: z.string() });
const note = z.string().trim().max(500);
const fence = {
  worker_id: z.string().min(1).max(100),
  attempt: z.int().min(1),
  /** Of the judge, with its weights. */
  model_version: z.string().max(100),
};

const likelihood = z.number().min(0).max(1);
const kinds = Object.fromEntries(PICTURE_KINDS.map((kind) => [kind, likelihood])) as Record<
  PictureKind,
  typeof likelihood
>;
/** Null: a picture that has no time. */
export const judgedFrame = z.object({ at_ms: z.int().nullable(), score: z.object(kinds) });

/** Pictures of a content: one sheet of them at an even interval, or a single one. */
export const reviewPictures = z.object({
  url: z.string(),
  size_bytes: z.int(),
  sheet: filmstrip.omit({ url: true }).nullable(),
});

export const claimedVerdict = z.object({
  review_id: z.string(),
  attempt: z.int(),
  /** By the database's clock; there is no renewal. */
  lease_ms: z.int(),
  pictures: reviewPictures,
  /** What it is judged under; what follows from its score is decided elsewhere. */
  policy_version: z.string(),
  /** Pictures of the sheet that are to be judged, in order; empty without a sheet. */
  tiles: z.array(z.int()),
});
export type ClaimedVerdict = z.infer<typeof claimedVerdict>;

export const reviewModel = z.object({
  model: z.enum(REVIEW_MODELS),
  version: z.string(),
  state: z.enum(STEP_STATES),
  mandatory: z.boolean(),
  attempts: z.int(),
  /** Of pictures; empty for words, and while there is no verdict. */
  frames: z.array(judgedFrame),
});

export const contentReview = z.object({
  id: z.string(),
  tenant_id: z.string(),
  tenant_name: z.string(),
  state: z.enum(REVIEW_STATES),
  reasons: z.array(z.enum(REVIEW_REASONS)),
  round: z.int(),
  policy: z.string(),
  opened_at: z.string(),
  waiting_since: z.string().nullable(),
  /** What the owner says against it; null: nothing so far. */
  appeal: z.string().nullable(),
  /** You decided the round before, and somebody else is there to decide this one. */
  is_for_another: z.boolean(),
  asset: z.object({
    id: z.string(),
    name: z.string(),
    kind: mediaFacts.shape.kind,
    origin: z.string(),
    ai_disclosure: z.string(),
    video_url: z.string().nullable(),
    poster_url: z.string().nullable(),
    filmstrip: filmstrip.nullable(),
  }),
  models: z.array(reviewModel),
  history: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      action: z.enum(REVIEW_ACTIONS),
      actor: z.string(),
      reasons: z.array(z.enum(REVIEW_REASONS)),
      note: z.string().nullable(),
    }),
  ),
});
export type ContentReview = z.infer<typeof contentReview>;

export const reviewEndpoints = {
  claimVerdict: endpoint({
    method: "POST",
    path: "/internal/v1/verdicts/claim",
    summary:
      "Take the lease of the content that has waited longest for this judge; null: none does",
    audience: "farm",
    body: z.object({ worker_id: fence.worker_id, model_version: fence.model_version }),
    status: 200,
    output: z.object({ verdict: claimedVerdict.nullable() }),
    failures: [],
  }),
  giveVerdict: endpoint({
    method: "POST",
    path: "/internal/v1/verdicts/:review_id/give",
    summary: "What the judge says of each picture; counts only from the attempt that holds it",
    audience: "farm",
    params: byId,
    body: z.object({
      ...fence,
      frames: z.array(judgedFrame).min(1).max(ANSWERED_FRAMES),
      /** sha256 of the pictures that it was given. */
      input_digest: z
        .string()
        .regex(/^[0-9a-f]{64}$/u)
        .optional(),
    }),
    status: 204,
    failures: ["lease.lost", "evidence.too-large"],
  }),
  dropVerdict: endpoint({
    method: "POST",
    path: "/internal/v1/verdicts/:review_id/drop",
    summary: "There is no verdict, or it is not known whether there is one",
    audience: "farm",
    params: byId,
    body: z.object({
      ...fence,
      unknown: z.boolean(),
      /** For operators only. */
      internal: z.string().max(4_000),
    }),
    status: 204,
    failures: ["lease.lost"],
  }),
  listReviews: endpoint({
    method: "GET",
    path: "/v1/ops/reviews",
    summary: "What waits for a person's decision, the oldest first",
    audience: "operator",
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
    status: 200,
    output: z.object({ reviews: z.array(contentReview) }),
    failures: [],
  }),
  decideReview: endpoint({
    method: "POST",
    path: "/v1/ops/reviews/:review_id/decision",
    summary: "Let a content be shared, or not; a refusal needs words that its owner reads",
    audience: "operator",
    params: byId,
    body: z
      .object({ verdict: z.enum(["approve", "reject"]), note: note.default("") })
      .refine((body) => body.verdict === "approve" || body.note.length >= 3, {
        path: ["note"],
        message: "say why",
      }),
    status: 200,
    output: contentReview,
    failures: ["request.not-found", "review.decided", "review.same-reviewer"],
  }),
  appealReview: endpoint({
    method: "POST",
    path: "/v1/assets/:asset_id/appeal",
    summary:
      "Say, once for each content, why a file that was rejected may be shared; a person decides, another than before where there is one",
    audience: "user",
    scope: "assets:write",
    params: z.object({ asset_id: z.string() }),
    body: z.object({ words: z.string().trim().min(APPEAL_MIN).max(APPEAL_MAX) }),
    status: 200,
    output: asset,
    failures: ["request.not-found", "review.not-held", "review.undecided", "review.appealed"],
  }),
};

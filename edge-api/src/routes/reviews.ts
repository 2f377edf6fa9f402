import { appealReview } from "../usecases/moderation/appeal-review.ts";
import { claimVerdict } from "../usecases/moderation/claim-verdict.ts";
import { decideReview } from "../usecases/moderation/decide-review.ts";
import { dropVerdict, giveVerdict } from "../usecases/moderation/give-verdict.ts";
import { listReviews } from "../usecases/moderation/list-reviews.ts";
import type { Routes } from "./mount.ts";

const heldBy = (
  params: { readonly review_id: string },
  body: { readonly worker_id: string; readonly attempt: number; readonly model_version: string },
) => ({
  reviewId: params.review_id,
  workerId: body.worker_id,
  attempt: body.attempt,
  modelVersion: body.model_version,
});

export const reviewRoutes = {
  claimVerdict: ({ deps, body }) =>
    claimVerdict(deps, { workerId: body.worker_id, modelVersion: body.model_version }),
  giveVerdict: ({ deps, params, body }) =>
    giveVerdict(deps, heldBy(params, body), {
      frames: body.frames.map(({ at_ms: atMs, score }) => ({ atMs, score })),
      inputDigest: body.input_digest,
    }),
  dropVerdict: ({ deps, params, body }) =>
    dropVerdict(deps, heldBy(params, body), { isUnknown: body.unknown, failure: body.internal }),
  listReviews: ({ deps, caller, query }) => listReviews(deps, caller, query),
  appealReview: ({ deps, caller, params, body }) =>
    appealReview(deps, caller, { assetId: params.asset_id, words: body.words }),
  decideReview: ({ deps, caller, params, body }) =>
    decideReview(deps, caller, { reviewId: params.review_id, ...body }),
} satisfies Partial<Routes>;

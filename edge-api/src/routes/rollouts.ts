import { evaluateRollout } from "../usecases/moderation/evaluate-rollout.ts";
import { getReviewModels } from "../usecases/moderation/present-rollout.ts";
import {
  changeRollout,
  computeCapacity,
  createPolicyVersion,
  createRollout,
  moveRollout,
} from "../usecases/moderation/roll-out.ts";
import type { Setup } from "../usecases/moderation/roll-out.ts";
import type { Routes } from "./mount.ts";

const seenBy = (
  params: { readonly rollout_id: string },
  body: { readonly base_version: number },
) => ({ rolloutId: params.rollout_id, baseVersion: body.base_version });

function setupOf(body: {
  readonly candidate: string;
  readonly subtasks_per_s: number;
  readonly vendors: readonly {
    readonly name: string;
    readonly share: number;
    readonly concurrency: number;
    readonly seconds_per_call: number;
  }[];
}): Setup {
  return {
    candidate: body.candidate,
    subtasksPerS: body.subtasks_per_s,
    vendors: body.vendors.map(({ name, share, concurrency, seconds_per_call }) => ({
      name,
      share,
      concurrency,
      secondsPerCall: seconds_per_call,
    })),
  };
}

export const rolloutRoutes = {
  getReviewModels: ({ deps }) => getReviewModels(deps),
  createPolicyVersion: ({ deps, caller, body }) => createPolicyVersion(deps, caller, body),
  createRollout: ({ deps, caller, body }) =>
    createRollout(deps, caller, {
      ...setupOf(body),
      bucketBy: body.bucket_by,
      note: body.note,
    }),
  changeRollout: ({ deps, caller, params, body }) =>
    changeRollout(deps, caller, seenBy(params, body), { ...setupOf(body), note: body.note }),
  computeCapacity: ({ deps, caller, params, body }) =>
    computeCapacity(deps, caller, seenBy(params, body)),
  evaluateRollout: ({ deps, caller, params, body }) =>
    evaluateRollout(deps, caller, seenBy(params, body), {
      name: body.name,
      falsePositiveIs: body.false_positive_is,
      missIs: body.miss_is,
      samplingBias: body.sampling_bias,
      labels: body.labels.map(({ review_id: reviewId, harmful }) => ({ reviewId, harmful })),
    }),
  moveRollout: ({ deps, caller, params, body }) =>
    moveRollout(deps, caller, seenBy(params, body), body),
} satisfies Partial<Routes>;

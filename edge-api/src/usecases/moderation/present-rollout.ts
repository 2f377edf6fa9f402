import type { PolicyRollout, ReviewModels } from "@cutroom/contracts";
import { asSystem, listPolicies, listRolloutEvents, readStanding } from "@cutroom/db";
import type { RolloutRow, Transaction } from "@cutroom/db";
import { FIRST_POLICY_SPEC } from "@cutroom/domain/moderation";
import type { Evaluation } from "@cutroom/domain/moderation";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";

const EVENTS = 50;

const presentQuality = ({ falsePositives, misses }: Evaluation["quality"]) => ({
  false_positives: falsePositives,
  misses,
});

function presentEvaluation(of: Evaluation): NonNullable<PolicyRollout["evaluation"]> {
  const { candidate, name, harmful, harmless, quality, qualityBefore } = of;
  return {
    candidate,
    name,
    false_positive_is: of.falsePositiveIs,
    miss_is: of.missIs,
    sampling_bias: of.samplingBias,
    harmful,
    harmless,
    quality: presentQuality(quality),
    quality_before: qualityBefore === null ? null : presentQuality(qualityBefore),
  };
}

export function presentRollout(row: RolloutRow): PolicyRollout {
  const { matrix, evaluation } = row;
  return {
    id: row.id,
    candidate: row.candidate,
    previous: row.previous,
    state: row.state,
    bucket_by: row.bucketBy,
    percent: row.percent,
    subtasks_per_s: row.subtasksPerS,
    vendors: row.vendors.map(({ name, share, concurrency, secondsPerCall }) => ({
      name,
      share,
      concurrency,
      seconds_per_call: secondsPerCall,
    })),
    matrix:
      matrix?.rows.map((of) => ({
        mode: of.mode,
        percent: of.percent,
        variants: of.variants,
        recompute: of.recompute,
        demand_per_s: of.demandPerS,
        capacity_per_s: of.capacityPerS,
        backlog_per_s: of.backlogPerS,
        curve: [...of.curve],
      })) ?? null,
    evaluation: evaluation === null ? null : presentEvaluation(evaluation),
    version: row.version,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
  };
}

export async function presentModels(tx: Transaction): Promise<ReviewModels> {
  const { current, open, promoted } = await readStanding(tx);
  const policies = await listPolicies(tx);
  const events = await listRolloutEvents(tx, EVENTS);
  const rollout = open ?? promoted;
  return {
    current,
    policies: [...policies, { ...FIRST_POLICY_SPEC, note: "" }].map(
      ({ version, frames, clear, probable, note }) => ({ version, frames, clear, probable, note }),
    ),
    rollout: rollout === null ? null : presentRollout(rollout),
    events: events.map(({ id, createdAt, action, actor, note, facts }) => ({
      id,
      at: createdAt.toISOString(),
      action,
      actor,
      note,
      facts: { ...facts },
    })),
  };
}

/** Versions of the policy, the rollout of one, and what was done to it. */
export function getReviewModels(deps: Deps) {
  return asSystem(deps.database, async (tx) => ok(await presentModels(tx)));
}

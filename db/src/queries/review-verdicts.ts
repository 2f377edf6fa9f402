/** The children of reviews (G5): leases of models, and what they said, each guarded by its attempt. */
import type { StepState } from "@cutroom/domain";
import type { ReviewModel, Score } from "@cutroom/domain/moderation";
import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { reviewVerdict } from "../schema/index.ts";
import { milliseconds, stepSources } from "./states.ts";

/** What a worker holds: later writes count only with its very attempt (C8). */
export interface VerdictFence {
  readonly reviewId: string;
  readonly model: ReviewModel;
  readonly modelVersion: string;
  readonly workerId: string;
  readonly attempt: number;
}

/** Attempts of one verdict; after the last a person is asked instead. */
const ATTEMPTS = 3;

/**
 * The lease of the verdict that has waited longest for this model, or null. A verdict whose lease
 * has run out is anybody's: looking at a picture once more costs nothing and changes nothing.
 */
export async function claimVerdict(
  database: Database | Transaction,
  ask: Pick<VerdictFence, "model" | "modelVersion" | "workerId"> & { readonly leaseMs: number },
): Promise<VerdictFence | null> {
  const { model, modelVersion, workerId, leaseMs } = ask;
  const claimed = await database.execute<{ review_id: string; attempt: number }>(sql`
    with due as (
      select verdict.review_id from review_verdict verdict
        join content_review review on review.id = verdict.review_id
       where verdict.model = ${model} and verdict.model_version = ${modelVersion}
         and review.state = 'CHECKING' and verdict.attempt < ${ATTEMPTS}
         and ((verdict.state in ('READY', 'RETRY_WAIT') and verdict.run_at <= now())
              or (verdict.state = 'RUNNING' and verdict.lease_until < now()))
       order by verdict.run_at, verdict.review_id limit 1 for update of verdict skip locked
    )
    update review_verdict verdict
       set state = 'RUNNING', attempt = attempt + 1, worker_id = ${workerId},
           lease_until = now() + ${milliseconds(leaseMs)}
      from due
     where verdict.review_id = due.review_id and verdict.model = ${model}
       and verdict.model_version = ${modelVersion}
    returning verdict.review_id, verdict.attempt`);
  const row = claimed.rows[0];
  if (row === undefined) return null;
  return { reviewId: row.review_id, model, modelVersion, workerId, attempt: row.attempt };
}

const held = (fence: VerdictFence) =>
  and(
    eq(reviewVerdict.reviewId, fence.reviewId),
    eq(reviewVerdict.model, fence.model),
    eq(reviewVerdict.modelVersion, fence.modelVersion),
    eq(reviewVerdict.workerId, fence.workerId),
    eq(reviewVerdict.attempt, fence.attempt),
  );

/** Keeps a score; false, and nothing written, when another attempt holds the verdict by now. */
export async function keepScore(
  tx: Transaction,
  fence: VerdictFence,
  score: Score,
): Promise<boolean> {
  const rows = await tx
    .update(reviewVerdict)
    .set({ state: "SUCCEEDED", score, leaseUntil: null, finishedAt: sql`now()` })
    .where(and(held(fence), sql`${reviewVerdict.state} in ${stepSources("succeed")}`))
    .returning({ id: reviewVerdict.reviewId });
  return rows.length > 0;
}

/**
 * An attempt without a score: tried again after a pause while attempts are left, unless it is not
 * known whether the model answered (I3). False as above.
 */
export async function endVerdict(
  tx: Transaction,
  fence: VerdictFence,
  how: { readonly isUnknown: boolean; readonly failure: string; readonly pauseMs: number },
): Promise<boolean> {
  const ended: StepState = fence.attempt < ATTEMPTS ? "RETRY_WAIT" : "FAILED";
  const rows = await tx
    .update(reviewVerdict)
    .set({
      state: how.isUnknown ? "UNKNOWN" : ended,
      failure: how.failure,
      leaseUntil: null,
      runAt: sql`now() + ${milliseconds(how.pauseMs)}`,
    })
    .where(and(held(fence), eq(reviewVerdict.state, "RUNNING")))
    .returning({ id: reviewVerdict.reviewId });
  return rows.length > 0;
}

/** Verdicts whose last attempt went silent are lost; the reviews that they belong to. */
export async function failSilentVerdicts(
  tx: Transaction,
  limit: number,
): Promise<readonly string[]> {
  const result = await tx.execute<{ review_id: string }>(sql`
    with silent as (
      select review_id, model, model_version from review_verdict
       where state = 'RUNNING' and lease_until < now() and attempt >= ${ATTEMPTS}
       limit ${limit} for update skip locked
    )
    update review_verdict verdict
       set state = 'FAILED', failure = 'its worker went silent', lease_until = null
      from silent
     where verdict.review_id = silent.review_id and verdict.model = silent.model
       and verdict.model_version = silent.model_version
    returning verdict.review_id`);
  return result.rows.map((row) => row.review_id);
}

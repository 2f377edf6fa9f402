/** Versions of the policy of reviews, and their rollouts (G6). */
import { FIRST_POLICY, FIRST_POLICY_SPEC, policyOf } from "@cutroom/domain/moderation";
import type { PolicySpec, ReviewPolicy, Score } from "@cutroom/domain/moderation";
import { and, asc, count, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import {
  contentReview,
  policyRollout,
  policyRolloutEvent,
  reviewEvidence,
  reviewPolicy,
} from "../schema/index.ts";
import type { PolicyRow, RolloutRow } from "../schema/index.ts";

type Reader = Database | Transaction;

/** A version of the policy; null when nobody has made it. */
export async function readPolicySpec(tx: Reader, version: string): Promise<PolicySpec | null> {
  if (version === FIRST_POLICY_SPEC.version) return FIRST_POLICY_SPEC;
  const [row] = await tx.select().from(reviewPolicy).where(eq(reviewPolicy.version, version));
  return row ?? null;
}

export async function readPolicy(tx: Reader, version: string): Promise<ReviewPolicy | null> {
  if (version === FIRST_POLICY.version) return FIRST_POLICY;
  const spec = await readPolicySpec(tx, version);
  return spec === null ? null : policyOf(spec);
}

export function listPolicies(tx: Reader): Promise<readonly PolicyRow[]> {
  return tx.select().from(reviewPolicy).orderBy(desc(reviewPolicy.createdAt));
}

/** False, and nothing written, when there is that version already. */
export async function insertPolicy(
  tx: Transaction,
  policy: Omit<PolicyRow, "createdAt">,
): Promise<boolean> {
  if (policy.version === FIRST_POLICY_SPEC.version) return false;
  const rows = await tx
    .insert(reviewPolicy)
    .values(policy)
    .onConflictDoNothing()
    .returning({ version: reviewPolicy.version });
  return rows.length > 0;
}

/** What decides, and what is on its way to decide. */
export async function readStanding(tx: Reader): Promise<{
  readonly current: string;
  readonly promoted: RolloutRow | null;
  readonly open: RolloutRow | null;
}> {
  const [promoted] = await tx
    .select()
    .from(policyRollout)
    .where(eq(policyRollout.state, "PROMOTED"))
    .orderBy(desc(policyRollout.promotedAt))
    .limit(1);
  const [open] = await tx
    .select()
    .from(policyRollout)
    .where(inArray(policyRollout.state, ["DRAFT", "SHADOW", "CANARY"]))
    .limit(1);
  const current = promoted?.candidate ?? FIRST_POLICY.version;
  return { current, promoted: promoted ?? null, open: open ?? null };
}

/** False, and nothing written, while another is under way. */
export async function insertRollout(
  tx: Transaction,
  rollout: Pick<
    RolloutRow,
    "id" | "candidate" | "previous" | "bucketBy" | "subtasksPerS" | "vendors" | "createdBy"
  >,
): Promise<boolean> {
  const rows = await tx
    .insert(policyRollout)
    .values({ ...rollout, state: "DRAFT" })
    .onConflictDoNothing()
    .returning({ id: policyRollout.id });
  return rows.length > 0;
}

/** Changes a rollout as it was read; null, and nothing written, when somebody has changed it. */
export async function changeRollout(
  tx: Transaction,
  was: Pick<RolloutRow, "id" | "state" | "version">,
  change: Partial<
    Pick<
      RolloutRow,
      "state" | "candidate" | "percent" | "vendors" | "subtasksPerS" | "matrix" | "evaluation"
    >
  >,
): Promise<RolloutRow | null> {
  const promotedAt = change.state === "PROMOTED" ? { promotedAt: sql`now()` } : {};
  const rows = await tx
    .update(policyRollout)
    .set({ ...change, ...promotedAt, version: sql`${policyRollout.version} + 1` })
    .where(
      and(
        eq(policyRollout.id, was.id),
        eq(policyRollout.state, was.state),
        eq(policyRollout.version, was.version),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

export async function readRollout(tx: Reader, id: string): Promise<RolloutRow | null> {
  const [row] = await tx.select().from(policyRollout).where(eq(policyRollout.id, id));
  return row ?? null;
}

export async function noteRollout(
  tx: Transaction,
  event: Omit<typeof policyRolloutEvent.$inferInsert, "createdAt">,
): Promise<void> {
  await tx.insert(policyRolloutEvent).values(event);
}

/** The newest rollouts' events, the newest first. */
export function listRolloutEvents(tx: Reader, limit: number) {
  return tx
    .select()
    .from(policyRolloutEvent)
    .orderBy(desc(policyRolloutEvent.createdAt), desc(policyRolloutEvent.id))
    .limit(limit);
}

/** Reviews that a policy has yet to decide. */
export async function countUndecided(tx: Reader, version: string): Promise<number> {
  const [row] = await tx
    .select({ waiting: count() })
    .from(contentReview)
    .where(and(eq(contentReview.policyVersion, version), eq(contentReview.state, "CHECKING")));
  return row?.waiting ?? 0;
}

/** What was said of the pictures of these reviews under any policy of that sampling. */
export async function readScores(
  tx: Reader,
  reviewIds: readonly string[],
  frames: number,
): Promise<ReadonlyMap<string, Score>> {
  const others = await listPolicies(tx);
  const versions = [FIRST_POLICY_SPEC, ...others]
    .filter((spec) => spec.frames === frames)
    .map((spec) => spec.version);
  if (versions.length === 0 || reviewIds.length === 0) return new Map();
  const rows = await tx
    .select({ reviewId: reviewEvidence.reviewId, body: reviewEvidence.body })
    .from(reviewEvidence)
    .where(
      and(
        inArray(reviewEvidence.reviewId, [...reviewIds]),
        inArray(reviewEvidence.policyVersion, versions),
        eq(reviewEvidence.model, "picture"),
        isNotNull(reviewEvidence.body),
      ),
    )
    .orderBy(asc(reviewEvidence.createdAt));
  return new Map(
    rows.flatMap(({ reviewId, body }) => (body === null ? [] : [[reviewId, body.scores]])),
  );
}

import { asSystem, endVerdict, keepEvidence, keepScore, schema } from "@cutroom/db";
import type { Transaction, VerdictFence } from "@cutroom/db";
import { retryDelayMs, reviewPolicy } from "@cutroom/domain";
import type { JudgedFrame } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { settleReview } from "./settle-review.ts";
import { tellOwner } from "./tell-owner.ts";
import { writtenEvidence } from "./write-evidence.ts";

const { contentReview } = schema;

type Held = Omit<VerdictFence, "model">;

/** Writes something under a fence, and what follows from it, in one transaction. */
async function underFence(
  deps: Deps,
  held: Held,
  write: (tx: Transaction, fence: VerdictFence) => Promise<boolean>,
) {
  const written = await asSystem(deps.database, async (tx) => {
    if (!(await write(tx, { ...held, model: "picture" }))) return false;
    const moved = await settleReview(deps, tx, held.reviewId);
    if (moved !== null) await tellOwner(tx, moved);
    return true;
  });
  return written ? ok(undefined) : refuse("lease.lost");
}

/** What a judge says of the pictures of a content. */
interface Said {
  readonly frames: readonly JudgedFrame[];
  /** sha256 of the pictures; older farms do not say, and then the content stands for them. */
  readonly inputDigest: string | undefined;
}

/**
 * Takes what a judge says of a content (G5), with the evidence of it (G7). Nothing changes for an
 * attempt that has lost its lease to another, and saying it twice is refused as saying it late is.
 */
export async function giveVerdict(deps: Deps, held: Held, { frames, inputDigest }: Said) {
  const [review] = await deps.database
    .select()
    .from(contentReview)
    .where(eq(contentReview.id, held.reviewId));
  if (review === undefined) return refuse("lease.lost");
  const { contentVersion, policyVersion, assetId, tenantId } = review;
  const score = { kind: "picture" as const, frames };
  const evidence = writtenEvidence(
    deps,
    {
      reviewId: review.id,
      tenantId,
      role: "decides",
      model: "picture",
      modelVersion: held.modelVersion,
      policyVersion,
      attempt: held.attempt,
      inputDigest: inputDigest ?? contentVersion,
    },
    {
      scores: score,
      findings: reviewPolicy(policyVersion)?.find(score) ?? [],
      references: [`asset:${assetId}`, `sha256:${contentVersion}`],
    },
  );
  if (evidence === null) return refuse("evidence.too-large");
  return underFence(deps, held, async (tx, fence) => {
    if (!(await keepScore(tx, fence, score))) return false;
    await keepEvidence(tx, evidence);
    return true;
  });
}

/** An attempt that came to no verdict; `isUnknown`: or whose answer was not heard (I3). */
export function dropVerdict(
  deps: Deps,
  held: Held,
  why: { readonly isUnknown: boolean; readonly failure: string },
) {
  const pauseMs = retryDelayMs(held.attempt - 1, deps.chance());
  return underFence(deps, held, (tx, fence) => endVerdict(tx, fence, { ...why, pauseMs }));
}

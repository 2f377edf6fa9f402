import { lockReview, moveReview, noteReview, readPolicy } from "@cutroom/db";
import type { ReviewRow, Transaction } from "@cutroom/db";
import { aggregate, nextReviewState } from "@cutroom/domain/moderation";
import type { Outcome, ReviewPolicy } from "@cutroom/domain/moderation";
import type { Deps } from "../../deps.ts";

type Locked = NonNullable<Awaited<ReturnType<typeof lockReview>>>;

function outcomeOf({ review, verdicts, isLate }: Locked, policy: ReviewPolicy | null): Outcome {
  // Newer code has opened it: what it would decide is not known here, and a person does no harm.
  if (policy === null) {
    return isLate ? { kind: "human", reasons: ["overdue"] } : { kind: "wait", missing: [] };
  }
  const { contentVersion, round, policyVersion } = review;
  const key = { contentVersion, round, policyVersion };
  return aggregate(
    key,
    policy,
    verdicts.map(({ model, modelVersion, state, score }) => ({
      ...key,
      model,
      modelVersion,
      state,
      score,
    })),
    isLate,
  );
}

/**
 * Draws what follows from the verdicts that are there by now, once (G5): whoever comes later, or
 * again, finds the review moved on. The moved review, or null when nothing follows.
 */
export async function settleReview(
  deps: Deps,
  tx: Transaction,
  reviewId: string,
): Promise<ReviewRow | null> {
  const locked = await lockReview(tx, reviewId);
  if (locked === null || locked.review.state !== "CHECKING") return null;
  const outcome = outcomeOf(locked, await readPolicy(tx, locked.review.policyVersion));
  if (outcome.kind === "wait") return null;
  const { state: from, version, tenantId } = locked.review;
  const action = outcome.kind === "pass" ? "pass" : "escalate";
  const to = nextReviewState(from, action);
  if (to === null) throw new Error(`a review does not ${action} from ${from}`);
  const reasons = outcome.kind === "human" ? outcome.reasons : [];
  const moved = await moveReview(tx, { reviewId, from, version, to, reasons });
  if (moved === null) return null;
  const id = deps.ids.next("review");
  await noteReview(tx, { id, reviewId, tenantId, action, actor: "policy", reasons });
  return moved;
}

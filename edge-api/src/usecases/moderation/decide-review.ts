import { asSystem, moveReview, noteReview, readQueuedReviews } from "@cutroom/db";
import { mayDecide, nextReviewState } from "@cutroom/domain/moderation";
import { ok } from "@cutroom/timeline";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentReviews } from "./present-review.ts";
import { refundRejected } from "./refund-rejected.ts";
import { findReviewers } from "./reviewers.ts";
import { tellOwner } from "./tell-owner.ts";
import { pushMessages, writeDecision } from "./tell-webhooks.ts";

/** A person's decision, once and for good; who decided it and why is kept for ever (G5). */
export async function decideReview(
  deps: Deps,
  caller: OperatorCaller,
  decision: {
    readonly reviewId: string;
    readonly verdict: "approve" | "reject";
    readonly note: string;
  },
) {
  const { reviewId, verdict } = decision;
  const note = decision.note === "" ? null : decision.note;
  const done = await asSystem(deps.database, async (tx) => {
    const [queued] = await readQueuedReviews(tx, { reviewId, limit: 1 });
    if (queued === undefined) return refuse("request.not-found");
    const { state: from, tenantId } = queued.review;
    const to = nextReviewState(from, verdict);
    if (to === null) return refuse("review.decided");
    const { decidedBefore } = queued;
    const reviewers = await findReviewers(deps, tx);
    if (!mayDecide(caller.email, { decidedBefore, reviewers })) {
      return refuse("review.same-reviewer");
    }
    const decided = { by: caller.email, note };
    // Another moderator may have been faster: then it is not in that state any more.
    const moved = await moveReview(tx, { reviewId, from, version: null, to, decided });
    if (moved === null) return refuse("review.decided");
    const id = deps.ids.next("review");
    await noteReview(tx, { id, reviewId, tenantId, action: verdict, actor: caller.email, note });
    const [shown] = await presentReviews(deps, tx, caller, [{ ...queued, review: moved }]);
    if (shown === undefined) throw new Error("one review was given");
    const messages = await writeDecision(deps, tx, moved);
    if (verdict === "reject") await refundRejected(tx, moved);
    await tellOwner(tx, moved);
    return ok({ shown, messages });
  });
  if (!done.ok) return done;
  await pushMessages(deps, done.value.messages);
  return ok(done.value.shown);
}

import { asSystem, insertReview, lockRounds, noteReview } from "@cutroom/db";
import type { ReviewRow, Transaction } from "@cutroom/db";
import { FIRST_POLICY, isAppealable } from "@cutroom/domain/moderation";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentAsset } from "../asset/present-asset.ts";
import { readAsset } from "../asset/read-assets.ts";
import { tellOwner } from "./tell-owner.ts";

interface Appeal {
  readonly words: string;
  readonly by: string;
}

/** Asks a person anew; null: another appeal was faster. */
async function askAgain(deps: Deps, tx: Transaction, last: ReviewRow, appeal: Appeal) {
  const { tenantId, assetId, contentVersion, policyVersion, reasons } = last;
  const id = deps.ids.next("review");
  const isNew = await insertReview(tx, {
    id,
    tenantId,
    assetId,
    contentVersion,
    round: last.round + 1,
    policyVersion,
    shadowPolicy: null,
    state: "WAITING",
    reasons: ["appeal", ...reasons],
    deadlineMs: FIRST_POLICY.deadlineMs,
    appeal,
  });
  return isNew ? id : null;
}

/**
 * Says why a file that was rejected may be shared (G5): once for each content. It lands in the queue
 * of reviewers, and stays closed until one has decided. What is still to be decided the first time
 * cannot be appealed against, so that nobody spends their one appeal on it.
 */
export function appealReview(
  deps: Deps,
  caller: UserCaller,
  asked: { readonly assetId: string; readonly words: string },
) {
  const { tenantId, userId } = caller;
  const { assetId, words } = asked;
  return asSystem(deps.database, async (tx) => {
    const found = await readAsset(tx, tenantId, assetId);
    if (found === null) return refuse("request.not-found");
    const contentVersion = found.row.checksum;
    if (contentVersion === null) return refuse("review.not-held");
    const rounds = await lockRounds(tx, { tenantId, contentVersion });
    if (rounds.some(({ appeal }) => appeal !== null)) return refuse("review.appealed");
    const [last] = rounds;
    if (last?.state === "WAITING") return refuse("review.undecided");
    if (last === undefined || !isAppealable(last.state)) return refuse("review.not-held");
    const reviewId = await askAgain(deps, tx, last, { words, by: userId });
    if (reviewId === null) return refuse("review.appealed");
    const id = deps.ids.next("review");
    await noteReview(tx, { id, reviewId, tenantId, action: "appeal", actor: userId, note: words });
    const now = await readAsset(tx, tenantId, assetId);
    if (now === null) throw new Error("the file was there a moment ago");
    const shown = await presentAsset(deps, now.row, now.progress, now.review);
    await tellOwner(tx, last);
    return ok(shown);
  });
}

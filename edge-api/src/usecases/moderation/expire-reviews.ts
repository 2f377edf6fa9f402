import { asSystem, failSilentVerdicts, findLateReviews } from "@cutroom/db";
import type { Deps } from "../../deps.ts";
import { settleReview } from "./settle-review.ts";
import { tellOwner } from "./tell-owner.ts";

const LIMIT = 200;

/** Asks a person about contents for which machines had their time, or are lost (G5). */
export async function expireReviews(deps: Deps): Promise<void> {
  const silent = await asSystem(deps.database, (tx) => failSilentVerdicts(tx, LIMIT));
  const late = await findLateReviews(deps.database, LIMIT);
  for (const reviewId of new Set([...silent, ...late])) {
    await asSystem(deps.database, async (tx) => {
      const moved = await settleReview(deps, tx, reviewId);
      if (moved !== null) await tellOwner(tx, moved);
    });
  }
}

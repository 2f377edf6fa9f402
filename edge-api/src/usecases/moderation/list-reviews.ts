import { asSystem, readQueuedReviews } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentReviews } from "./present-review.ts";

/** What waits for a person, the oldest first. */
export async function listReviews(
  deps: Deps,
  caller: OperatorCaller,
  page: { readonly limit: number },
) {
  return asSystem(deps.database, async (tx) => {
    const queued = await readQueuedReviews(tx, page);
    return ok({ reviews: await presentReviews(deps, tx, caller, queued) });
  });
}

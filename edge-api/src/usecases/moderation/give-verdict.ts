import { asSystem, endVerdict, keepScore } from "@cutroom/db";
import type { Transaction, VerdictFence } from "@cutroom/db";
import { retryDelayMs } from "@cutroom/domain";
import type { JudgedFrame } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { settleReview } from "./settle-review.ts";
import { tellOwner } from "./tell-owner.ts";

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

/**
 * Takes what a judge says of a content (G5). Nothing changes for an attempt that has lost its
 * lease to another, and saying it twice is refused as saying it late is.
 */
export function giveVerdict(deps: Deps, held: Held, frames: readonly JudgedFrame[]) {
  return underFence(deps, held, (tx, fence) => keepScore(tx, fence, { kind: "picture", frames }));
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

import { filmstrip } from "@cutroom/contracts";
import type { ClaimedVerdict } from "@cutroom/contracts";
import { asSystem, claimVerdict as claim, endVerdict, filesOfContent, schema } from "@cutroom/db";
import type { AssetRow, VerdictFence } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { workLink } from "../../signed-links.ts";
import { settleReview } from "./settle-review.ts";
import { tellOwner } from "./tell-owner.ts";

const { contentReview } = schema;
/** A dozen pictures take two seconds; whoever is not back by then has been paused. */
const VERDICT_LEASE_MS = 60_000;

async function filesOf(deps: Deps, reviewId: string): Promise<readonly AssetRow[]> {
  const [review] = await deps.database
    .select()
    .from(contentReview)
    .where(eq(contentReview.id, reviewId));
  return review === undefined ? [] : filesOfContent(deps.database, review);
}

/** What a judge is shown: the filmstrip that ingest has drawn, or the poster of a still picture. */
async function picturesOf(deps: Deps, file: AssetRow): Promise<ClaimedVerdict["pictures"] | null> {
  const sheet =
    file.filmstripKey === null ? null : filmstrip.omit({ url: true }).parse(file.filmstrip);
  const key = file.filmstripKey ?? file.posterKey;
  const head = key === null ? null : await deps.store.head(key);
  if (key === null || head === null) return null;
  return { url: await workLink(deps, key), size_bytes: head.sizeBytes, sheet };
}

/** A content that nobody can look at any more is a person's; with its file it leaves the queue. */
async function giveUp(deps: Deps, fence: VerdictFence): Promise<void> {
  await asSystem(deps.database, async (tx) => {
    const how = { isUnknown: false, failure: "there is no picture of it", pauseMs: 60_000 };
    await endVerdict(tx, fence, how);
    const moved = await settleReview(deps, tx, fence.reviewId);
    if (moved !== null) await tellOwner(tx, moved);
  });
}

/** Gives a worker the content that has waited longest for its judge, or nothing (G5, C8). */
export async function claimVerdict(
  deps: Deps,
  ask: { readonly workerId: string; readonly modelVersion: string },
) {
  const fence = await claim(deps.database, { ...ask, model: "picture", leaseMs: VERDICT_LEASE_MS });
  if (fence === null) return ok({ verdict: null });
  const [file] = await filesOf(deps, fence.reviewId);
  const pictures = file === undefined ? null : await picturesOf(deps, file);
  if (pictures === null) {
    await giveUp(deps, fence);
    return ok({ verdict: null });
  }
  const { reviewId: review_id, attempt } = fence;
  return ok({ verdict: { review_id, attempt, lease_ms: VERDICT_LEASE_MS, pictures } });
}

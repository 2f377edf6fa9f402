import { filmstrip } from "@cutroom/contracts";
import type { ClaimedVerdict } from "@cutroom/contracts";
import {
  asSystem,
  claimVerdict as claim,
  endVerdict,
  filesOfContent,
  readPolicy,
  schema,
} from "@cutroom/db";
import type { AssetRow, ReviewRow, VerdictFence } from "@cutroom/db";
import { sampleForAll } from "@cutroom/domain/moderation";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { workLink } from "../../signed-links.ts";
import { settleReview } from "./settle-review.ts";
import { tellOwner } from "./tell-owner.ts";

const { contentReview } = schema;
/** A dozen pictures take two seconds; whoever is not back by then has been paused. */
const VERDICT_LEASE_MS = 60_000;

async function readReview(deps: Deps, reviewId: string): Promise<ReviewRow> {
  const [review] = await deps.database
    .select()
    .from(contentReview)
    .where(eq(contentReview.id, reviewId));
  if (review === undefined) throw new Error("a verdict has a review");
  return review;
}

/** The pictures that the policy wants to see, and the one that is only tried (G6). */
async function tilesOf(deps: Deps, review: ReviewRow, count: number): Promise<number[]> {
  const versions = [review.policyVersion, review.shadowPolicy];
  const policies = await Promise.all(
    versions.flatMap((version) => (version === null ? [] : [readPolicy(deps.database, version)])),
  );
  return [
    ...sampleForAll(
      count,
      policies.flatMap((policy) => policy ?? []),
    ),
  ];
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
  const review = await readReview(deps, fence.reviewId);
  const [file] = await filesOfContent(deps.database, review);
  const pictures = file === undefined ? null : await picturesOf(deps, file);
  if (pictures === null) {
    await giveUp(deps, fence);
    return ok({ verdict: null });
  }
  const { reviewId: review_id, attempt } = fence;
  const tiles = await tilesOf(deps, review, pictures.sheet?.count ?? 0);
  const { policyVersion: policy_version } = review;
  const verdict = { review_id, attempt, lease_ms: VERDICT_LEASE_MS, policy_version };
  return ok({ verdict: { ...verdict, pictures, tiles } });
}

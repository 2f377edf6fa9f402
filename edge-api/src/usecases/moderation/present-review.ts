import type { ContentReview } from "@cutroom/contracts";
import { readPolicy, roundsOf, schema } from "@cutroom/db";
import type { QueuedReview, Transaction, VerdictRow } from "@cutroom/db";
import { mayDecide } from "@cutroom/domain/moderation";
import type { ReviewPolicy } from "@cutroom/domain/moderation";
import { mediaFacts } from "@cutroom/timeline";
import { asc, eq, getTableColumns, inArray } from "drizzle-orm";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentAsset } from "../asset/present-asset.ts";
import { findReviewers } from "./reviewers.ts";

const { reviewEvent, reviewVerdict, user } = schema;

function presentModel(
  row: VerdictRow,
  policy: ReviewPolicy | null,
): ContentReview["models"][number] {
  const rules = policy?.models ?? [];
  const frames = row.score?.kind === "picture" ? row.score.frames : [];
  return {
    model: row.model,
    version: row.modelVersion,
    state: row.state,
    mandatory: rules.some(({ model, mandatory }) => model === row.model && mandatory),
    attempts: row.attempt,
    frames: frames.map(({ atMs, score }) => ({ at_ms: atMs, score: { ...score } })),
  };
}

async function presentFile(deps: Deps, row: QueuedReview["asset"]) {
  const { urls } = await presentAsset(deps, row, 100, null);
  const { kind } = mediaFacts.parse(row.facts);
  return {
    id: row.id,
    name: row.name,
    kind,
    origin: row.origin,
    ai_disclosure: row.aiDisclosure,
    video_url: kind === "video" ? urls.proxy : null,
    poster_url: urls.poster,
    filmstrip: urls.filmstrip,
  };
}

/**
 * Reviews as this moderator sees them: the content, what models said of it, and what was decided,
 * in this round and in those before it.
 */
export async function presentReviews(
  deps: Deps,
  tx: Transaction,
  caller: OperatorCaller,
  queued: readonly QueuedReview[],
): Promise<ContentReview[]> {
  if (queued.length === 0) return [];
  const rounds = await roundsOf(
    tx,
    queued.map(({ review }) => review.id),
  );
  const ids = [...rounds.keys()];
  const reviewers = await findReviewers(deps, tx);
  const verdicts = await tx
    .select()
    .from(reviewVerdict)
    .where(inArray(reviewVerdict.reviewId, ids))
    .orderBy(asc(reviewVerdict.model));
  const events = await tx
    .select({ ...getTableColumns(reviewEvent), email: user.email })
    .from(reviewEvent)
    .leftJoin(user, eq(user.id, reviewEvent.actor))
    .where(inArray(reviewEvent.reviewId, ids))
    .orderBy(asc(reviewEvent.createdAt), asc(reviewEvent.id));
  const policies = new Map<string, ReviewPolicy | null>();
  for (const version of new Set(queued.map(({ review }) => review.policyVersion))) {
    policies.set(version, await readPolicy(tx, version));
  }
  return Promise.all(
    queued.map(async ({ review, tenantName, asset, decidedBefore }) => ({
      id: review.id,
      tenant_id: review.tenantId,
      tenant_name: tenantName,
      state: review.state,
      reasons: review.reasons,
      round: review.round,
      policy: review.policyVersion,
      opened_at: review.openedAt.toISOString(),
      waiting_since: review.waitingSince?.toISOString() ?? null,
      appeal: review.appeal,
      is_for_another: !mayDecide(caller.email, { decidedBefore, reviewers }),
      asset: await presentFile(deps, asset),
      models: verdicts
        .filter(({ reviewId }) => rounds.get(reviewId) === review.id)
        .map((row) => presentModel(row, policies.get(review.policyVersion) ?? null)),
      history: events
        .filter(({ reviewId }) => rounds.get(reviewId) === review.id)
        .map(({ id, createdAt, action, actor, email, reasons, note }) => ({
          id,
          at: createdAt.toISOString(),
          action,
          // An owner is kept by number; whoever reads knows people by their addresses.
          actor: email ?? actor,
          reasons,
          note,
        })),
    })),
  );
}

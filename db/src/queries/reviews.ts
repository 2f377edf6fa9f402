/** Reviews of contents (G5): every move is guarded by state, and leaves the event that says why. */
import type { ReviewAction, ReviewReason, ReviewState } from "@cutroom/domain/moderation";
import { and, asc, eq, getTableColumns, isNull, lt, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { asset, contentReview, reviewEvent, reviewVerdict, tenant } from "../schema/index.ts";
import type { AssetRow, ReviewRow, VerdictRow } from "../schema/index.ts";
import { decidedBefore } from "./appeals.ts";
import { milliseconds } from "./states.ts";

export interface NewReview {
  readonly id: string;
  readonly tenantId: string;
  readonly assetId: string;
  readonly contentVersion: string;
  readonly round: number;
  readonly policyVersion: string;
  readonly shadowPolicy: string | null;
  readonly state: Extract<ReviewState, "CHECKING" | "WAITING">;
  readonly reasons: readonly ReviewReason[];
  readonly deadlineMs: number;
  /** The round that an appeal begins. */
  readonly appeal?: { readonly words: string; readonly by: string };
}

/** False, and nothing written, when this round of this content, or its one appeal, is there already. */
export async function insertReview(tx: Transaction, review: NewReview): Promise<boolean> {
  const { deadlineMs, reasons, appeal, ...facts } = review;
  const rows = await tx
    .insert(contentReview)
    .values({
      ...facts,
      reasons: [...reasons],
      deadlineAt: sql`now() + ${milliseconds(deadlineMs)}`,
      waitingSince: facts.state === "WAITING" ? sql`now()` : null,
      ...(appeal === undefined
        ? {}
        : { appeal: appeal.words, appealedBy: appeal.by, appealedAt: sql`now()` }),
    })
    .onConflictDoNothing()
    .returning({ id: contentReview.id });
  return rows.length > 0;
}

/**
 * The review, locked until commit, with its verdicts as they are then: two verdicts that come at
 * the same moment are judged one after the other, so the later one sees both.
 */
export async function lockReview(
  tx: Transaction,
  reviewId: string,
): Promise<{
  readonly review: ReviewRow;
  readonly isLate: boolean;
  readonly verdicts: readonly VerdictRow[];
} | null> {
  const [found] = await tx
    .select({
      review: contentReview,
      isLate: sql<boolean>`${contentReview.deadlineAt} <= now()`,
    })
    .from(contentReview)
    .where(eq(contentReview.id, reviewId))
    .for("update");
  if (found === undefined) return null;
  const verdicts = await tx
    .select()
    .from(reviewVerdict)
    .where(eq(reviewVerdict.reviewId, reviewId));
  return { ...found, verdicts };
}

export interface ReviewMove {
  readonly reviewId: string;
  readonly from: ReviewState;
  /** As it was read; null: whatever it is. */
  readonly version: number | null;
  readonly to: ReviewState;
  readonly reasons?: readonly ReviewReason[];
  /** Who decided for good, and why; absent: nobody yet. */
  readonly decided?: { readonly by: string; readonly note: string | null };
}

/** Moves a review by compare-and-set; null, and nothing written, when it is not as it was. */
export async function moveReview(tx: Transaction, move: ReviewMove): Promise<ReviewRow | null> {
  const { decided, reasons, version } = move;
  const rows = await tx
    .update(contentReview)
    .set({
      state: move.to,
      version: sql`${contentReview.version} + 1`,
      ...(reasons === undefined ? {} : { reasons: [...reasons] }),
      ...(move.to === "WAITING" ? { waitingSince: sql`now()` } : {}),
      ...(decided === undefined
        ? {}
        : { decidedAt: sql`now()`, decidedBy: decided.by, note: decided.note }),
    })
    .where(
      and(
        eq(contentReview.id, move.reviewId),
        eq(contentReview.state, move.from),
        version === null ? undefined : eq(contentReview.version, version),
      ),
    )
    .returning();
  return rows[0] ?? null;
}

export async function noteReview(
  tx: Transaction,
  event: {
    readonly id: string;
    readonly reviewId: string;
    readonly tenantId: string;
    readonly action: ReviewAction;
    readonly actor: string;
    readonly reasons?: readonly ReviewReason[];
    readonly note?: string | null;
  },
): Promise<void> {
  const { reasons = [], note = null, ...facts } = event;
  await tx.insert(reviewEvent).values({ ...facts, reasons: [...reasons], note });
}

/** Reviews for which machines had their time, the oldest first. */
export async function findLateReviews(
  database: Database | Transaction,
  limit: number,
): Promise<readonly string[]> {
  const rows = await database
    .select({ id: contentReview.id })
    .from(contentReview)
    .where(and(eq(contentReview.state, "CHECKING"), lt(contentReview.deadlineAt, sql`now()`)))
    .orderBy(asc(contentReview.deadlineAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Files of a workspace that have this content and are still there. */
export function filesOfContent(
  database: Database | Transaction,
  of: Pick<ReviewRow, "tenantId" | "contentVersion">,
): Promise<readonly AssetRow[]> {
  return database
    .select()
    .from(asset)
    .where(
      and(
        eq(asset.tenantId, of.tenantId),
        eq(asset.checksum, of.contentVersion),
        eq(asset.state, "READY"),
        isNull(asset.deletedAt),
      ),
    )
    .orderBy(asc(asset.createdAt));
}

/** How a content stands: its newest round. */
export interface ReviewStanding {
  readonly state: ReviewState;
  readonly reasons: readonly ReviewReason[];
  readonly note: string | null;
  /** What its owner said against it; null: nothing so far. */
  readonly appeal: string | null;
}

/** The newest round for an asset of the outer query; null for content without a review. */
export function reviewOfAsset(): SQL<ReviewStanding | null> {
  return sql<ReviewStanding | null>`(
    select jsonb_build_object('state', review.state, 'reasons', review.reasons,
                              'note', review.note,
                              'appeal', (select appeal from content_review earlier
                                          where earlier.tenant_id = review.tenant_id
                                            and earlier.content_version = review.content_version
                                            and earlier.appeal is not null))
      from content_review review
     where review.tenant_id = "asset"."tenant_id" and review.content_version = "asset"."checksum"
     order by review.round desc limit 1)`;
}

/** The newest states of the contents of these files, each once. */
export async function reviewStatesOf(
  database: Database | Transaction,
  assetIds: readonly string[],
): Promise<readonly ReviewState[]> {
  if (assetIds.length === 0) return [];
  const result = await database.execute<{ state: ReviewState }>(sql`
    select distinct newest.state from (
      select distinct on (review.tenant_id, review.content_version) review.state
        from asset join content_review review
             on review.tenant_id = asset.tenant_id and review.content_version = asset.checksum
       where asset.id in (select jsonb_array_elements_text(${JSON.stringify(assetIds)}::jsonb))
       order by review.tenant_id, review.content_version, review.round desc
    ) as newest`);
  return result.rows.map((row) => row.state);
}

export interface QueuedReview {
  readonly review: ReviewRow;
  readonly tenantName: string;
  readonly asset: AssetRow;
  /** Who decided the round before; null: it is the first. */
  readonly decidedBefore: string | null;
}

/** Any file with that content will do, as long as it is there; the newest is the likeliest to stay. */
const newestFileOf = sql`(
  select file.id from asset file
   where file.tenant_id = ${contentReview.tenantId} and file.checksum = ${contentReview.contentVersion}
     and file.state = 'READY' and file.deleted_at is null
   order by file.created_at desc limit 1)`;

/** What waits for a person, the oldest first, as long as the file is there; or one by its id. */
export async function readQueuedReviews(
  tx: Transaction,
  which: { readonly limit: number; readonly reviewId?: string },
): Promise<readonly QueuedReview[]> {
  const { reviewId } = which;
  return tx
    .select({
      review: getTableColumns(contentReview),
      tenantName: tenant.name,
      asset: getTableColumns(asset),
      decidedBefore: decidedBefore(),
    })
    .from(contentReview)
    .innerJoin(tenant, eq(tenant.id, contentReview.tenantId))
    .innerJoin(asset, eq(asset.id, newestFileOf))
    .where(
      reviewId === undefined ? eq(contentReview.state, "WAITING") : eq(contentReview.id, reviewId),
    )
    .orderBy(asc(contentReview.waitingSince), asc(contentReview.id))
    .limit(which.limit);
}

/** Appeals against reviews (G5), and what a second reviewer has to know of the first. */
import { and, desc, eq, inArray, lte, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Transaction } from "../database.ts";
import { contentReview, user } from "../schema/index.ts";
import type { ReviewRow } from "../schema/index.ts";

/** Every round of a content, the newest first, locked until commit. */
export function lockRounds(
  tx: Transaction,
  of: { readonly tenantId: string; readonly contentVersion: string },
): Promise<readonly ReviewRow[]> {
  return tx
    .select()
    .from(contentReview)
    .where(
      and(
        eq(contentReview.tenantId, of.tenantId),
        eq(contentReview.contentVersion, of.contentVersion),
      ),
    )
    .orderBy(desc(contentReview.round))
    .for("update");
}

/** Who decided the round before the review of the outer query; null: it is the first. */
export function decidedBefore(): SQL<string | null> {
  return sql<string | null>`(
    select earlier.decided_by from content_review earlier
     where earlier.tenant_id = ${contentReview.tenantId}
       and earlier.content_version = ${contentReview.contentVersion}
       and earlier.round < ${contentReview.round}
     order by earlier.round desc limit 1)`;
}

/** For the ids of these reviews and of all rounds before them: the review that they belong to. */
export async function roundsOf(
  tx: Transaction,
  reviewIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const earlier = alias(contentReview, "earlier");
  const rows = await tx
    .select({ id: earlier.id, of: contentReview.id })
    .from(contentReview)
    .innerJoin(
      earlier,
      and(
        eq(earlier.tenantId, contentReview.tenantId),
        eq(earlier.contentVersion, contentReview.contentVersion),
        lte(earlier.round, contentReview.round),
      ),
    )
    .where(inArray(contentReview.id, [...reviewIds]));
  return new Map(rows.map(({ id, of }) => [id, of]));
}

/** Those of these addresses, in lower case, behind which somebody is who could sign in. */
export async function findPeople(
  tx: Transaction,
  emails: readonly string[],
): Promise<readonly string[]> {
  const email = sql<string>`lower(${user.email})`;
  const rows = await tx
    .select({ email })
    .from(user)
    .where(and(eq(user.emailVerified, true), inArray(email, [...emails])));
  return rows.map((row) => row.email);
}

/** Evidence on its way from the database to the archive, and from there to nothing (G7). */
import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { evidenceArchive, reviewEvidence } from "../schema/index.ts";
import type { EvidenceRow } from "../schema/index.ts";

/** Evidence that is out of reach of questions by now, the oldest first. */
export function findOldEvidence(
  tx: Transaction,
  which: { readonly olderThanDays: number; readonly limit: number },
): Promise<readonly EvidenceRow[]> {
  return tx
    .select()
    .from(reviewEvidence)
    .where(
      and(
        isNull(reviewEvidence.archiveId),
        sql`${reviewEvidence.createdAt} < now() - make_interval(days => ${which.olderThanDays})`,
      ),
    )
    .orderBy(asc(reviewEvidence.createdAt), asc(reviewEvidence.id))
    .limit(which.limit);
}

/** Names the object before it is stored, so that none is ever there without a row. */
export async function beginArchive(
  tx: Transaction,
  archive: Omit<typeof evidenceArchive.$inferInsert, "createdAt" | "storedAt" | "destroyedAt">,
): Promise<void> {
  await tx.insert(evidenceArchive).values(archive);
}

/**
 * Empties the rows whose bodies an object holds by now; false, and nothing changed, when somebody
 * else has put any of them elsewhere.
 */
export async function endArchive(
  tx: Transaction,
  archiveId: string,
  ids: readonly string[],
): Promise<boolean> {
  const locked = await tx
    .select({ id: reviewEvidence.id })
    .from(reviewEvidence)
    .where(and(inArray(reviewEvidence.id, [...ids]), isNull(reviewEvidence.archiveId)))
    .orderBy(asc(reviewEvidence.id))
    .for("update");
  if (locked.length !== ids.length) return false;
  await tx
    .update(reviewEvidence)
    .set({ body: null, archiveId })
    .where(inArray(reviewEvidence.id, [...ids]));
  await tx
    .update(evidenceArchive)
    .set({ storedAt: sql`now()` })
    .where(eq(evidenceArchive.id, archiveId));
  return true;
}

/** Archives whose time is over, and those that an upload left behind a day ago. */
export function findEndedArchives(
  database: Database | Transaction,
  which: { readonly olderThanDays: number; readonly limit: number },
) {
  const { untilAt, storedAt, createdAt, destroyedAt } = evidenceArchive;
  return database
    .select({ id: evidenceArchive.id, storeKey: evidenceArchive.storeKey })
    .from(evidenceArchive)
    .where(
      and(
        isNull(destroyedAt),
        or(
          sql`${untilAt} < now() - make_interval(days => ${which.olderThanDays})`,
          and(isNull(storedAt), sql`${createdAt} < now() - interval '1 day'`),
        ),
      ),
    )
    .orderBy(asc(untilAt))
    .limit(which.limit);
}

/** After its object is gone: nothing is left but the line that says so. */
export async function endDestroyed(tx: Transaction, archiveId: string): Promise<void> {
  await tx.delete(reviewEvidence).where(eq(reviewEvidence.archiveId, archiveId));
  await tx
    .update(evidenceArchive)
    .set({ destroyedAt: sql`now()` })
    .where(eq(evidenceArchive.id, archiveId));
}

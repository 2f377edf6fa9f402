import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { segmentPack } from "../schema/index.ts";
import type { SegmentPackRow } from "../schema/index.ts";

/** Remembers what a share of an export has left in the store, for a day. */
export async function keepSegmentPack(
  tx: Transaction,
  pack: Pick<SegmentPackRow, "objectKey" | "tenantId" | "projectId" | "sizeBytes" | "segments">,
): Promise<void> {
  await tx
    .insert(segmentPack)
    .values({ ...pack, expiresAt: sql`now() + interval '1 day'` })
    .onConflictDoNothing();
}

/** What lies in the store of a project's exports, the newest first. */
export async function findSegmentPacks(
  tx: Transaction,
  projectId: string,
  limit: number,
): Promise<readonly SegmentPackRow[]> {
  return tx
    .select()
    .from(segmentPack)
    .where(and(eq(segmentPack.projectId, projectId), sql`${segmentPack.expiresAt} > now()`))
    .orderBy(desc(segmentPack.createdAt))
    .limit(limit);
}

/** Nothing of a project's packs is used any more: a film that was made of them failed its checks. */
export async function distrustSegmentPacks(tx: Transaction, projectId: string): Promise<void> {
  await tx
    .update(segmentPack)
    .set({ expiresAt: sql`now()` })
    .where(and(eq(segmentPack.projectId, projectId), sql`${segmentPack.expiresAt} > now()`));
}

/** Objects that nobody is given any more. */
export async function findExpiredPacks(
  database: Database,
  limit: number,
): Promise<readonly string[]> {
  const rows = await database
    .select({ key: segmentPack.objectKey })
    .from(segmentPack)
    // A worker that was given one before may still be reading it.
    .where(sql`${segmentPack.expiresAt} < now() - interval '1 hour'`)
    .orderBy(asc(segmentPack.expiresAt))
    .limit(limit);
  return rows.map((row) => row.key);
}

export async function forgetSegmentPacks(
  database: Database,
  keys: readonly string[],
): Promise<void> {
  await database.delete(segmentPack).where(inArray(segmentPack.objectKey, [...keys]));
}

/**
 * The copy of quota's facts in the key-value store has a number (C5); the database decides, the
 * copy only spares it work. The platform's lock orders those who trust the copy (shared) and those
 * who do without it or rebuild it (alone). Lock order: tenant, platform.
 */
import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { quotaCopy } from "../schema/index.ts";

/** Keeps everybody out who would admit, until commit. */
export async function lockPlatform(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('quota/platform', 0))`);
}

/** Says that somebody was admitted of whom the copy does not know. Call it under the lock. */
export async function distrustCopy(tx: Transaction): Promise<void> {
  await tx
    .update(quotaCopy)
    .set({ isWhole: false })
    .where(sql`is_whole`);
}

/** A number for a new copy; it never comes twice. */
export async function nextEpoch(tx: Transaction): Promise<number> {
  const result = await tx.execute<{ epoch: string }>(sql`select nextval('quota_epoch') as epoch`);
  return Number(result.rows[0]?.epoch);
}

/** Says that the copy with this number is whole. Call it under the lock that it was made in. */
export async function trustCopy(tx: Transaction, epoch: number): Promise<void> {
  await tx.update(quotaCopy).set({ epoch, isWhole: true, rebuiltAt: sql`now()` });
}

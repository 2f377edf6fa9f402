import { nextRenewal, planLimits, renewalCause } from "@cutroom/domain";
import { asc, eq, lte, sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { tenant } from "../schema/index.ts";
import { grantCredits } from "./ledger.ts";

/** Tenants whose month is over, longest first. */
export async function findDueRenewals(tx: Transaction, limit: number): Promise<readonly string[]> {
  const rows = await tx
    .select({ id: tenant.id })
    .from(tenant)
    .where(lte(tenant.creditsRenewAt, sql`now()`))
    .orderBy(asc(tenant.creditsRenewAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/**
 * Gives a tenant the credits of its plan for the month that has begun, once however often it
 * runs. A month that nobody ran is made up by the next pass. False when none is due.
 */
export async function renewCredits(tx: Transaction, tenantId: string): Promise<boolean> {
  const rows = await tx
    .select()
    .from(tenant)
    .where(sql`${tenant.id} = ${tenantId} and ${tenant.creditsRenewAt} <= now()`)
    // Not the strongest lock: whoever holds the account may be writing rows that name the tenant.
    .for("no key update");
  const row = rows[0];
  if (row === undefined) return false;
  await grantCredits(tx, {
    tenantId,
    amount: planLimits[row.plan].creditsPerMonth,
    cause: renewalCause(row.creditsRenewAt),
    reason: "plan",
  });
  await tx
    .update(tenant)
    .set({ creditsRenewAt: nextRenewal(row.createdAt, row.creditsRenewAt) })
    .where(eq(tenant.id, tenantId));
  return true;
}

import type { Contract, PlanName, QuotaHold } from "@cutroom/domain";
import { eq, inArray, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { reservation, tenant, tenantContract } from "../schema/index.ts";

/** The columns of a contract, for whoever reads a caller or a reservation beside it. */
export const contractColumns = {
  // First, because the query builder takes the whole for absent when its first column is null.
  tenantId: tenantContract.tenantId,
  maxInFlight: tenantContract.maxInFlight,
  userInFlight: tenantContract.userInFlight,
  exportsPerMinute: tenantContract.exportsPerMinute,
  exportsPerDay: tenantContract.exportsPerDay,
  userCreditsPerMonth: tenantContract.userCreditsPerMonth,
  tenantCreditsPerMinute: tenantContract.tenantCreditsPerMinute,
  tenantCreditsPerDay: tenantContract.tenantCreditsPerDay,
  tenantCreditsPerMonth: tenantContract.tenantCreditsPerMonth,
};

/** A reservation as a fact of quota, with the limits that it falls under. */
export interface StoredHold extends QuotaHold {
  readonly id: string;
  readonly isHeld: boolean;
  readonly plan: PlanName;
  readonly contract: Contract | null;
}

/** In the order of their ids, so that whoever goes through them does so each time alike. */
async function readHolds(tx: Transaction, where: SQL): Promise<readonly StoredHold[]> {
  const rows = await tx
    .select({
      id: reservation.id,
      tenantId: reservation.tenantId,
      userId: sql<string>`coalesce(${reservation.userId}, '')`,
      pool: sql<string>`coalesce(${reservation.pool}, '')`,
      model: reservation.model,
      credits: sql<number>`cutroom_used(${reservation})`,
      at: reservation.createdAt,
      isHeld: sql<boolean>`${reservation.state} = 'HELD'`,
      plan: tenant.plan,
      contract: contractColumns,
    })
    .from(reservation)
    .innerJoin(tenant, eq(tenant.id, reservation.tenantId))
    .leftJoin(tenantContract, eq(tenantContract.tenantId, reservation.tenantId))
    .where(where)
    .orderBy(reservation.id);
  return rows.map(({ at, ...row }) => Object.assign(row, { atMs: at.getTime() }));
}

/**
 * Everything that counts now: what is held, and what people who sent something lately have used
 * of their windows. Who was quiet for longer is counted by the database alone until then.
 */
export function findCountingHolds(
  tx: Transaction,
  which: { readonly activeWithinMs: number },
): Promise<readonly StoredHold[]> {
  const since = sql`now() - ${which.activeWithinMs} * interval '1 millisecond'`;
  return readHolds(
    tx,
    sql`${reservation.state} = 'HELD' or (
      ${reservation.createdAt} >= date_trunc('month', now() at time zone 'utc') at time zone 'utc'
      and ${reservation.tenantId} in (
        select recent.tenant_id from reservation as recent where recent.created_at >= ${since}))`,
  );
}

/** Those of `ids` that are stored. */
export async function findHolds(
  tx: Transaction,
  ids: readonly string[],
): Promise<readonly StoredHold[]> {
  return ids.length === 0 ? [] : readHolds(tx, inArray(reservation.id, [...ids]));
}

/** The reservations of a task, one for each round. */
export function findHoldsOfTask(tx: Transaction, taskId: string): Promise<readonly StoredHold[]> {
  return readHolds(tx, eq(reservation.taskId, taskId));
}

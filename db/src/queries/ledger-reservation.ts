import { releasePosting, reservePosting, settlePosting, taskPostingKey } from "@cutroom/domain";
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { reservation, task } from "../schema/index.ts";
import { post } from "./ledger.ts";

export type ReserveOutcome =
  | { readonly ok: true; readonly isNew: boolean }
  | { readonly ok: false; readonly available: number };

/**
 * Holds credits for one round of a task, or tells what is available when that is too little.
 * Repeating it holds nothing twice; repeating a refusal refuses again and leaves no trace (C6).
 */
export async function reserveCredits(
  tx: Transaction,
  wanted: {
    readonly tenantId: string;
    readonly taskId: string;
    readonly reservationId: string;
    readonly amount: number;
    /** Counts from 1; a manual retry is a new round with a reservation of its own. */
    readonly round?: number;
  },
): Promise<ReserveOutcome> {
  const { tenantId, taskId, reservationId, amount, round = 1 } = wanted;
  const facts = {
    tenant_id: tenantId,
    task_id: taskId,
    reservation_id: reservationId,
    amount,
    round,
    posting_id: taskPostingKey({ taskId, kind: "RESERVE", seq: round }),
    posting: reservePosting(amount),
  };
  const result = await tx.execute<{ outcome: "new" | "known" | "poor"; available: string }>(
    sql`select * from cutroom_reserve(${JSON.stringify(facts)}::jsonb)`,
  );
  const row = result.rows[0];
  if (row === undefined) throw new Error("a reservation has no outcome");
  return row.outcome === "poor"
    ? { ok: false, available: Number(row.available) }
    : { ok: true, isNew: row.outcome === "new" };
}

export interface ReservationClose {
  readonly taskId: string;
  readonly outcome: "settle" | "release";
  /** What is charged of it, credits; all of it when absent. Only for `settle`. */
  readonly amount?: number;
  readonly reason?: string;
}

/**
 * Ends the held reservation of a task: charges `amount` of it and gives back the rest, or gives
 * back everything. False when none is held; it can never end twice (C6).
 * @throws {Error} while the outcome of a step is unknown: the database refuses, and everything
 *   else of the transaction with it (F104).
 */
export async function closeReservation(tx: Transaction, close: ReservationClose): Promise<boolean> {
  const { taskId } = close;
  const settles = close.outcome === "settle";
  await tx.select({ id: task.id }).from(task).where(eq(task.id, taskId)).for("update");
  const rows = await tx
    .update(reservation)
    .set({
      state: settles ? "SETTLED" : "RELEASED",
      settled: settles ? (close.amount ?? sql`${reservation.amount}`) : 0,
      closedAt: sql`now()`,
      closeReason: close.reason ?? null,
    })
    .where(and(eq(reservation.taskId, taskId), eq(reservation.state, "HELD")))
    .returning();
  const row = rows[0];
  if (row === undefined) return false;
  await post(tx, {
    tenantId: row.tenantId,
    key: taskPostingKey({ taskId, kind: settles ? "SETTLE" : "RELEASE", seq: row.round }),
    posting: settles ? settlePosting(row.amount, row.settled) : releasePosting(row.amount),
    taskId,
    reservationId: row.id,
    ...(close.reason === undefined ? {} : { reason: close.reason }),
  });
  await tx
    .update(task)
    .set({
      creditsSettled: sql`${task.creditsSettled} + ${row.settled}`,
      creditsReleased: sql`${task.creditsReleased} + ${row.amount - row.settled}`,
    })
    .where(eq(task.id, taskId));
  return true;
}

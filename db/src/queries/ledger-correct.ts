/** Corrections: new postings beside the old ones, each named by whoever asks for it (C6). */
import { compensatePosting, refundPosting, taskPostingKey } from "@cutroom/domain";
import { and, asc, eq } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { ledgerEntry, reservation, task } from "../schema/index.ts";
import { lockAvailable, post } from "./ledger.ts";

async function isKnown(tx: Transaction, key: string): Promise<boolean> {
  const rows = await tx
    .select({ id: ledgerEntry.id })
    .from(ledgerEntry)
    .where(eq(ledgerEntry.postingId, key))
    .limit(1);
  return rows.length > 0;
}

export type RefundOutcome =
  | { readonly ok: true; readonly isNew: boolean; readonly tenantId: string }
  | { readonly ok: false; readonly refundable: number };

/**
 * Gives back part or all of what a task was charged: never more than that over all refunds.
 * `refundable` is the most that one refund could still give; 0 also when nothing was charged.
 */
export async function refundCredits(
  tx: Transaction,
  refund: {
    readonly taskId: string;
    readonly amount: number;
    /** Names this refund of the task: the same one is never given twice. */
    readonly key: string;
    readonly reason: string;
  },
): Promise<RefundOutcome> {
  const { taskId, amount, reason } = refund;
  await tx.select({ id: task.id }).from(task).where(eq(task.id, taskId)).for("update");
  const charged = await tx
    .select()
    .from(reservation)
    .where(and(eq(reservation.taskId, taskId), eq(reservation.state, "SETTLED")))
    .orderBy(asc(reservation.round))
    .for("update");
  const key = taskPostingKey({ taskId, kind: "REFUND", seq: refund.key });
  const [first] = charged;
  if (first !== undefined && (await isKnown(tx, key))) {
    return { ok: true, isNew: false, tenantId: first.tenantId };
  }
  const row = charged.find((held) => held.settled - held.refunded >= amount);
  if (row === undefined) {
    return { ok: false, refundable: Math.max(0, ...charged.map((r) => r.settled - r.refunded)) };
  }
  const { tenantId, id: reservationId } = row;
  const posting = refundPosting(amount);
  await post(tx, { tenantId, key, posting, taskId, reservationId, reason });
  return { ok: true, isNew: true, tenantId };
}

export type CompensateOutcome =
  | { readonly ok: true; readonly isNew: boolean }
  | { readonly ok: false; readonly available: number };

/** Makes good a fault of ours, or charges what a task cost beyond its reservation. */
export async function compensateCredits(
  tx: Transaction,
  wanted: {
    readonly tenantId: string;
    readonly taskId: string;
    readonly direction: "credit" | "charge";
    readonly amount: number;
    readonly key: string;
    readonly reason: string;
  },
): Promise<CompensateOutcome> {
  const { tenantId, taskId, direction, amount, reason } = wanted;
  const key = taskPostingKey({ taskId, kind: "COMPENSATE", seq: wanted.key });
  const available = await lockAvailable(tx, tenantId);
  if (await isKnown(tx, key)) return { ok: true, isNew: false };
  if (direction === "charge" && available < amount) return { ok: false, available };
  const posting = compensatePosting(direction, amount);
  await post(tx, { tenantId, key, posting, taskId, reason });
  return { ok: true, isNew: true };
}

/** Corrections: new postings beside the old ones, each named by whoever asks for it (C6). */
import { compensatePosting, refundPosting, taskPostingKey } from "@cutroom/domain";
import { and, asc, eq } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { ledgerEntry, reservation, task } from "../schema/index.ts";
import { lockAvailable, post } from "./ledger.ts";

/** What a posting of that name moved on `available`, or null when there is none. */
async function findMoved(tx: Transaction, key: string): Promise<number | null> {
  const rows = await tx
    .select({ amount: ledgerEntry.amount })
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.postingId, key), eq(ledgerEntry.account, "available")));
  return rows[0]?.amount ?? null;
}

/** The same name was used for something else. */
export interface OtherPosting {
  readonly ok: false;
  readonly because: "other";
}
const OTHER: OtherPosting = { ok: false, because: "other" };

export type RefundOutcome =
  | { readonly ok: true; readonly isNew: boolean }
  | { readonly ok: false; readonly because: "too-large"; readonly refundable: number }
  | OtherPosting;

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
  const moved = await findMoved(tx, key);
  if (moved !== null) return moved === amount ? { ok: true, isNew: false } : OTHER;
  const row = charged.find((held) => held.settled - held.refunded >= amount);
  if (row === undefined) {
    const refundable = Math.max(0, ...charged.map((held) => held.settled - held.refunded));
    return { ok: false, because: "too-large", refundable };
  }
  const { tenantId, id: reservationId } = row;
  const posting = refundPosting(amount);
  await post(tx, { tenantId, key, posting, taskId, reservationId, reason });
  return { ok: true, isNew: true };
}

export type CompensateOutcome =
  | { readonly ok: true; readonly isNew: boolean }
  | { readonly ok: false; readonly because: "too-few"; readonly available: number }
  | OtherPosting;

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
  const moved = await findMoved(tx, key);
  if (moved !== null) {
    return moved === (direction === "credit" ? amount : -amount)
      ? { ok: true, isNew: false }
      : OTHER;
  }
  if (direction === "charge" && available < amount) {
    return { ok: false, because: "too-few", available };
  }
  const posting = compensatePosting(direction, amount);
  await post(tx, { tenantId, key, posting, taskId, reason });
  return { ok: true, isNew: true };
}

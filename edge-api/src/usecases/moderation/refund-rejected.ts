import { appendTaskEvent, filesOfContent, refundCredits, schema } from "@cutroom/db";
import type { ReviewRow, Transaction } from "@cutroom/db";
import { and, desc, eq } from "drizzle-orm";

const { reservation } = schema;

/** What a task was charged and has not been given back, credits. */
async function chargedFor(tx: Transaction, taskId: string): Promise<number> {
  const [held] = await tx
    .select({ settled: reservation.settled, refunded: reservation.refunded })
    .from(reservation)
    .where(and(eq(reservation.taskId, taskId), eq(reservation.state, "SETTLED")))
    .orderBy(desc(reservation.round))
    .limit(1);
  return held === undefined ? 0 : held.settled - held.refunded;
}

/**
 * Gives back what clips cost that a person has rejected: made here, paid for, and not to be shown
 * (C6, I9). What its owner uploaded cost nothing. An appeal that is granted later charges nothing
 * again: better too little than too much. Call it in the decision's own transaction.
 */
export async function refundRejected(tx: Transaction, review: ReviewRow): Promise<void> {
  const files = await filesOfContent(tx, review);
  const given: string[] = [];
  for (const { origin, taskId } of files) {
    if (origin !== "generated" || taskId === null) continue;
    const amount = await chargedFor(tx, taskId);
    if (amount === 0) continue;
    const key = `review-${review.id}`;
    const refund = await refundCredits(tx, { taskId, amount, key, reason: "rejected in review" });
    if (refund.ok && refund.isNew) given.push(taskId);
  }
  // Events last: whoever holds a workspace's stream waits for nobody.
  for (const taskId of given) await appendTaskEvent(tx, { taskId, type: "refund" });
}

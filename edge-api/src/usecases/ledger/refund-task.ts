import { appendTaskEvent, asSystem, refundCredits, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { task } = schema;

/**
 * Gives back what a task was charged, in part or whole, and tells its owner (C6, I9). The same
 * key gives once; over all refunds never more than the charge.
 */
export async function refundTask(
  deps: Deps,
  refund: {
    readonly taskId: string;
    readonly credits: number;
    readonly key: string;
    readonly reason: string;
  },
) {
  const { taskId, credits, key, reason } = refund;
  return asSystem(deps.database, async (tx) => {
    const known = await tx.select({ id: task.id }).from(task).where(eq(task.id, taskId));
    if (known.length === 0) return refuse("request.not-found");
    const given = await refundCredits(tx, { taskId, amount: credits, key, reason });
    if (!given.ok) {
      return given.because === "other"
        ? refuse("idempotency.mismatch")
        : refuse("refund.too-large", { refundable: given.refundable });
    }
    if (given.isNew) await appendTaskEvent(tx, { taskId, type: "refund" });
    return ok({ refunded: credits });
  });
}

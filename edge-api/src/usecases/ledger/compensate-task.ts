import { asSystem, compensateCredits, readBalances, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { task } = schema;

/**
 * Credits the owner of a task for a fault of ours, or charges what its work cost beyond the
 * reservation, as far as there are credits: rather too little than too much (C6, I9).
 */
export async function compensateTask(
  deps: Deps,
  wanted: {
    readonly taskId: string;
    readonly direction: "credit" | "charge";
    readonly credits: number;
    readonly key: string;
    readonly reason: string;
  },
) {
  const { taskId, direction, credits: amount, key, reason } = wanted;
  return asSystem(deps.database, async (tx) => {
    const [row] = await tx
      .select({ tenantId: task.tenantId })
      .from(task)
      .where(eq(task.id, taskId));
    if (row === undefined) return refuse("request.not-found");
    const { tenantId } = row;
    const made = await compensateCredits(tx, { tenantId, taskId, direction, amount, key, reason });
    if (!made.ok) {
      if (made.because === "other") return refuse("idempotency.mismatch");
      return refuse("credits.insufficient", { needed: amount, available: made.available });
    }
    const { available } = await readBalances(tx, tenantId);
    return ok({ available });
  });
}

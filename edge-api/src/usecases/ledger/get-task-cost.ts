import type { TaskCost } from "@cutroom/contracts";
import { asSystem, readCost, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { task } = schema;

/** What a task has cost us, as far as it is booked (C6). */
export async function getTaskCost(deps: Deps, taskId: string) {
  return asSystem(deps.database, async (tx) => {
    const [row] = await tx
      .select({ tenantId: task.tenantId })
      .from(task)
      .where(eq(task.id, taskId));
    if (row === undefined) return refuse("request.not-found");
    const { profiles, refundedCredits, compensatedCredits } = await readCost(tx, taskId);
    const cost: TaskCost = {
      task_id: taskId,
      tenant_id: row.tenantId,
      refunded_credits: refundedCredits,
      compensated_credits: compensatedCredits,
      costs: profiles.map(({ currency, micros }) => ({
        currency,
        provider_estimate: micros.provider_estimate ?? 0,
        provider_actual: micros.provider_actual ?? 0,
        retry: micros.retry ?? 0,
        media_compute: micros.media_compute ?? 0,
        storage: micros.storage ?? 0,
        cdn: micros.cdn ?? 0,
      })),
    };
    return ok(cost);
  });
}

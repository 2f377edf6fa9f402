/** Users and running tasks for the progress benchmark, made by the product's own use cases. */
import { asSystem, claimSteps, openAccounts, schema } from "@cutroom/db";
import { planLimits } from "@cutroom/domain";
import { ALL_SCOPES } from "@cutroom/edge-api/src/caller.ts";
import type { UserCaller } from "@cutroom/edge-api/src/caller.ts";
import type { Deps } from "@cutroom/edge-api/src/deps.ts";
import { createTask } from "@cutroom/edge-api/src/usecases/task/create-task.ts";
import { eq } from "drizzle-orm";

const LEASE_MS = 600_000;
const WORKER = "bench";

export interface BenchTask {
  readonly taskId: string;
  readonly stepId: string;
  readonly workerId: string;
  readonly attempt: number;
}

const tenantOf = (userId: string) => `tenant_${userId}`;

export function benchCaller(userId: string): UserCaller {
  return {
    kind: "user",
    userId,
    userName: "Bench",
    email: `${userId}@example.com`,
    tenantId: tenantOf(userId),
    tenantName: "Bench",
    plan: planLimits.enterprise,
    scopes: ALL_SCOPES,
    credentialId: userId,
  };
}

/** Makes `count` users named after `name`, each with a workspace of its own. */
export async function openUsers(
  deps: Deps,
  name: string,
  count: number,
): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${name}${index}`);
  for (const id of ids) {
    const tenantId = tenantOf(id);
    await asSystem(deps.database, async (tx) => {
      await tx.insert(schema.tenant).values({ id: tenantId, name: "Bench", plan: "enterprise" });
      await openAccounts(tx, tenantId);
    });
  }
  return ids;
}

/** A task whose only step has just been claimed. */
export async function startTask(deps: Deps, userId: string): Promise<BenchTask> {
  const caller = benchCaller(userId);
  const wanted = { caller, scene: "export", inputDigest: deps.ids.next("input") } as const;
  const taskId = await asSystem(deps.database, (tx) => createTask(deps, tx, wanted));
  const [row] = await deps.database
    .select({ id: schema.step.id })
    .from(schema.step)
    .where(eq(schema.step.taskId, taskId));
  const stepId = row?.id ?? "";
  const lease = { workerId: WORKER, limit: 1, leaseMs: LEASE_MS, stepId };
  const [claimed] = await claimSteps(deps.database, { pool: "render", ...lease });
  if (claimed === undefined) throw new Error("a fresh step could not be claimed");
  return { taskId, stepId, workerId: WORKER, attempt: claimed.attempt };
}

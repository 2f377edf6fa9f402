import { asSystem, readGenerationQueue } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";

/** Where the caller's generations stand that nobody works on yet. */
export async function listQueue(deps: Pick<Deps, "database">, caller: UserCaller) {
  const waiting = await asSystem(deps.database, (tx) => readGenerationQueue(tx, caller.tenantId));
  return ok({ waiting: waiting.map(({ taskId, ahead }) => ({ task_id: taskId, ahead })) });
}

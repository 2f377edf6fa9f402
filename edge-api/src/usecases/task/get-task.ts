import { forTenant } from "@cutroom/db";
import { isTerminal } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { pause } from "../../pause.ts";
import { refuse } from "../../refusal.ts";
import { presentTask } from "./present-task.ts";
import { readTask, withFreshProgress } from "./read-tasks.ts";

const POLL_MS = 500;

/** The task at once, or with `waitS` when it has ended, at the latest after that time. */
export async function getTask(
  deps: Deps,
  caller: UserCaller,
  ask: { readonly taskId: string; readonly waitS: number; readonly signal: AbortSignal },
) {
  const endsAtMs = deps.clock.nowMs() + ask.waitS * 1000;
  for (;;) {
    const found = await forTenant(deps.database, caller.tenantId, (tx) =>
      readTask(tx, caller.tenantId, ask.taskId),
    );
    if (found === null) return refuse("request.not-found");
    const leftMs = endsAtMs - deps.clock.nowMs();
    if (isTerminal(found.row.state) || leftMs <= 0 || ask.signal.aborted) {
      return ok(await presentTask(deps, await withFreshProgress(deps, found)));
    }
    await pause(Math.min(POLL_MS, leftMs), ask.signal);
  }
}

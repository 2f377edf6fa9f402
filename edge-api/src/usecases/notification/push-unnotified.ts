import { claimUnnotified } from "@cutroom/db";
import { NOTIFY_PUSHES } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { announceEnd } from "./announce-end.ts";

const LIMIT = 200;

/**
 * Pushes again what ended without anybody being told: a push was lost, or a receiver was away
 * (C12). Bounded; with the last push an operator is told.
 */
export async function pushUnnotified(deps: Deps): Promise<number> {
  const late = await claimUnnotified(deps.database, LIMIT);
  for (const ended of late) {
    const { taskId, tenantId, pushes } = ended;
    if (pushes >= NOTIFY_PUSHES) {
      deps.log({ level: "error", message: "last push of a notification", taskId, tenantId });
    }
    await announceEnd(deps, ended, pushes);
  }
  return late.length;
}

import type { TaskRow } from "@cutroom/db";
import type { Deps } from "../../deps.ts";
import { announceEnd } from "../notification/announce-end.ts";
import { releaseQuota } from "../quota/release-quota.ts";

/**
 * What follows the end of a task once it has been committed: its slots are free, and whoever
 * wants to know is told (C5, C12). Timers repair both when this dies.
 */
export async function followEnd(
  deps: Deps,
  row: Pick<TaskRow, "id" | "tenantId" | "round">,
): Promise<void> {
  const { id: taskId, tenantId, round } = row;
  deps.defer(announceEnd(deps, { taskId, tenantId, round }));
  await releaseQuota(deps, row);
}

import { asSystem, findHoldsOfTask } from "@cutroom/db";
import type { StoredHold, TaskRow } from "@cutroom/db";
import { limitsOf, quotaLayers } from "@cutroom/domain";
import type { HoldChange } from "@cutroom/ports";
import type { Deps } from "../../deps.ts";
import { countingLayers, platformLimits } from "./quota-sets.ts";
import type { Entry } from "./enter-quota.ts";

async function adjust(
  deps: Deps,
  reservationId: string,
  changes: readonly HoldChange[],
): Promise<void> {
  try {
    await deps.keyValue.adjust(reservationId, changes);
  } catch (error) {
    // It refuses somebody at worst, until the timer's repair.
    deps.log({ level: "warn", message: "quota not given back", error: String(error) });
  }
}

/** Takes a refused submit out of every set again. */
export async function leaveQuota(deps: Deps, entry: Entry): Promise<void> {
  await adjust(
    deps,
    entry.reservationId,
    entry.layers.map(({ key }) => ({ key, amount: null })),
  );
}

function changesOf(deps: Deps, hold: StoredHold): readonly HoldChange[] {
  const counting = new Map(countingLayers(deps, hold).map((layer) => [layer.key, layer.counts]));
  const layers = quotaLayers(hold, limitsOf(hold.plan, hold.contract), platformLimits(deps));
  return layers.map(({ key }) => ({ key, amount: counting.get(key) ?? null }));
}

/** Brings the sets up to date about an ended task: its slots are free, its charge stays (C5). */
export async function releaseQuota(deps: Deps, ended: Pick<TaskRow, "id">): Promise<void> {
  const holds = await asSystem(deps.database, (tx) => findHoldsOfTask(tx, ended.id));
  for (const hold of holds) {
    if (!hold.isHeld) await adjust(deps, hold.id, changesOf(deps, hold));
  }
}

import { asSystem, readPoolDepth } from "@cutroom/db";
import type { PoolName } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";

/** How much a pool has to do, for whoever starts and stops workers. */
export async function readDepth(deps: Deps, pool: PoolName) {
  const { waiting, running } = await asSystem(deps.database, (tx) => readPoolDepth(tx, pool));
  return ok({ waiting, running, wanted_slots: waiting + running });
}

import { registerWorker as register } from "@cutroom/db";
import { HEARTBEAT_MS } from "@cutroom/domain";
import type { ExportFormat, PoolName } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { noteFormats } from "../export/farm-formats.ts";

/** A worker says that it lives and which pools it serves (C9); it repeats that in time. */
export async function registerWorker(
  deps: Deps,
  worker: {
    readonly workerId: string;
    readonly pools: readonly PoolName[];
    readonly slots: number;
    readonly formats?: readonly ExportFormat[] | undefined;
  },
) {
  const { workerId: id, pools, slots } = worker;
  await register(deps.database, { id, pools, slots });
  if (worker.formats !== undefined) await noteFormats(deps, id, worker.formats);
  return ok({ beat_ms: HEARTBEAT_MS });
}

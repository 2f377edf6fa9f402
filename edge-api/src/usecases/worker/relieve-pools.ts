import { askToStop, asSystem, pauseFree, readPressure } from "@cutroom/db";
import { POOL_NAMES, choosePreemptions, pausesFree } from "@cutroom/domain";
import type { PoolName } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";

async function relieve(deps: Deps, pool: PoolName): Promise<void> {
  const done = await asSystem(deps.database, async (tx) => {
    const pressure = await readPressure(tx, pool);
    if (pressure === null) return null;
    const { isFreePaused: isPaused, paidWaitMs } = pressure;
    const paused = pausesFree({ isPaused, paidWaitMs });
    if (paused !== isPaused) await pauseFree(tx, pool, paused);
    const stopped = choosePreemptions(pressure);
    for (const work of stopped) await askToStop(tx, work);
    return { stopped: stopped.length, pause: paused === isPaused ? null : paused };
  });
  if (done === null) return;
  if (done.stopped > 0) deps.log({ level: "info", message: "preempted", pool, ...done });
  if (done.pause !== null) {
    deps.log({
      level: "warn",
      message: done.pause ? "free work pauses" : "free work goes on",
      pool,
    });
  }
}

/** Makes room for better tiers that have waited too long, pool by pool (C9, O3). */
export async function relievePools(deps: Deps): Promise<void> {
  for (const pool of POOL_NAMES) await relieve(deps, pool);
}

/** What happens by itself: housekeeping, and parts that break and come back. */
import { asSystem, repairLostWakes } from "@cutroom/db";
import type { Deps } from "@cutroom/edge-api/src/deps.ts";
import { expireLeases } from "@cutroom/edge-api/src/usecases/housekeeping/expire-leases.ts";
import { expireTasks } from "@cutroom/edge-api/src/usecases/housekeeping/expire-tasks.ts";
import { keepHouse, sweepHouse } from "@cutroom/edge-api/src/usecases/housekeeping/keep-house.ts";
import { relayWakes } from "@cutroom/edge-api/src/usecases/wake/relay-wakes.ts";
import { WAKE_AGAIN_MS } from "@cutroom/domain";
import { reconcileQuota } from "@cutroom/edge-api/src/usecases/quota/reconcile-quota.ts";
import type { World } from "../world/world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What of the housekeeping moves tasks: most ticks do only this, for there are many of them. */
async function keepWork(deps: Deps): Promise<void> {
  await expireTasks(deps);
  await expireLeases(deps);
  await asSystem(deps.database, (tx) => repairLostWakes(tx, { afterMs: WAKE_AGAIN_MS, limit: 50 }));
  await relayWakes(deps, { limit: 50, olderThanMs: 2_000 });
}

/** Ticks for ever, now and then late by minutes. */
export async function housekeeper(world: World): Promise<void> {
  const { random } = world;
  const slowest = random.pick([30_000, 60_000, 60_000, 5 * MINUTE_MS]);
  for (;;) {
    await world.sleep(8_000, world.faults.on ? slowest : 50_000);
    await world.call("keep house", random.chance(0.1) ? keepHouse : keepWork);
    if (random.chance(0.1)) await world.call("reconcile quota", (deps) => reconcileQuota(deps));
  }
}

/** Breaks one part after the other, and mends it. */
export async function saboteur(world: World): Promise<void> {
  const { random, queue, keyValue, store } = world;
  const parts = [queue, keyValue, store];
  const count = world.isLongOutage ? 1 : random.between(0, 3);
  for (let index = 0; index < count; index += 1) {
    await world.sleep(1, world.isLongOutage ? 10 : 60_000);
    if (!world.faults.on) return;
    const part = world.isLongOutage ? queue : random.pick([...parts, "flush"] as const);
    if (part === "flush") keyValue.flush();
    else {
      part.isDown = true;
      // Once in a while longer than a task may wait for its publishing (C1).
      await (world.isLongOutage
        ? world.sleep(HOUR_MS / 3, HOUR_MS)
        : world.sleep(1_000, MINUTE_MS));
      part.isDown = false;
    }
  }
}

/**
 * The sets of the quota against the facts, when nothing is under way (C5): after a
 * reconciliation nothing is held, and in fair weather there was nothing to mend.
 */
async function checkSlots(world: World): Promise<void> {
  const answer = await world.call("reconcile quota", (deps) => reconcileQuota(deps));
  if (world.faults.isFairWeather && answer !== null && answer.value.stale > 0) {
    world.accuse("slots-are-facts", `${answer.value.stale} places were not given back`);
  }
  for (const [key, members] of world.keyValue.held("in-flight")) {
    if (members > 0) world.accuse("slots-are-facts", `${key} still holds ${members}`);
  }
}

/** The end of the day: what the product itself checks about money, files and slots. */
export async function closeBooks(world: World): Promise<void> {
  await world.call("sweep house", (deps) => sweepHouse(deps));
  await checkSlots(world);
}

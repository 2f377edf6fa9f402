/** Every repair that time brings about. Each is safe to run anywhere, twice, at once (C7, C8). */
import { asSystem, bookFinishedExports, forgetWorkers, repairLostWakes } from "@cutroom/db";
import { WAKE_AGAIN_MS } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { renewDueCredits } from "../ledger/renew-credits.ts";
import { reconcileDay } from "../reconciliation/reconcile-day.ts";
import { relayWakes } from "../wake/relay-wakes.ts";
import { relievePools } from "../worker/relieve-pools.ts";
import { expireLeases } from "./expire-leases.ts";
import { expireTasks } from "./expire-tasks.ts";
import { sweepDeletedAssets, sweepRows } from "./sweep-rows.ts";
import { sweepOrphanParts, sweepUploads } from "./sweep-uploads.ts";

const LIMIT = 500;
/** Younger rows belong to the request that wrote them, which is publishing right now. */
const RELAY_AFTER_MS = 2_000;

/** One that fails is logged and holds up no other. */
async function runAll(
  deps: Deps,
  jobs: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  for (const [job, run] of Object.entries(jobs)) {
    try {
      await run();
    } catch (error) {
      deps.log({ level: "error", message: "housekeeping failed", job, error: String(error) });
    }
  }
}

/** Every few seconds: what somebody may be waiting for. */
export async function keepHouse(deps: Deps): Promise<void> {
  await runAll(deps, {
    expireLeases: () => expireLeases(deps),
    expireTasks: () => expireTasks(deps),
    relievePools: () => relievePools(deps),
    repairLostWakes: () =>
      asSystem(deps.database, (tx) =>
        repairLostWakes(tx, { afterMs: WAKE_AGAIN_MS, limit: LIMIT }),
      ),
    relayWakes: () => relayWakes(deps, { limit: LIMIT, olderThanMs: RELAY_AFTER_MS }),
  });
}

/** Every minute: what nobody waits for. */
export async function sweepHouse(deps: Deps): Promise<void> {
  await runAll(deps, {
    sweepUploads: () => sweepUploads(deps),
    sweepOrphanParts: () => sweepOrphanParts(deps),
    sweepDeletedAssets: () => sweepDeletedAssets(deps),
    sweepRows: () => sweepRows(deps),
    forgetWorkers: () => asSystem(deps.database, forgetWorkers),
    renewDueCredits: () => renewDueCredits(deps),
    // The first sweep of a day makes the day's run; every later one finds it made.
    reconcileDay: () => reconcileDay(deps, { by: "schedule" }),
    bookFinishedExports: () => asSystem(deps.database, (tx) => bookFinishedExports(tx, LIMIT)),
  });
}

/** Every repair that time brings about. Each is safe to run anywhere, twice, at once (C7, C8). */
import {
  asSystem,
  bookFinishedExports,
  forgetWorkers,
  freeHeldSteps,
  keepModelCaps,
  repairLostWakes,
} from "@cutroom/db";
import { WAKE_AGAIN_MS } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { renewDueCredits } from "../ledger/renew-credits.ts";
import { expireReviews } from "../moderation/expire-reviews.ts";
import { moveEvidence } from "../moderation/move-evidence.ts";
import { pushUndelivered } from "../notification/push-undelivered.ts";
import { pushUnnotified } from "../notification/push-unnotified.ts";
import { reconcileQuota } from "../quota/reconcile-quota.ts";
import { reconcileDay } from "../reconciliation/reconcile-day.ts";
import { flushMilestones } from "../step/milestones.ts";
import { workAtDesk } from "../vendor/desk.ts";
import { watchModels } from "../vendor/watch-models.ts";
import { relayWakes } from "../wake/relay-wakes.ts";
import { guardPools } from "../worker/guard-pools.ts";
import { relievePools } from "../worker/relieve-pools.ts";
import { expireLeases } from "./expire-leases.ts";
import { expireTasks } from "./expire-tasks.ts";
import { sweepSegmentPacks } from "./sweep-segment-packs.ts";
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

/** Steps whose worker is gone, wake-ups that were lost: due every ten seconds (C7, C8). */
async function scanSteps(deps: Deps): Promise<void> {
  await runAll(deps, {
    expireLeases: () => expireLeases(deps),
    relievePools: () => relievePools(deps),
    freeHeldSteps: () => asSystem(deps.database, freeHeldSteps),
    repairLostWakes: () =>
      asSystem(deps.database, (tx) =>
        repairLostWakes(tx, { afterMs: WAKE_AGAIN_MS, limit: LIMIT }),
      ),
    expireReviews: () => expireReviews(deps),
    relayWakes: () => relayWakes(deps, { limit: LIMIT, olderThanMs: RELAY_AFTER_MS }),
  });
}

/** Every ten seconds: a pool or a vendor that fails is left before much more has failed (C9, G4). */
export async function guardHouse(deps: Deps): Promise<void> {
  await runAll(deps, { guardPools: () => guardPools(deps), watchModels: () => watchModels(deps) });
}

/** Every ten seconds by the queue, for deployments without a process that keeps a ticker. */
export async function scanByQueue(deps: Deps): Promise<void> {
  await scanSteps(deps);
  await guardHouse(deps);
  await runAll(deps, { flushMilestones: () => flushMilestones(deps, null) });
}

/** Vendors are asked by whoever is awake: where no process keeps a desk, the queue's knock does. */
export async function askVendorsByQueue(deps: Deps): Promise<void> {
  await runAll(deps, { workAtDesk: () => workAtDesk(deps) });
}

/** Every few seconds where a process keeps a ticker: what somebody may be waiting for. */
export async function keepHouse(deps: Deps): Promise<void> {
  await runAll(deps, { expireTasks: () => expireTasks(deps) });
  await scanSteps(deps);
  await runAll(deps, {
    pushUnnotified: () => pushUnnotified(deps),
    pushUndelivered: () => pushUndelivered(deps),
  });
}

/** Every five minutes: the fast copy of quota is held against the facts (C5). */
export async function reconcileHouse(deps: Deps): Promise<void> {
  await runAll(deps, { reconcileQuota: () => reconcileQuota(deps) });
}

/** Every minute: what nobody waits for. */
export async function sweepHouse(deps: Deps): Promise<void> {
  await runAll(deps, {
    sweepUploads: () => sweepUploads(deps),
    sweepOrphanParts: () => sweepOrphanParts(deps),
    sweepDeletedAssets: () => sweepDeletedAssets(deps),
    sweepRows: () => sweepRows(deps),
    sweepSegmentPacks: () => sweepSegmentPacks(deps),
    keepModelCaps: () => asSystem(deps.database, keepModelCaps),
    forgetWorkers: () => asSystem(deps.database, forgetWorkers),
    renewDueCredits: () => renewDueCredits(deps),
    // The first sweep of a day makes the day's run; every later one finds it made.
    reconcileDay: () => reconcileDay(deps, { by: "schedule" }),
    moveEvidence: () => moveEvidence(deps),
    bookFinishedExports: () => asSystem(deps.database, (tx) => bookFinishedExports(tx, LIMIT)),
  });
}

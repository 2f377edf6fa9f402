import type { ClaimedStep } from "@cutroom/contracts";
import type { PoolName } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import type { Dispatch } from "../../dispatch.ts";
import { sqlState } from "../../middleware/problem.ts";
import { refuse } from "../../refusal.ts";
import { handOut } from "./claim-hand-out.ts";

const LOCK_NOT_AVAILABLE = "55P03";

/** Null when others have held the pool for too long: the worker asks again with its next beat. */
async function claimInTime(deps: Deps, ask: Parameters<Dispatch["claim"]>[0]) {
  try {
    return await deps.dispatch.claim(ask);
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return null;
    throw error;
  }
}

/**
 * Gives a worker the best steps of its pools that it may run now, at most `limit` (C8, C9). The
 * pools are asked in the order given, each in a statement of its own: no claim ever holds the
 * locks of two pools.
 */
export async function claimNextStep(
  deps: Deps,
  ask: {
    readonly workerId: string;
    readonly pools: readonly PoolName[];
    readonly limit: number;
  },
) {
  const { workerId } = ask;
  const steps: ClaimedStep[] = [];
  for (const pool of ask.pools) {
    const limit = ask.limit - steps.length;
    if (limit === 0) break;
    const claimed = await claimInTime(deps, { pool, workerId, limit });
    if (claimed === null && steps.length === 0) return refuse("service.unavailable");
    if (claimed === null) break;
    if (claimed.length > 0) await deps.reach("claim.committed");
    const handed = await Promise.all(claimed.map((row) => handOut(deps, workerId, row)));
    steps.push(...handed.filter((step) => step !== null));
  }
  return ok({ steps });
}

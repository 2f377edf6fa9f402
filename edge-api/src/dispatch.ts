/**
 * The way of steps through one API process: claims and successes that are asked for at the same
 * time go to the database together. What each means is the same alone or in company.
 */
import { claimForMany, confirmManyPublished, succeedSteps } from "@cutroom/db";
import type { ClaimAsk, ClaimedRow, Database, Success, SuccessVerdict } from "@cutroom/db";
import { LEASE_MS, gather } from "@cutroom/domain";
import type { PoolName } from "@cutroom/domain";
import { sqlState } from "./middleware/problem.ts";

/**
 * Claims of a pool follow one another in the database anyway: two at once would only wait. So many
 * steps a call, that whoever asks for many works on them while the next is served.
 */
const CLAIMS = { lanes: 1, most: 64, weigh: ({ limit }: ClaimAsk) => limit };
/** Two: while one is written to disk, the next is worked out. */
const ENDS = { lanes: 2, most: 64 };
/** Nobody waits for it, so that more go together. */
const CONFIRMS = { lanes: 1, most: 64 };

export interface Dispatch {
  /** As `claimForMany`, for one worker. */
  readonly claim: (ask: ClaimAsk & { readonly pool: PoolName }) => Promise<readonly ClaimedRow[]>;
  /** As `succeedSteps`, for one step. */
  readonly succeed: (end: Success) => Promise<SuccessVerdict>;
  /** As `confirmManyPublished`, for one wake-up. */
  readonly confirm: (wake: Published) => Promise<void>;
}

interface Published {
  readonly outboxId: string;
  readonly generation: number;
}

/**
 * Ends many at once. What the database refuses has changed nothing: then each is asked alone, and
 * the one that cannot be ended is nobody else's trouble.
 */
async function succeedMany(
  database: Database,
  ends: readonly Success[],
): Promise<readonly PromiseSettledResult<SuccessVerdict>[]> {
  try {
    const verdicts = await succeedSteps(database, ends);
    return verdicts.map((value) => ({ status: "fulfilled", value }));
  } catch (error) {
    if (ends.length === 1 || sqlState(error) === null) throw error;
  }
  return Promise.allSettled(
    ends.map(async (end) => {
      const [verdict] = await succeedSteps(database, [end]);
      if (verdict === undefined) throw new Error("a success without a verdict");
      return verdict;
    }),
  );
}

export function createDispatch(database: Database): Dispatch {
  const pools = new Map<PoolName, (ask: ClaimAsk) => Promise<readonly ClaimedRow[]>>();
  const claimsOf = (pool: PoolName) => {
    const known = pools.get(pool);
    if (known !== undefined) return known;
    const claims = gather(
      (asks: readonly ClaimAsk[]) => claimForMany(database, { pool, asks, leaseMs: LEASE_MS }),
      CLAIMS,
    );
    pools.set(pool, claims);
    return claims;
  };
  const end = gather((many: readonly Success[]) => succeedMany(database, many), ENDS);
  const confirm = gather(async (wakes: readonly Published[]) => {
    await confirmManyPublished(database, wakes);
    return wakes;
  }, CONFIRMS);
  return {
    claim: ({ pool, workerId, limit }) => claimsOf(pool)({ workerId, limit }),
    succeed: async (success) => {
      const settled = await end(success);
      if (settled.status === "rejected") throw settled.reason;
      return settled.value;
    },
    confirm: async (wake) => void (await confirm(wake)),
  };
}

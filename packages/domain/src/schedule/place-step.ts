import type { PlanLimits, PlanName } from "../quota/plans.ts";
import type { TaskScene } from "../task/kinds.ts";
import { WORST_TIER, pools } from "./pools.ts";
import type { PoolName, Tier } from "./pools.ts";

/** What the scheduler has to know of a step; frozen with it, as the plan is (C14). */
export interface StepPlacement {
  readonly pool: PoolName;
  readonly tier: Tier;
  /** What the tenant is charged in fair scheduling until the true time is known. */
  readonly estSeconds: number;
  /** Share of the tenant next to other tenants. */
  readonly weight: number;
  /** Steps of the tenant, and of one user, that may run in the pool at once; 0 is no limit. */
  readonly tenantCap: number;
  readonly userCap: number;
}

function poolOf(scene: TaskScene): PoolName {
  if (scene === "ingest") return "ingest";
  return scene === "export" ? "render" : "C";
}

const TIER_OF: Readonly<Record<PlanName, Tier>> = { enterprise: 0, paid: 1, free: 2 };
/** Preparing files is short and comes in bursts, and is not the work that a plan counts. */
const INGEST_AT_ONCE = 4;

/** One credit renders about 5 s of 1080p, about as fast as it plays on two cores. */
const SECONDS_PER_CREDIT = 5;
const INGEST_BASE_SECONDS = 3;
const INGEST_BYTES_PER_SECOND = 8_000_000;

/** How long work takes by its price, or by its bytes where it has none, seconds. */
export function estimateSeconds(work: {
  readonly credits?: number;
  readonly sizeBytes?: number;
}): number {
  if (work.credits !== undefined && work.credits > 0) return work.credits * SECONDS_PER_CREDIT;
  return INGEST_BASE_SECONDS + Math.ceil((work.sizeBytes ?? 0) / INGEST_BYTES_PER_SECOND);
}

/**
 * Where a new step waits and how it is weighed (C9, T1). `demoted` work goes to p2: it came in
 * while its pool was full, or a risk rule said so.
 */
export function placeStep(work: {
  readonly scene: TaskScene;
  /** Where the scene alone does not tell: our own model paints on the machines that render. */
  readonly pool?: PoolName;
  readonly estSeconds?: number;
  readonly plan: Pick<PlanLimits, "name" | "weight" | "maxInFlight" | "userInFlight">;
  readonly credits?: number;
  readonly sizeBytes?: number;
  readonly demoted?: boolean;
}): StepPlacement {
  const { scene, plan } = work;
  const pool = work.pool ?? poolOf(scene);
  const wanted = work.demoted === true ? WORST_TIER : TIER_OF[plan.name];
  const many = pool === "ingest" ? INGEST_AT_ONCE : 1;
  const { tiers } = pools[pool];
  return {
    pool,
    tier: tiers.includes(wanted) ? wanted : (tiers.at(-1) ?? WORST_TIER),
    estSeconds: work.estSeconds ?? estimateSeconds(work),
    weight: plan.weight,
    tenantCap: plan.maxInFlight * many,
    userCap: plan.userInFlight * many,
  };
}

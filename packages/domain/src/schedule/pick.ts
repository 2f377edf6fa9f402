/**
 * Which waiting step of a pool starts next (C9): a pure function of a snapshot. The database
 * decides the same by `cutroom_claim`; a test holds the two against each other.
 *
 * Tenants share a pool by start-time fair queueing, charged in seconds of work: a tenant's
 * next step starts at `max(its vtime, the lane's vglobal)`, and starting it moves its vtime on
 * by `estSeconds / weight`. The `max` is why an idle tenant banks nothing.
 */
import { WORST_TIER } from "./pools.ts";
import type { Tier } from "./pools.ts";

/** Ten seconds of waiting make up for one tier. */
export const AGEING_SECONDS_PER_TIER = 10;
/** Of every ten picks one takes the step that has waited longest, whatever its tier or tenant. */
export const PICKS_PER_ROUND = 10;
export const OLDEST_FIRST_TURN = 0;
/** And one takes free or batch work first: its minimum share. */
export const FREE_FIRST_TURN = 5;
/** Picks of one tier in a row while another tier waits. */
export const LONGEST_RUN = 20;

export interface WaitingStep {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly model: string;
  readonly tier: Tier;
  /** Milliseconds since it became ready; below 0 it is not ready yet. */
  readonly waitMs: number;
  readonly estSeconds: number;
  readonly weight: number;
  /** Running steps of its tenant, and of its user, that it may join; 0 is no limit. */
  readonly tenantCap: number;
  readonly userCap: number;
}

export interface RunningStep {
  readonly tenantId: string;
  readonly userId: string;
  readonly model: string;
}

export interface Share {
  readonly vtime: number;
  /** Slots of the pool that are kept for this tenant. */
  readonly reservedSlots: number;
}

export interface Lane {
  /** Virtual time of the pool: how far the tenant that is furthest behind has come. */
  readonly vglobal: number;
  readonly picks: number;
  readonly runTier: Tier | null;
  readonly runLength: number;
  readonly isFreePaused: boolean;
  /** Steps that may run in the pool at once; null is no limit. */
  readonly maxInFlight: number | null;
  /** What the pool can run now: the limit, else the slots of its workers; null is unknown. */
  readonly capacity: number | null;
}

export interface Snapshot {
  readonly lane: Lane;
  readonly shares: ReadonlyMap<string, Share>;
  readonly running: readonly RunningStep[];
  readonly modelCaps: ReadonlyMap<string, number>;
  readonly waiting: readonly WaitingStep[];
}

export interface Picked {
  readonly step: WaitingStep;
  readonly startTag: number;
  /** The lane and the tenant's vtime once the step has been taken. */
  readonly lane: Lane;
  readonly vtime: number;
}

/** The order of C9 within a tenant: lowest first, so nobody starves. */
export function score(step: { readonly tier: Tier; readonly waitMs: number }): number {
  return step.tier - step.waitMs / 1_000 / AGEING_SECONDS_PER_TIER;
}

/** The tier that ageing has earned: a step that has waited long enough ranks with the best. */
export function agedTier(step: { readonly tier: Tier; readonly waitMs: number }): number {
  return Math.max(0, step.tier - Math.floor(step.waitMs / 1_000 / AGEING_SECONDS_PER_TIER));
}

function tally(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const older = (a: WaitingStep, b: WaitingStep) =>
  b.waitMs - a.waitMs || (a.id < b.id ? -1 : Number(a.id > b.id));

/** The oldest ready step of every (tenant, user, model, tier): only these can start next. */
function headsOf(waiting: readonly WaitingStep[]): readonly WaitingStep[] {
  const heads = new Map<string, WaitingStep>();
  for (const step of waiting) {
    if (step.waitMs < 0) continue;
    const flow = JSON.stringify([step.tenantId, step.userId, step.model, step.tier]);
    const head = heads.get(flow);
    if (head === undefined || older(step, head) < 0) heads.set(flow, step);
  }
  return [...heads.values()];
}

interface Candidate {
  readonly step: WaitingStep;
  readonly startTag: number;
  readonly holdsReservedSlot: boolean;
}

const under = (used: number | undefined, limit: number) => limit === 0 || (used ?? 0) < limit;

/** Heads that no cap keeps back, with their start tags. */
function candidatesOf({ lane, shares, running, modelCaps, waiting }: Snapshot): Candidate[] {
  if (lane.maxInFlight !== null && running.length >= lane.maxInFlight) return [];
  const byTenant = tally(running.map((step) => step.tenantId));
  const byUser = tally(running.map((step) => JSON.stringify([step.tenantId, step.userId])));
  const byModel = tally(running.map((step) => step.model));
  const unfilled = (tenantId: string, share: Share) =>
    Math.max(0, share.reservedSlots - (byTenant.get(tenantId) ?? 0));
  const held = [...shares].reduce((sum, [tenantId, share]) => sum + unfilled(tenantId, share), 0);
  return headsOf(waiting).flatMap((step) => {
    const share = shares.get(step.tenantId) ?? { vtime: 0, reservedSlots: 0 };
    const holdsReservedSlot = unfilled(step.tenantId, share) > 0;
    const hasRoom =
      holdsReservedSlot || lane.capacity === null || running.length + held < lane.capacity;
    const mayStart =
      hasRoom &&
      !(lane.isFreePaused && step.tier === WORST_TIER) &&
      under(byTenant.get(step.tenantId), step.tenantCap) &&
      under(byUser.get(JSON.stringify([step.tenantId, step.userId])), step.userCap) &&
      under(byModel.get(step.model), modelCaps.get(step.model) ?? 0);
    const startTag = Math.max(share.vtime, lane.vglobal);
    return mayStart ? [{ step, startTag, holdsReservedSlot }] : [];
  });
}

/** Smaller goes first; the first key that differs decides. */
function keysOf(lane: Lane, { step, startTag, holdsReservedSlot }: Candidate): readonly number[] {
  const turn = (lane.picks + 1) % PICKS_PER_ROUND;
  return [
    Number(lane.runLength >= LONGEST_RUN && lane.runTier === step.tier),
    turn === OLDEST_FIRST_TURN ? -step.waitMs : 0,
    Number(turn === FREE_FIRST_TURN && step.tier !== WORST_TIER),
    Number(!holdsReservedSlot),
    agedTier(step),
    startTag,
    score(step),
  ];
}

function compare(lane: Lane, a: Candidate, b: Candidate): number {
  const keys = keysOf(lane, b);
  const differs = keysOf(lane, a)
    .map((key, at) => key - (keys[at] ?? 0))
    .find((difference) => difference !== 0);
  return differs ?? older(a.step, b.step);
}

/** The next step, and the books after it; null when nothing may start. */
export function pick(snapshot: Snapshot): Picked | null {
  const { lane } = snapshot;
  const candidates = candidatesOf(snapshot).toSorted((a, b) => compare(lane, a, b));
  const first = candidates[0];
  if (first === undefined) return null;
  const { step, startTag } = first;
  const furthestBehind = Math.min(...candidates.map((candidate) => candidate.startTag));
  return {
    step,
    startTag,
    vtime: startTag + step.estSeconds / step.weight,
    lane: {
      ...lane,
      vglobal: Math.max(lane.vglobal, furthestBehind),
      picks: lane.picks + 1,
      runTier: step.tier,
      runLength: lane.runTier === step.tier ? lane.runLength + 1 : 1,
    },
  };
}

/** What a tenant's vtime changes by when a step has really taken `actualSeconds`. */
export function settleCharge(charge: {
  readonly estSeconds: number;
  readonly actualSeconds: number;
  readonly weight: number;
}): number {
  return (charge.actualSeconds - charge.estSeconds) / charge.weight;
}

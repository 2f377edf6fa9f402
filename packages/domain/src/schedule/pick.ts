/**
 * Which waiting step of a pool starts next (C9): a pure function of a snapshot. The database
 * decides the same by `cutroom_claim`; a test holds the two against each other.
 *
 * First the tier, by the score `tier - wait / 10 s` of what has waited longest in it since it
 * was last served: a better tier goes first, and none starves. Then the tenant, by start-time
 * fair queueing charged in seconds of work: a tenant's next step starts at `max(its vtime, the
 * tier's vglobal)`, and starting it moves its vtime on by `estSeconds / weight`. The `max` is
 * why an idle tenant banks nothing. Then the tenant's oldest step.
 */
import { WORST_TIER } from "./pools.ts";
import type { Tier } from "./pools.ts";

/** Waiting this long makes up for one tier. */
export const AGEING_MS_PER_TIER = 10_000;
/**
 * Of every ten picks one goes to whoever has gone longest without being served, whatever its
 * tier or weight, once that is longer than the target of the slowest plan: against starvation.
 * Earlier it would take from weighted shares, because the lightest tenants wait longest by right.
 */
export const PICKS_PER_ROUND = 10;
export const STARVING_MS = 300_000;
const STARVING_FIRST_TURN = 0;
/** And one takes free or batch work first: its minimum share. */
const FREE_FIRST_TURN = 5;
/** Picks of one tier in a row while another tier waits. */
export const LONGEST_RUN = 20;

/** One value for each tier, best tier first. */
export type PerTier<T> = readonly [T, T, T];

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
  /** Since a step of it was last started; Infinity when none ever was. */
  readonly sinceServedMs: number;
}
export const UNSERVED: Share = { vtime: 0, sinceServedMs: Infinity };

export interface Lane {
  /** Virtual time of each tier: how far the tenant that is furthest behind has come. */
  readonly vglobals: PerTier<number>;
  /** Since a step of the tier was last started; Infinity when none ever was. */
  readonly sinceServedMs: PerTier<number>;
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
  /** Of each tenant in each tier. */
  readonly shares: ReadonlyMap<string, PerTier<Share>>;
  /** Slots of the pool that are kept for a tenant. */
  readonly reservedSlots: ReadonlyMap<string, number>;
  readonly running: readonly RunningStep[];
  readonly modelCaps: ReadonlyMap<string, number>;
  readonly waiting: readonly WaitingStep[];
}

export interface Picked {
  readonly step: WaitingStep;
  readonly startTag: number;
  /** The lane, and the tenant's vtime in the step's tier, once the step has been taken. */
  readonly lane: Lane;
  readonly vtime: number;
}

/** In tiers; lowest first. Exact for whole milliseconds, so equal is equal everywhere. */
export function score(waiting: { readonly tier: Tier; readonly waitMs: number }): number {
  return (waiting.tier * AGEING_MS_PER_TIER - waiting.waitMs) / AGEING_MS_PER_TIER;
}

function tally(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const byAge = (a: WaitingStep, b: WaitingStep) =>
  b.waitMs - a.waitMs || (a.id < b.id ? -1 : Number(a.id > b.id));

/** The oldest ready step of every (tenant, user, model, tier): only these can start next. */
function headsOf(waiting: readonly WaitingStep[]): readonly WaitingStep[] {
  const heads = new Map<string, WaitingStep>();
  for (const step of waiting) {
    if (step.waitMs < 0) continue;
    const flow = JSON.stringify([step.tenantId, step.userId, step.model, step.tier]);
    const head = heads.get(flow);
    if (head === undefined || byAge(step, head) < 0) heads.set(flow, step);
  }
  return [...heads.values()];
}

interface Candidate {
  readonly step: WaitingStep;
  readonly startTag: number;
  /** How long its tenant has now gone without being served although it waited. */
  readonly starvedMs: number;
  readonly holdsReservedSlot: boolean;
}

const under = (used: number | undefined, limit: number) => limit === 0 || (used ?? 0) < limit;

/** Heads that no cap keeps back, with their start tags. */
function candidatesOf(snapshot: Snapshot): readonly Candidate[] {
  const { lane, running, reservedSlots } = snapshot;
  if (lane.maxInFlight !== null && running.length >= lane.maxInFlight) return [];
  const byTenant = tally(running.map((step) => step.tenantId));
  const byUser = tally(running.map((step) => JSON.stringify([step.tenantId, step.userId])));
  const byModel = tally(running.map((step) => step.model));
  const unfilled = (tenantId: string) =>
    Math.max(0, (reservedSlots.get(tenantId) ?? 0) - (byTenant.get(tenantId) ?? 0));
  const held = [...reservedSlots.keys()].reduce((sum, tenantId) => sum + unfilled(tenantId), 0);
  const { capacity } = lane;
  const isOpen = held === 0 || capacity === null || running.length + held < capacity;
  return headsOf(snapshot.waiting).flatMap((step) => {
    const holdsReservedSlot = unfilled(step.tenantId) > 0;
    const mayStart =
      (holdsReservedSlot || isOpen) &&
      !(lane.isFreePaused && step.tier === WORST_TIER) &&
      under(byTenant.get(step.tenantId), step.tenantCap) &&
      under(byUser.get(JSON.stringify([step.tenantId, step.userId])), step.userCap) &&
      under(byModel.get(step.model), snapshot.modelCaps.get(step.model) ?? 0);
    const share = snapshot.shares.get(step.tenantId)?.[step.tier] ?? UNSERVED;
    const startTag = Math.max(share.vtime, lane.vglobals[step.tier]);
    const starvedMs = Math.min(step.waitMs, share.sinceServedMs);
    return mayStart ? [{ step, startTag, starvedMs, holdsReservedSlot }] : [];
  });
}

/** Those for which `test` holds; all when there are none. */
function preferring<T>(all: readonly T[], test: (one: T) => boolean): readonly T[] {
  const some = all.filter(test);
  return some.length > 0 ? some : all;
}

/** The tier whose longest wait scores lowest. */
function tierToServe(lane: Lane, candidates: readonly Candidate[]): Tier | null {
  const tiers = [...new Set(candidates.map(({ step }) => step.tier))].toSorted((a, b) => a - b);
  const scoreOf = (tier: Tier) => {
    const waits = candidates.filter(({ step }) => step.tier === tier).map((c) => c.step.waitMs);
    return score({ tier, waitMs: Math.min(Math.max(...waits), lane.sinceServedMs[tier]) });
  };
  return tiers.toSorted((a, b) => scoreOf(a) - scoreOf(b))[0] ?? null;
}

function choose(lane: Lane, eligible: readonly Candidate[]): Candidate | null {
  const isOverrun = lane.runLength >= LONGEST_RUN;
  const open = preferring(eligible, ({ step }) => !(isOverrun && step.tier === lane.runTier));
  const turn = (lane.picks + 1) % PICKS_PER_ROUND;
  const starving = open.filter(({ starvedMs }) => starvedMs >= STARVING_MS);
  if (turn === STARVING_FIRST_TURN && starving.length > 0) {
    const sorted = starving.toSorted((a, b) => b.starvedMs - a.starvedMs || byAge(a.step, b.step));
    return sorted[0] ?? null;
  }
  const isFreeTurn = turn === FREE_FIRST_TURN && open.some(({ step }) => step.tier === WORST_TIER);
  const narrowed = isFreeTurn
    ? open.filter(({ step }) => step.tier === WORST_TIER)
    : preferring(open, ({ holdsReservedSlot }) => holdsReservedSlot);
  const tier = tierToServe(lane, narrowed);
  const ofTier = narrowed.filter(({ step }) => step.tier === tier);
  return ofTier.toSorted((a, b) => a.startTag - b.startTag || byAge(a.step, b.step))[0] ?? null;
}

function withTier<T>(values: PerTier<T>, tier: Tier, value: T): PerTier<T> {
  const [best, middle, worst] = values;
  if (tier === 0) return [value, middle, worst];
  return tier === 1 ? [best, value, worst] : [best, middle, value];
}

/** The next step, and the books after it; null when nothing may start. */
export function pick(snapshot: Snapshot): Picked | null {
  const { lane } = snapshot;
  const eligible = candidatesOf(snapshot);
  const chosen = choose(lane, eligible);
  if (chosen === null) return null;
  const { step, startTag } = chosen;
  const { tier } = step;
  const rivals = eligible.filter((candidate) => candidate.step.tier === tier);
  const furthestBehind = Math.min(...rivals.map((candidate) => candidate.startTag));
  return {
    step,
    startTag,
    vtime: startTag + step.estSeconds / step.weight,
    lane: {
      ...lane,
      vglobals: withTier(lane.vglobals, tier, Math.max(lane.vglobals[tier], furthestBehind)),
      sinceServedMs: withTier(lane.sinceServedMs, tier, 0),
      picks: lane.picks + 1,
      runTier: tier,
      runLength: lane.runTier === tier ? lane.runLength + 1 : 1,
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

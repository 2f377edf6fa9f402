/**
 * Which model makes a clip (G4): a pure function of a snapshot. What a model cannot do, may not do
 * or does no more leaves it out for good; its health, its limits and its last refusal leave it out
 * for a while. Of the others those with a free slot come first, then the cheapest.
 */
import { MODEL_NAMES, clipModel, generationCredits } from "../generate/models.ts";
import type { ClipRatio, GenerationMode, ModelName } from "../generate/models.ts";
import { refuseClip, refuseFrames } from "../generate/refuse-clip.ts";
import type { WantedFrame } from "../generate/refuse-clip.ts";
import type { VendorName } from "../generate/vendor-status.ts";
import type { BreakerState } from "../schedule/breaker.ts";

/** What a clip must be, whoever makes it. */
export interface ClipWish {
  readonly mode: GenerationMode;
  readonly frames: readonly WantedFrame[];
  readonly ratio: ClipRatio;
  readonly durationMs: number;
  readonly negativePrompt?: string | undefined;
  /** What may be paid for it, credits; null: whatever it costs. */
  readonly mostCredits: number | null;
}

/** How a model at its vendor does now; a model of which nothing is known does well. */
export interface ModelStanding {
  readonly breaker: BreakerState;
  /** Until an open breaker lets a request try, milliseconds. */
  readonly openMs: number;
  /** Somebody is trying already. */
  readonly isProbed: boolean;
  /** How long its vendor wants to be left alone, milliseconds; 0: it does not. */
  readonly restMs: number;
}

/** How much of it is under way and waits, and how much of it may be under way; 0: no limit. */
interface ModelLoad {
  readonly running: number;
  readonly waiting: number;
  readonly cap: number;
}

/** What a workspace's contract allows; null: everything. */
export interface TenantRouting {
  readonly vendors: readonly string[] | null;
  /** Where its words may be worked on. */
  readonly regions: readonly string[] | null;
}

export interface RoutingSnapshot {
  /** Vendors that this deployment has a key for. */
  readonly here: ReadonlySet<VendorName>;
  readonly tenant: TenantRouting;
  readonly standings: ReadonlyMap<ModelName, ModelStanding>;
  readonly loads: ReadonlyMap<ModelName, ModelLoad>;
  /** Models that take no new work. */
  readonly retired: ReadonlySet<ModelName>;
  /** Models that have turned this very clip away, and for how long that counts, milliseconds. */
  readonly tried: ReadonlyMap<ModelName, number>;
}

export const NEVER_REASONS = [
  "vendor_missing",
  "not_allowed",
  "region",
  "retired",
  "mode",
  "assets",
  "ratio",
  "duration_ms",
  "negative_prompt",
  "price",
] as const;
export type NeverReason = (typeof NEVER_REASONS)[number];
type LaterReason = "tried" | "open" | "probing" | "resting";

interface Candidate {
  readonly model: ModelName;
  readonly credits: number;
  readonly hasSlot: boolean;
  /** It has the one request by which its vendor may show that it is well again. */
  readonly isProbe: boolean;
}

export interface Route {
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** Those that could do it, not now; cheapest first. */
  readonly later: readonly {
    readonly model: ModelName;
    readonly credits: number;
    readonly reason: LaterReason;
    readonly delayMs: number;
  }[];
  readonly never: readonly { readonly model: ModelName; readonly reason: NeverReason }[];
}

/**
 * The models that are chosen from where nobody names one: those of vendors. Our own painter makes
 * something else, so it never stands in for them.
 */
export const ROUTED_MODELS: readonly ModelName[] = MODEL_NAMES.filter(
  (name) => clipModel(name).vendor !== null,
);

/** A probe that nobody has reported on by then is made up for by another. */
export const PROBE_MS = 60_000;

function neverReason(
  name: ModelName,
  wish: ClipWish,
  { here, tenant, retired }: RoutingSnapshot,
): NeverReason | null {
  const { vendor, regions } = clipModel(name);
  if (vendor !== null && !here.has(vendor)) return "vendor_missing";
  if (vendor !== null && tenant.vendors?.includes(vendor) === false) return "not_allowed";
  const isAbroad = (region: string) => tenant.regions?.includes(region) === false;
  if (regions.some(isAbroad)) return "region";
  if (retired.has(name)) return "retired";
  const cannot = refuseFrames(name, wish.mode, wish.frames) ?? refuseClip(name, wish);
  if (cannot !== null) return cannot;
  const { mostCredits } = wish;
  const isDear = mostCredits !== null && generationCredits(name, wish.durationMs) > mostCredits;
  return isDear ? "price" : null;
}

function laterReason(
  name: ModelName,
  { standings, tried }: RoutingSnapshot,
): { readonly reason: LaterReason; readonly delayMs: number } | null {
  const triedMs = tried.get(name) ?? 0;
  if (triedMs > 0) return { reason: "tried", delayMs: triedMs };
  const standing = standings.get(name);
  if (standing === undefined) return null;
  if (standing.breaker === "OPEN") return { reason: "open", delayMs: standing.openMs };
  if (standing.restMs > 0) return { reason: "resting", delayMs: standing.restMs };
  if (standing.breaker === "HALF_OPEN" && standing.isProbed) {
    return { reason: "probing", delayMs: PROBE_MS };
  }
  return null;
}

function hasSlot(load: ModelLoad | undefined): boolean {
  return load === undefined || load.cap === 0 || load.running + load.waiting < load.cap;
}

/** Cheapest first; of equal ones the one that the table names first. */
const byPrice = <T extends { readonly model: ModelName; readonly credits: number }>(a: T, b: T) =>
  a.credits - b.credits || MODEL_NAMES.indexOf(a.model) - MODEL_NAMES.indexOf(b.model);

/** Sorts `models` into those that can make the clip now, later and never, each with its reason. */
export function routeClip(
  models: readonly ModelName[],
  wish: ClipWish,
  snapshot: RoutingSnapshot,
): Route {
  const candidates: Candidate[] = [];
  const later: Route["later"][number][] = [];
  const never: Route["never"][number][] = [];
  for (const model of models) {
    const refused = neverReason(model, wish, snapshot);
    if (refused !== null) {
      never.push({ model, reason: refused });
      continue;
    }
    const credits = generationCredits(model, wish.durationMs);
    const held = laterReason(model, snapshot);
    if (held !== null) {
      later.push({ model, credits, ...held });
      continue;
    }
    const isProbe = snapshot.standings.get(model)?.breaker === "HALF_OPEN";
    const free = hasSlot(snapshot.loads.get(model));
    candidates.push({ model, credits, hasSlot: free, isProbe });
  }
  return {
    candidates: candidates.toSorted(
      (a, b) => Number(b.hasSlot) - Number(a.hasSlot) || byPrice(a, b),
    ),
    later: later.toSorted(byPrice),
    never,
  };
}

/** All that could make it, now or later, cheapest first. */
export function ableOf({ candidates, later }: Route) {
  const facts = ({ model, credits }: { model: ModelName; credits: number }) => ({ model, credits });
  return [...candidates.map(facts), ...later.map(facts)].toSorted(byPrice);
}

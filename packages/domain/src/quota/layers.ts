/**
 * The layers of quota (C5): whose use is counted, what is counted, over which time, and what
 * happens when it is full. One table; the gate, the database's check and the rebuild read it.
 */
import type { PlanLimits } from "./plans.ts";

/** `held`: tasks under way. `submits`: how many were accepted. `credits`: held or charged. */
export type QuotaMeasure = "held" | "submits" | "credits";
export type QuotaScope = "user" | "tenant" | "pool" | "model" | "platform";
export type QuotaWindow = "minute" | "day" | "month";

interface LayerRule {
  readonly scope: QuotaScope;
  readonly measure: QuotaMeasure;
  /** Calendar windows in UTC; null: as long as the task is under way. */
  readonly window: QuotaWindow | null;
}

export const QUOTA_LAYERS = {
  "user.in-flight": { scope: "user", measure: "held", window: null },
  "user.minute": { scope: "user", measure: "submits", window: "minute" },
  "user.day": { scope: "user", measure: "submits", window: "day" },
  "user.month": { scope: "user", measure: "credits", window: "month" },
  "tenant.in-flight": { scope: "tenant", measure: "held", window: null },
  "tenant.minute": { scope: "tenant", measure: "credits", window: "minute" },
  "tenant.day": { scope: "tenant", measure: "credits", window: "day" },
  "tenant.month": { scope: "tenant", measure: "credits", window: "month" },
  "pool.in-flight": { scope: "pool", measure: "held", window: null },
  "model.in-flight": { scope: "model", measure: "held", window: null },
  "platform.in-flight": { scope: "platform", measure: "held", window: null },
  "platform.minute": { scope: "platform", measure: "credits", window: "minute" },
} as const satisfies Readonly<Record<string, LayerRule>>;
export type QuotaLayerName = keyof typeof QUOTA_LAYERS;
const LAYER_NAMES = Object.keys(QUOTA_LAYERS) as QuotaLayerName[];

/** The layers whose fullness concerns a whole workspace. */
export const TENANT_LAYERS = [
  "tenant.in-flight",
  "tenant.minute",
  "tenant.day",
  "tenant.month",
] as const satisfies readonly QuotaLayerName[];
export type TenantLayerName = (typeof TENANT_LAYERS)[number];

export function isTenantLayer(name: string): name is TenantLayerName {
  return TENANT_LAYERS.some((layer) => layer === name);
}

/** What the whole platform bears; 0 means unlimited. */
export interface PlatformLimits {
  readonly maxInFlight: number;
  readonly creditsPerMinute: number;
  /** Tasks of one pool under way or waiting, beyond which new ones go to the last queue. */
  readonly poolInFlight: number;
  /** The same for one model. */
  readonly modelInFlight: number;
}

/** One reservation, as far as quota is concerned. */
export interface QuotaHold {
  readonly tenantId: string;
  readonly userId: string;
  readonly pool: string;
  /** Empty for work of no model. */
  readonly model: string;
  readonly credits: number;
  readonly atMs: number;
}

export interface QuotaLayer extends LayerRule {
  readonly name: QuotaLayerName;
  /** Name of the set of reservations: layer, whose, and when the window began. */
  readonly key: string;
  readonly limit: number;
  /** How much of the limit this hold takes. */
  readonly amount: number;
  /** When the window ends; null for what is under way. */
  readonly resetsAtMs: number | null;
  /** A full pool or model refuses nobody: the task goes to the last queue (C4). */
  readonly demotes: boolean;
}

function windowOf(window: QuotaWindow, atMs: number): readonly [startMs: number, endMs: number] {
  if (window === "minute") {
    const startMs = Math.floor(atMs / 60_000) * 60_000;
    return [startMs, startMs + 60_000];
  }
  const at = new Date(atMs);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (window === "day") return [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)];
  return [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
}

function limitOf(name: QuotaLayerName, plan: PlanLimits, platform: PlatformLimits): number {
  const limits: Readonly<Record<QuotaLayerName, number>> = {
    "user.in-flight": plan.userInFlight,
    "user.minute": plan.exportsPerMinute,
    "user.day": plan.exportsPerDay,
    "user.month": plan.userCreditsPerMonth,
    "tenant.in-flight": plan.maxInFlight,
    "tenant.minute": plan.tenantCreditsPerMinute,
    "tenant.day": plan.tenantCreditsPerDay,
    "tenant.month": plan.tenantCreditsPerMonth,
    "pool.in-flight": platform.poolInFlight,
    "model.in-flight": platform.modelInFlight,
    "platform.in-flight": platform.maxInFlight,
    "platform.minute": platform.creditsPerMinute,
  };
  return limits[name];
}

/** Every limited layer that a hold counts in; unlimited ones and those of nothing are left out. */
export function quotaLayers(
  hold: QuotaHold,
  plan: PlanLimits,
  platform: PlatformLimits,
): readonly QuotaLayer[] {
  const subjects: Readonly<Record<QuotaScope, string>> = {
    user: `${hold.tenantId}/${hold.userId}`,
    tenant: hold.tenantId,
    pool: hold.pool,
    model: hold.model,
    platform: "all",
  };
  return LAYER_NAMES.flatMap((name) => {
    const rule: LayerRule = QUOTA_LAYERS[name];
    const limit = limitOf(name, plan, platform);
    if (limit === 0 || subjects[rule.scope] === "") return [];
    const [startMs, endMs] = rule.window === null ? [null, null] : windowOf(rule.window, hold.atMs);
    const key = [`quota:${name}:${subjects[rule.scope]}`, ...(startMs === null ? [] : [startMs])];
    const { scope, measure, window } = rule;
    return {
      name,
      scope,
      measure,
      window,
      key: key.join(":"),
      limit,
      amount: rule.measure === "credits" ? hold.credits : 1,
      resetsAtMs: endMs,
      demotes: scope === "pool" || scope === "model",
    };
  });
}

/** True when this hold does not fit beside what is used already. */
export function isOver(layer: Pick<QuotaLayer, "limit" | "amount">, used: number): boolean {
  return layer.limit !== 0 && used + layer.amount > layer.limit;
}

/** Nobody knows when a task under way ends; asking again sooner than this helps nobody. */
const IN_FLIGHT_RETRY_MS = 10_000;

export interface QuotaRefusal {
  readonly code: "quota.in-flight" | "quota.exceeded" | "platform.busy";
  readonly layer: QuotaLayerName;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** For tasks under way: when it is worth asking again. */
  readonly resetsAtMs: number;
}

/** Why a full layer refuses (C4): with the limit, what remains of it and when it resets. */
export function refuseFull(layer: QuotaLayer, used: number, nowMs: number): QuotaRefusal {
  const byScope = layer.measure === "held" ? "quota.in-flight" : "quota.exceeded";
  return {
    code: layer.scope === "platform" ? "platform.busy" : byScope,
    layer: layer.name,
    limit: layer.limit,
    used,
    remaining: Math.max(0, layer.limit - used),
    resetsAtMs: layer.resetsAtMs ?? nowMs + IN_FLIGHT_RETRY_MS,
  };
}

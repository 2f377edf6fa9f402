import type { FoundBreak } from "./break.ts";

/**
 * Slots that the fast gate counts and the database does not, or the other way round. Each
 * surplus refuses somebody for nothing; each missing one lets somebody in too many.
 */
export function judgeSlots(of: {
  /** Which counter: a user, a tenant, a pool, the platform. */
  readonly layer: string;
  readonly counted: readonly string[];
  readonly held: readonly string[];
}): FoundBreak | null {
  const held = new Set(of.held);
  const counted = new Set(of.counted);
  const surplus = [...counted].filter((member) => !held.has(member));
  const missing = [...held].filter((member) => !counted.has(member));
  if (surplus.length === 0 && missing.length === 0) return null;
  return {
    kind: "slot-drift",
    subject: of.layer,
    tenantId: null,
    taskId: null,
    credits: null,
    costMicros: null,
    currency: null,
    facts: {
      surplus: surplus.length,
      missing: missing.length,
      example: surplus[0] ?? missing[0] ?? null,
    },
  };
}

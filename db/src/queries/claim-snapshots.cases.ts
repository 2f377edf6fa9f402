/** Random snapshots of a pool, as the pure function is given them. */
import type { Snapshot, Tier, WaitingStep } from "@cutroom/domain";
import * as fc from "fast-check";

export const TENANTS = ["a", "b", "c", "d"];

const tenant = fc.constantFrom(...TENANTS);
const user = fc.constantFrom("u", "v");
const model = fc.constantFrom("", "m");
const tier = fc.constantFrom<Tier[]>(0, 1, 2);
const ms = fc.integer({ min: 0, max: 600_000 });
const since = fc.oneof(ms, fc.constant(Infinity));
const share = fc.record({ vtime: fc.integer({ min: 0, max: 50 }), sinceServedMs: since });
const waiting = fc.record({
  tenantId: tenant,
  userId: user,
  model,
  tier,
  waitMs: fc.oneof(fc.integer({ min: -20_000, max: 60_000 }), ms),
  estSeconds: fc.integer({ min: 1, max: 40 }),
  weight: fc.constantFrom(1, 5, 10, 2.5),
  tenantCap: fc.constantFrom(0, 0, 0, 2, 5, 9),
  userCap: fc.constantFrom(0, 0, 0, 1, 3, 7),
});
const flowOf = (step: Omit<WaitingStep, "id">) => ({
  tenantId: step.tenantId,
  userId: step.userId,
  model: step.model,
  tier: step.tier,
});

/** Of every shape that the rules tell apart. */
export const snapshots: fc.Arbitrary<Snapshot> = fc
  .record({
    vglobals: fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40)),
    sinceServedMs: fc.tuple(since, since, since),
    picks: fc.nat(30),
    runTier: fc.option(tier),
    runLength: fc.constantFrom(0, 1, 18, 19, 20, 25),
    isFreePaused: fc.boolean(),
    maxInFlight: fc.option(fc.constantFrom(1, 4, 10, 25, 40)),
    workerSlots: fc.option(fc.constantFrom(1, 4, 10, 25, 40)),
    shares: fc.dictionary(tenant, fc.tuple(share, share, share)),
    reserved: fc.dictionary(tenant, fc.integer({ min: 1, max: 3 }), { maxKeys: 2 }),
    modelCap: fc.option(fc.constantFrom(1, 4, 12)),
    running: fc.array(fc.record({ tenantId: tenant, userId: user, model }), { maxLength: 5 }),
    waiting: fc.array(waiting, { maxLength: 60, size: "max" }),
    // Nobody else waits: what the first of them says is said of all.
    isAlone: fc.boolean(),
  })
  .map(({ workerSlots, shares, reserved, modelCap, running, waiting: all, isAlone, ...lane }) => ({
    lane: { ...lane, capacity: lane.maxInFlight ?? workerSlots },
    shares: new Map(Object.entries(shares)),
    reservedSlots: new Map(Object.entries(reserved)),
    modelCaps: new Map(modelCap === null ? [] : [["m", modelCap]]),
    running,
    waiting: all.map((step, at) => ({
      ...step,
      ...(isAlone ? flowOf(all[0] ?? step) : {}),
      id: `s${String(at).padStart(3, "0")}`,
    })),
  }));

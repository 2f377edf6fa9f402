import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_RUN, PICKS_PER_ROUND, STARVING_MS, pick, score, settleCharge } from "./pick.ts";
import type { Snapshot, WaitingStep } from "./pick.ts";
import { SimulatedPool, emptyLane, jain, snapshotOf, waitingStep } from "./pick.cases.ts";
import type { Tier } from "./pools.ts";

const picked = (over: Partial<Snapshot>) => pick(snapshotOf(over))?.step.id ?? null;
const running = (tenantId: string, count: number, userId = "u", model = "") =>
  Array.from({ length: count }, () => ({ tenantId, userId, model }));

const arbitraryStep = fc.record({
  tenantId: fc.constantFrom("a", "b", "c", "d"),
  userId: fc.constantFrom("u", "v"),
  tier: fc.constantFrom<Tier[]>(0, 1, 2),
  waitMs: fc.integer({ min: -5_000, max: 120_000 }),
  estSeconds: fc.integer({ min: 1, max: 60 }),
  tenantCap: fc.integer({ min: 0, max: 4 }),
  userCap: fc.integer({ min: 0, max: 3 }),
});
const arbitrarySteps = (max: number) =>
  fc
    .array(arbitraryStep, { minLength: 1, maxLength: max })
    .map((steps) => steps.map((step, at) => waitingStep({ ...step, id: `s${at}` })));

describe("the order of tiers (C9)", () => {
  const old = waitingStep({ id: "old", tier: 2 });
  const fresh = waitingStep({ id: "fresh", tier: 0, tenantId: "vip", waitMs: 5_000 });

  it("is lowest score first: tier - wait / 10 s", () => {
    expect(score({ tier: 2, waitMs: 25_000 })).toBe(-0.5);
    expect(picked({ waiting: [fresh, { ...old, waitMs: 15_000 }] })).toBe("fresh");
    expect(picked({ waiting: [fresh, { ...old, waitMs: 25_000 }] })).toBe("fresh");
    expect(picked({ waiting: [fresh, { ...old, waitMs: 25_001 }] })).toBe("old");
  });

  it("counts the wait since the tier was served: a long backlog does not pass for hardship", () => {
    const backlog = { ...old, waitMs: 3_600_000 };
    const lane = { ...emptyLane, sinceServedMs: [Infinity, Infinity, 1_000] as const };
    expect(picked({ lane, waiting: [fresh, backlog] })).toBe("fresh");
  });

  it("is oldest first within a tenant's tier", () => {
    const younger = waitingStep({ id: "a", waitMs: 1 });
    expect(picked({ waiting: [younger, waitingStep({ id: "b", waitMs: 2 })] })).toBe("b");
  });

  it("takes nothing that is not ready yet", () => {
    expect(picked({ waiting: [waitingStep({ id: "later", waitMs: -1 })] })).toBeNull();
  });
});

describe("caps", () => {
  const waiting = [waitingStep({ id: "s", model: "m", tenantCap: 3, userCap: 2 })];

  it("hold for tenant, user, model and pool, and 0 is none (C9, I7)", () => {
    expect(picked({ waiting, running: running("t", 2, "other") })).toBe("s");
    expect(picked({ waiting, running: running("t", 3, "other") })).toBeNull();
    expect(picked({ waiting, running: running("t", 2) })).toBeNull();
    expect(picked({ waiting, running: running("x", 9) })).toBe("s");
    const modelCaps = new Map([["m", 2]]);
    expect(picked({ waiting, modelCaps, running: running("x", 2, "u", "m") })).toBeNull();
    const lane = { ...emptyLane, maxInFlight: 2 };
    expect(picked({ waiting, lane, running: running("x", 2) })).toBeNull();
  });

  it("of one user or model keep back no other of the same tenant", () => {
    const blocked = waitingStep({ id: "blocked", waitMs: 60_000, userCap: 1 });
    const other = waitingStep({ id: "other", userId: "v" });
    expect(picked({ waiting: [blocked, other], running: running("t", 1) })).toBe("other");
  });

  it("are never overrun, whatever waits and runs", () => {
    fc.assert(
      fc.property(arbitrarySteps(40), fc.integer({ min: 1, max: 12 }), (steps, slots) => {
        const pool = new SimulatedPool({ slots, lane: { maxInFlight: slots } });
        for (const step of steps) pool.add({ ...step, waitMs: Math.max(0, step.waitMs) });
        do {
          pool.fill();
          const now = pool.snapshot().running;
          for (const { step } of pool.started.slice(-slots)) {
            const ofTenant = now.filter((entry) => entry.tenantId === step.tenantId).length;
            const largest = Math.max(
              ...steps.filter((s) => s.tenantId === step.tenantId).map((s) => s.tenantCap || 99),
            );
            expect(ofTenant).toBeLessThanOrEqual(largest);
          }
          expect(now.length).toBeLessThanOrEqual(slots);
        } while (pool.advance());
        expect(pool.waitingCount).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the pool as a whole", () => {
  it("is work-conserving: something starts whenever something may (C9)", () => {
    fc.assert(
      fc.property(arbitrarySteps(12), (waiting) => {
        const open = waiting.map((step) => ({ ...step, tenantCap: 0, userCap: 0 }));
        const anyReady = open.some((step) => step.waitMs >= 0);
        expect(picked({ waiting: open }) !== null).toBe(anyReady);
      }),
    );
  });

  it("shares seconds by weight: Jain >= 0.99 over 100 tenants of weight 1 to 10", () => {
    const weightOf = (tenant: number) => 1 + (tenant % 10);
    const pool = new SimulatedPool({ slots: 20 });
    const jobs = new Map<number, number>();
    const addJob = (tenant: number) => {
      const job = jobs.get(tenant) ?? 0;
      jobs.set(tenant, job + 1);
      const id = `s${tenant}-${String(job).padStart(4, "0")}`;
      const estSeconds = 5 + ((tenant * 7 + job * 3) % 11);
      pool.add(waitingStep({ id, tenantId: String(tenant), weight: weightOf(tenant), estSeconds }));
    };
    for (let tenant = 0; tenant < 100; tenant += 1) addJob(tenant);
    while (pool.started.length < 3_000) {
      const before = pool.started.length;
      pool.fill();
      for (const { tenantId } of pool.started.slice(before)) addJob(Number(tenantId));
      pool.advance();
    }
    const served = new Map<string, number>();
    for (const { step } of pool.started) {
      served.set(step.tenantId, (served.get(step.tenantId) ?? 0) + step.estSeconds / step.weight);
    }
    expect(served.size).toBe(100);
    expect(jain([...served.values()])).toBeGreaterThanOrEqual(0.99);
  });

  it("charges what work has really taken: a tenant that understates gains nothing", () => {
    const actualSeconds = (step: WaitingStep) => (step.tenantId === "liar" ? 30 : 10);
    const pool = new SimulatedPool({ slots: 2, actualSeconds });
    for (let at = 0; at < 400; at += 1) {
      const number = String(at).padStart(4, "0");
      pool.add(waitingStep({ id: `l${number}`, tenantId: "liar", estSeconds: 10 }));
      pool.add(waitingStep({ id: `h${number}`, tenantId: "honest", estSeconds: 10 }));
    }
    while (pool.nowMs < 2_000_000) {
      pool.fill();
      pool.advance();
    }
    const secondsOf = (tenantId: string) =>
      pool.started
        .filter(({ step }) => step.tenantId === tenantId)
        .reduce((sum, { startedMs, endsMs }) => sum + (endsMs - startedMs) / 1_000, 0);
    expect(jain([secondsOf("liar"), secondsOf("honest")])).toBeGreaterThan(0.995);
    expect(settleCharge({ estSeconds: 10, actualSeconds: 30, weight: 5 })).toBe(4);
  });

  it("lets nobody bank: a tenant that was idle starts level with the others", () => {
    const pool = new SimulatedPool({ slots: 1 });
    for (let at = 0; at < 200; at += 1) {
      pool.add(waitingStep({ id: `a${String(at).padStart(4, "0")}`, tenantId: "busy" }));
    }
    for (let at = 0; at < 100; at += 1) {
      pool.fill();
      pool.advance();
    }
    for (let at = 0; at < 100; at += 1) {
      pool.add(waitingStep({ id: `b${String(at).padStart(4, "0")}`, tenantId: "late" }));
    }
    const before = pool.started.length;
    while (pool.started.length < before + 40) {
      pool.fill();
      pool.advance();
    }
    const late = pool.started.slice(before).filter(({ step }) => step.tenantId === "late").length;
    expect(late).toBeGreaterThanOrEqual(17);
    expect(late).toBeLessThanOrEqual(23);
  });
});

describe("what fairness must not cost", () => {
  it("keeps reserved slots for their tenant, and gives them first (T1)", () => {
    const lane = { ...emptyLane, capacity: 4 };
    const served = { vtime: 1_000, sinceServedMs: 0 };
    const shares = new Map([["vip", [served, served, served] as const]]);
    const books = { lane, shares, reservedSlots: new Map([["vip", 2]]) };
    const plain = waitingStep({ id: "plain", tenantId: "a" });
    const vip = waitingStep({ id: "vip", tenantId: "vip" });
    expect(picked({ ...books, waiting: [plain], running: running("a", 1) })).toBe("plain");
    expect(picked({ ...books, waiting: [plain], running: running("a", 2) })).toBeNull();
    expect(picked({ ...books, waiting: [plain, vip], running: running("a", 2) })).toBe("vip");
    expect(picked({ ...books, waiting: [plain, vip], running: running("a", 1) })).toBe("vip");
  });

  it("stops free work while it is paused, and only that (C9)", () => {
    const lane = { ...emptyLane, isFreePaused: true };
    const free = waitingStep({ id: "free", tier: 2, waitMs: 900_000 });
    const paid = waitingStep({ id: "paid", tenantId: "p", tier: 1 });
    expect(picked({ lane, waiting: [free] })).toBeNull();
    expect(picked({ lane, waiting: [free, paid] })).toBe("paid");
  });

  it("gives free work a tenth of the picks while better tiers wait without end (C9)", () => {
    const pool = new SimulatedPool({ slots: 1 });
    for (let at = 0; at < 30; at += 1) {
      const id = String(at).padStart(3, "0");
      pool.add(waitingStep({ id: `f${id}`, tenantId: `free${at}`, tier: 2, estSeconds: 0.001 }));
    }
    for (let at = 0; at < 200; at += 1) {
      const id = String(at).padStart(3, "0");
      pool.add(waitingStep({ id: `v${id}`, tenantId: `vip${at}`, tier: 0, estSeconds: 0.001 }));
    }
    while (pool.started.length < 100) {
      pool.fill();
      pool.advance();
    }
    const free = pool.started.filter(({ step }) => step.tier === 2).length;
    expect(free).toBeGreaterThanOrEqual(100 / PICKS_PER_ROUND);
  });

  it("never runs one tier for longer than its bound while another waits (C9)", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 3 }), (tier, slots) => {
        const pool = new SimulatedPool({ slots });
        for (let at = 0; at < 120; at += 1) {
          const id = String(at).padStart(4, "0");
          pool.add(
            waitingStep({ id: `a${id}`, tenantId: `t${at}`, tier: tier as Tier, waitMs: 60_000 }),
          );
          pool.add(
            waitingStep({ id: `b${id}`, tenantId: "other", tier: ((tier + 1) % 3) as Tier }),
          );
        }
        let run = 0;
        while (pool.started.length < 100) {
          pool.fill();
          pool.advance();
        }
        for (const [at, { step }] of pool.started.entries()) {
          run = step.tier === pool.started[at - 1]?.step.tier ? run + 1 : 1;
          expect(run).toBeLessThanOrEqual(LONGEST_RUN);
        }
      }),
      { numRuns: 12 },
    );
  });

  it("serves whoever is r-th most starved within 2 x 10 x r picks, against any weights (C9)", () => {
    const heavy = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(heavy, fc.integer({ min: 0, max: 5 }), (weights, elder) => {
        const pool = new SimulatedPool({ slots: 1 });
        const light = { weight: 0.001, estSeconds: 0.001, tier: 1 as const };
        for (let at = 0; at < elder; at += 1) {
          const waitMs = STARVING_MS + 9_000 - at;
          pool.add(waitingStep({ id: `e${at}`, tenantId: `e${at}`, ...light, waitMs }));
        }
        const waitMs = STARVING_MS + 1;
        pool.add(waitingStep({ id: "last", tenantId: "last", ...light, waitMs }));
        for (const [at, weight] of weights.entries()) {
          for (let job = 0; job < 150; job += 1) {
            const id = `w${at}-${String(job).padStart(4, "0")}`;
            pool.add(waitingStep({ id, tenantId: `w${at}`, weight, estSeconds: 0.001, tier: 0 }));
          }
        }
        const bound = 2 * PICKS_PER_ROUND * (elder + 1);
        while (pool.started.length < bound) {
          pool.fill();
          pool.advance();
        }
        expect(pool.started.slice(0, bound).map(({ step }) => step.id)).toContain("last");
      }),
      { numRuns: 30 },
    );
  });
});

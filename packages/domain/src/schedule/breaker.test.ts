import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BREAKER_STATES, backupPools, keepsWaiting, moveBreaker, openForMs } from "./breaker.ts";
import { POOL_NAMES, pools } from "./pools.ts";

const closed = { state: "CLOSED", forMs: 0, times: 0 } as const;
const open = { state: "OPEN", times: 1, ends: 0, failures: 0 } as const;
const half = { state: "HALF_OPEN", forMs: 0, times: 1 } as const;

describe("the breaker of a pool", () => {
  const cases = [
    ["all is well", { ...closed, ends: 500, failures: 0 }, null],
    ["one in a hundred failed", { ...closed, ends: 300, failures: 3 }, null],
    ["more than one in a hundred failed", { ...closed, ends: 299, failures: 3 }, ["OPEN", 1]],
    ["too few failed to tell", { ...closed, ends: 20, failures: 2 }, null],
    ["too few ended to tell", { ...closed, ends: 19, failures: 19 }, null],
    ["everything failed", { ...closed, ends: 20, failures: 20 }, ["OPEN", 1]],
    ["it opened just now", { ...open, forMs: 59_999 }, null],
    ["it was open for long enough", { ...open, forMs: 60_000 }, ["HALF_OPEN", 1]],
    ["a second opening takes longer", { ...open, times: 2, forMs: 119_999 }, null],
    ["work of before the opening fails late", { ...open, forMs: 1, failures: 9, ends: 9 }, null],
    ["no probe came back", { ...half, ends: 0, failures: 0 }, null],
    ["some probes came back well", { ...half, ends: 2, failures: 0 }, null],
    ["all probes came back well", { ...half, ends: 3, failures: 0 }, ["CLOSED", 0]],
    ["one probe failed", { ...half, ends: 3, failures: 1 }, ["OPEN", 2]],
  ] as const;
  it.each(cases)("moves, or stays, when %s (C9)", (_, facts, moved) => {
    const expected = moved === null ? null : { state: moved[0], times: moved[1] };
    expect(moveBreaker(facts)).toEqual(expected);
  });

  it("opens longer every time, up to a quarter of an hour or so (C9)", () => {
    const waits = [1, 2, 3, 4, 5, 6, 60].map((times) => openForMs(times) / 60_000);
    expect(waits).toEqual([1, 2, 4, 8, 16, 16, 16]);
  });

  it("never opens below the rate, and always ends an opening by a probe (C9)", () => {
    const facts = fc.record({
      state: fc.constantFrom(...BREAKER_STATES),
      forMs: fc.nat(10_000_000),
      times: fc.nat(20),
      ends: fc.nat(5_000),
      failures: fc.nat(5_000),
    });
    fc.assert(
      fc.property(facts, (now) => {
        const moved = moveBreaker(now);
        const rate = now.failures / now.ends;
        const opensAbove = now.state !== "CLOSED" || moved === null || rate > 0.01;
        const endsByProbe = now.state !== "OPEN" || moved === null || moved.state === "HALF_OPEN";
        const closesWell = moved?.state !== "CLOSED" || now.failures === 0;
        expect([opensAbove, endsByProbe, closesWell]).toEqual([true, true, true]);
      }),
    );
  });

  it("keeps all, some or none of what waits (C9)", () => {
    expect(BREAKER_STATES.map(keepsWaiting)).toEqual([Number.POSITIVE_INFINITY, 0, 3]);
  });

  it("sends nothing in circles, nor to a pool without the tiers of the first (C9)", () => {
    for (const pool of POOL_NAMES) {
      const seen = new Set<string>([pool]);
      for (let next = backupPools[pool]; next !== null; next = backupPools[next]) {
        expect(seen.has(next)).toBe(false);
        seen.add(next);
        expect(pools[next].tiers).toEqual(expect.arrayContaining([...pools[pool].tiers]));
      }
    }
  });
});

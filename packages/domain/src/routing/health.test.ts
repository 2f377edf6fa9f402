import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BREAKER_STATES, openForMs } from "../schedule/breaker.ts";
import { moveModelBreaker, restAfter } from "./health.ts";

const closed = { state: "CLOSED", forMs: 0, times: 0 } as const;
const open = { state: "OPEN", times: 1, ends: 9, faults: 9, lastIsFault: true } as const;
const half = { state: "HALF_OPEN", forMs: 0, times: 1 } as const;

describe("the breaker of a model at its vendor", () => {
  const cases = [
    ["nobody has asked", { ...closed, ends: 0, faults: 0, lastIsFault: false }, null],
    ["too few have to tell", { ...closed, ends: 4, faults: 4, lastIsFault: true }, null],
    ["half went well", { ...closed, ends: 6, faults: 3, lastIsFault: true }, null],
    ["the newest went well", { ...closed, ends: 9, faults: 8, lastIsFault: false }, null],
    ["most went wrong", { ...closed, ends: 5, faults: 3, lastIsFault: true }, ["OPEN", 1]],
    ["it opened just now", { ...open, forMs: 59_999 }, null],
    ["it was open for long enough", { ...open, forMs: 60_000 }, ["HALF_OPEN", 1]],
    ["nobody has tried", { ...half, ends: 0, faults: 0, lastIsFault: false }, null],
    ["the probe went well", { ...half, ends: 1, faults: 0, lastIsFault: false }, ["CLOSED", 0]],
    ["the probe went wrong", { ...half, ends: 1, faults: 1, lastIsFault: true }, ["OPEN", 2]],
  ] as const;
  it.each(cases)("moves, or stays, when %s (G4)", (_, facts, moved) => {
    const expected = moved === null ? null : { state: moved[0], times: moved[1] };
    expect(moveModelBreaker(facts)).toEqual(expected);
  });

  it("never closes without an answer, and never opens without a fault (G4)", () => {
    const facts = fc.record({
      state: fc.constantFrom(...BREAKER_STATES),
      forMs: fc.nat(10_000_000),
      times: fc.nat(20),
      ends: fc.nat(20),
      faults: fc.nat(20),
      lastIsFault: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, (seen) => {
        const isRight = {
          CLOSED: seen.ends > 0,
          OPEN: seen.faults > 0,
          HALF_OPEN: seen.forMs >= openForMs(seen.times),
        };
        const { state } = moveModelBreaker(seen) ?? { state: null };
        expect(state === null || isRight[state]).toBe(true);
      }),
    );
  });
});

describe("a refusal", () => {
  it("leaves a model alone for as long as its vendor says, and for its own time where it does not (G4)", () => {
    expect(restAfter("rate_limited", 7_000)).toBe(7_000);
    expect(restAfter("rate_limited", null)).toBe(15_000);
    expect(restAfter("concurrency", null)).toBe(10_000);
    expect(restAfter("quota", 7_000)).toBe(600_000);
    expect(restAfter("auth", null)).toBe(600_000);
  });

  it("of the words says nothing of the model", () => {
    expect(restAfter("moderated_input", null)).toBe(0);
    expect(restAfter("vendor_error", null)).toBe(0);
  });
});

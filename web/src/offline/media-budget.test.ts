import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filesToEvict, largestFileBytes, mediaBudgetBytes } from "./media-budget.ts";

describe("the budget of media on a device", () => {
  it("is 2 GB at most and a quarter of what the browser allows", () => {
    expect(mediaBudgetBytes(100_000_000_000)).toBe(2_000_000_000);
    expect(mediaBudgetBytes(4_000_000_000)).toBe(1_000_000_000);
    expect(largestFileBytes(2_000_000_000)).toBe(500_000_000);
  });

  it("lets go of what was used longest ago, and of no more than it must", () => {
    const kept = [
      { id: "new", bytes: 40, usedAtMs: 3 },
      { id: "oldest", bytes: 30, usedAtMs: 1 },
      { id: "old", bytes: 30, usedAtMs: 2 },
    ];
    expect(filesToEvict(kept, 0, 100)).toEqual([]);
    expect(filesToEvict(kept, 30, 100)).toEqual(["oldest"]);
    expect(filesToEvict(kept, 31, 100)).toEqual(["oldest", "old"]);
  });

  it("always makes room for a file that fits at all", () => {
    const file = fc.record({ bytes: fc.nat(1_000), usedAtMs: fc.nat(1_000) });
    fc.assert(
      fc.property(fc.array(file), fc.nat(1_000), (files, more) => {
        const kept = files.map((one, index) => ({ ...one, id: String(index) }));
        const gone = new Set(filesToEvict(kept, more, 1_000));
        const left = kept.filter(({ id }) => !gone.has(id));
        expect(left.reduce((sum, { bytes }) => sum + bytes, more)).toBeLessThanOrEqual(1_000);
      }),
    );
  });
});

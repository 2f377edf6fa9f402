import { describe, expect, it } from "vitest";
import { createIds, systemClock } from "./system.ts";

describe("ids", () => {
  it("ascend within a millisecond, and when the clock steps back", () => {
    let nowMs = 1_700_000_000_000;
    const ids = createIds({ nowMs: () => nowMs });
    const made = [0, 0, 1, -5000, 0, 1, 10_000].map((stepMs) => {
      nowMs += stepMs;
      return ids.next("task");
    });
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it("sort by time of birth across processes and carry their prefix", () => {
    const at = (nowMs: number): string => createIds({ nowMs: () => nowMs }).next("asset");
    expect(at(1_700_000_000_000) < at(1_700_000_000_001)).toBe(true);
    expect(at(1_700_000_000_000)).toMatch(/^asset_[0-9a-hjkmnp-tv-z]{26}$/u);
  });

  it("never repeat", () => {
    const ids = createIds(systemClock);
    const made = Array.from({ length: 20_000 }, () => ids.next("x"));
    expect(new Set(made).size).toBe(20_000);
  });

  it("have secrets that are URL-safe and at least 128 bits", () => {
    const ids = createIds(systemClock);
    expect(ids.secret()).toMatch(/^[\w-]{32}$/u);
    expect(ids.secret()).not.toBe(ids.secret());
  });
});

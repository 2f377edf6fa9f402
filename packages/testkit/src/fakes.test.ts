import { describe, expect, it } from "vitest";
import { fixedClock } from "./fixed-clock.ts";
import { freePort } from "./free-port.ts";
import { seededIds } from "./seeded-ids.ts";

describe("fixed clock", () => {
  it("moves only when told to", () => {
    const clock = fixedClock(1000);
    clock.advanceMs(5);
    expect(clock.nowMs()).toBe(1005);
    clock.setMs(7);
    expect(clock.nowMs()).toBe(7);
  });
});

describe("seeded ids", () => {
  const many = (seed: number): string[] => {
    const ids = seededIds(seed);
    return Array.from({ length: 100 }, () => ids.next("task"));
  };

  it("are the same for the same seed, different for another, ascending and unique", () => {
    expect(many(1)).toEqual(many(1));
    expect(many(1)).not.toEqual(many(2));
    expect(many(1).toSorted()).toEqual(many(1));
    expect(new Set(many(1)).size).toBe(100);
    expect(seededIds(1).secret()).toMatch(/^[\da-f]{32}$/u);
  });
});

describe("free port", () => {
  it("is a port", async () => {
    expect(await freePort()).toBeGreaterThan(1023);
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MILESTONES, milestoneOf, taskProgress } from "./progress.ts";

describe("milestones", () => {
  it("are five in a whole run, however finely progress is told (C11)", () => {
    const seen = new Set(Array.from({ length: 101 }, (_, percent) => milestoneOf(percent)));
    expect([...seen]).toEqual([0, ...MILESTONES]);
  });

  it("never go back while progress goes on (C11)", () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), (a, b) => {
        expect(milestoneOf(Math.max(a, b))).toBeGreaterThanOrEqual(milestoneOf(Math.min(a, b)));
      }),
    );
  });
});

describe("the progress of a task", () => {
  it("is full only when every step has succeeded, and counts no step that waits (C11)", () => {
    const step = (state: "SUCCEEDED" | "RUNNING" | "READY", progress = 0, estSeconds = 10) => ({
      state,
      progress,
      estSeconds,
    });
    expect(taskProgress([step("SUCCEEDED"), step("SUCCEEDED")])).toBe(100);
    expect(taskProgress([step("SUCCEEDED"), step("RUNNING", 50), step("READY", 90)])).toBe(50);
    expect(taskProgress([])).toBe(0);
    const shares = [step("SUCCEEDED", 0, 45), step("RUNNING", 50, 45), step("READY", 0, 10)];
    expect(taskProgress(shares)).toBe(67);
  });
});

import { describe, expect, it } from "vitest";
import { planLimits } from "../quota/plans.ts";
import { assessRisk, riskBounds } from "./risk.ts";

const quiet = { recentSubmits: 1, sameInput: 0 };

describe("the risk layer", () => {
  it("lets ordinary work pass (C4)", () => {
    expect(assessRisk(riskBounds(planLimits.free), quiet)).toEqual({
      verdict: "pass",
      reasons: [],
      policy: 1,
    });
  });

  it("moves sustained bursts and repeats of one input to the last queue (C4)", () => {
    expect(assessRisk(riskBounds(planLimits.free), { ...quiet, recentSubmits: 25 })).toMatchObject({
      verdict: "demote",
      reasons: ["rate"],
    });
    expect(assessRisk(riskBounds(planLimits.paid), { ...quiet, sameInput: 10 })).toMatchObject({
      verdict: "demote",
      reasons: ["same-input"],
    });
  });

  it("asks a person when one input comes again and again (C4)", () => {
    expect(
      assessRisk(riskBounds(planLimits.paid), { recentSubmits: 200, sameInput: 50 }),
    ).toMatchObject({
      verdict: "review",
      reasons: ["rate", "same-input"],
    });
  });

  it("leaves contracts without a rate limit alone (T1)", () => {
    const busy = { recentSubmits: 10_000, sameInput: 10_000 };
    expect(assessRisk(riskBounds(planLimits.enterprise), busy).verdict).toBe("pass");
  });
});

import { describe, expect, it } from "vitest";
import { refuseStepPlan } from "./step-plan.ts";

const step = (name: string, ...needs: string[]) => ({
  name,
  kind: "generate" as const,
  inputDigest: name,
  needs,
});

describe("the steps of a task", () => {
  it("may fan out and join (C2)", () => {
    const plan = [step("join", "a", "b"), step("a", "first"), step("b", "first"), step("first")];
    expect(refuseStepPlan(plan)).toBeNull();
  });

  it("are refused when one of them could never be ready (C2)", () => {
    expect(refuseStepPlan([step("a", "b"), step("b", "a"), step("c")])).toBe("never ready: a, b");
    expect(refuseStepPlan([step("a", "nobody")])).toBe("never ready: a");
    expect(refuseStepPlan([])).toBe("there is no step");
  });

  it("are one for each piece of work (C2)", () => {
    expect(refuseStepPlan([step("a"), step("a")])).toBe("two steps have one name");
    expect(refuseStepPlan([step("a"), { ...step("b"), inputDigest: "a" }])).toBe(
      "two steps do the same work",
    );
  });
});

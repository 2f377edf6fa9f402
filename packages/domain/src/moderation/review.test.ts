import { describe, expect, it } from "vitest";
import { REVIEW_STATES, isAppealable, mayDecide } from "./review.ts";

describe("an appeal against a review (G5)", () => {
  it("is there for what a person has refused, and for nothing that is still to be decided", () => {
    expect(REVIEW_STATES.filter(isAppealable)).toEqual(["REJECTED"]);
  });

  it.each([
    ["somebody else, who was not asked before", "b@x.org", "a@x.org", ["a@x.org", "b@x.org"], true],
    [
      "the first reviewer while there is another",
      "A@x.org",
      "a@X.org",
      ["a@x.org", "b@x.org"],
      false,
    ],
    ["the first reviewer who is the only one", "a@x.org", "a@x.org", ["A@x.org"], true],
    ["anybody where no person has decided yet", "a@x.org", null, ["a@x.org", "b@x.org"], true],
  ] as const)("is decided by %s", (_, reviewer, decidedBefore, reviewers, expected) => {
    expect(mayDecide(reviewer, { decidedBefore, reviewers })).toBe(expected);
  });
});

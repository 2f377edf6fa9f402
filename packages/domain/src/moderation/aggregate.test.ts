import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STEP_STATES } from "../task/steps.ts";
import type { StepState } from "../task/steps.ts";
import { aggregate } from "./aggregate.ts";
import type { Outcome, ReviewKey, Verdict } from "./aggregate.ts";
import { REVIEW_STATES, isShareable, nextReviewState } from "./review.ts";
import { FIRST_POLICY, REVIEW_MODELS } from "./review-policy.ts";
import type { ReviewPolicy } from "./review-policy.ts";
import type { Score } from "./scores.ts";

const REVIEW: ReviewKey = { contentVersion: "sha", round: 1, policyVersion: "test" };
const nothing: Score = {
  kind: "text",
  found: { sexual: 0, minor: 0, gore: 0, hate: 0, self_harm: 0 },
};
const something: Score = { ...nothing, found: { ...nothing.found, gore: 1 } };

const isMandatory = fc.boolean();
const onTimeout = fc.constantFrom("ignore" as const, "human" as const);
const anyPolicy: fc.Arbitrary<ReviewPolicy> = fc
  .tuple(isMandatory, isMandatory, onTimeout, onTimeout)
  .map(([first, second, firstTimeout, secondTimeout]) => ({
    version: "test",
    deadlineMs: FIRST_POLICY.deadlineMs,
    find: FIRST_POLICY.find,
    models: [
      { model: "picture", version: "p1", mandatory: first || !second, onTimeout: firstTimeout },
      { model: "text", version: "t1", mandatory: second, onTimeout: secondTimeout },
    ],
  }));
const anyVerdict: fc.Arbitrary<Verdict> = fc.record({
  contentVersion: fc.constantFrom("sha", "sha", "other"),
  round: fc.constantFrom(1, 1, 0),
  policyVersion: fc.constantFrom("test", "test", "old"),
  model: fc.constantFrom(...REVIEW_MODELS),
  modelVersion: fc.constantFrom("p1", "t1", "old"),
  state: fc.constantFrom<StepState>(...STEP_STATES),
  score: fc.constantFrom<Score | null>(nothing, nothing, something, null),
});
const anyVerdicts = fc.array(anyVerdict, { maxLength: 8 });

const FOUND = { model: "text", modelVersion: "t1", state: "SUCCEEDED", score: something } as const;

/** Reasons are a set. */
const plain = (outcome: Outcome) =>
  outcome.kind === "human" ? [outcome.kind, outcome.reasons.toSorted()] : outcome;

/** Said another way than the aggregate says it: all that a rule is owed. */
function hasAnswered(policy: ReviewPolicy, verdicts: readonly Verdict[], model: string): boolean {
  const version = policy.models.find((rule) => rule.model === model)?.version;
  return verdicts.some(
    (one) =>
      one.model === model &&
      one.modelVersion === version &&
      one.contentVersion === REVIEW.contentVersion &&
      one.round === REVIEW.round &&
      one.policyVersion === REVIEW.policyVersion &&
      one.state === "SUCCEEDED" &&
      one.score !== null,
  );
}

describe("what follows from verdicts (G5)", () => {
  it("never passes while a mandatory model has not answered, however many verdicts there are", () => {
    fc.assert(
      fc.property(anyPolicy, anyVerdicts, fc.boolean(), (policy, verdicts, isLate) => {
        const passes = aggregate(REVIEW, policy, verdicts, isLate).kind === "pass";
        const owed = policy.models.filter(
          ({ model, mandatory }) => mandatory && !hasAnswered(policy, verdicts, model),
        );
        expect(passes && owed.length > 0).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("says the same of shuffled and of repeated verdicts", () => {
    const mixed = anyVerdicts.chain((verdicts) =>
      fc.tuple(
        fc.constant(verdicts),
        fc.shuffledSubarray(verdicts, { minLength: verdicts.length }),
        fc.subarray(verdicts),
      ),
    );
    fc.assert(
      fc.property(anyPolicy, mixed, fc.boolean(), (policy, [inOrder, shuffled, again], isLate) => {
        const first = aggregate(REVIEW, policy, inOrder, isLate);
        const other = aggregate(REVIEW, policy, [...again, ...shuffled], isLate);
        expect(plain(other)).toEqual(plain(first));
      }),
      { numRuns: 1_000 },
    );
  });

  it("goes on asking a person for what was found, whatever comes later", () => {
    const found: Verdict = { ...REVIEW, ...FOUND };
    fc.assert(
      fc.property(anyPolicy, anyVerdicts, fc.boolean(), (policy, later, isLate) => {
        expect(aggregate(REVIEW, policy, [found, ...later], isLate).kind).toBe("human");
        expect(aggregate(REVIEW, policy, [...later, found], isLate).kind).toBe("human");
      }),
      { numRuns: 1_000 },
    );
  });

  it("never waits once its time is over, and is in no hurry before", () => {
    fc.assert(
      fc.property(anyPolicy, anyVerdicts, (policy, verdicts) => {
        expect(aggregate(REVIEW, policy, verdicts, true).kind).not.toBe("wait");
        expect(aggregate(REVIEW, policy, [], false).kind).toBe("wait");
      }),
    );
  });
});

const POLICY: ReviewPolicy = {
  ...FIRST_POLICY,
  version: "test",
  models: [
    { model: "picture", version: "p1", mandatory: true, onTimeout: "human" },
    { model: "text", version: "t1", mandatory: false, onTimeout: "ignore" },
  ],
};
const verdict = (of: Partial<Verdict>): Verdict => ({
  ...REVIEW,
  model: "picture",
  modelVersion: "p1",
  state: "SUCCEEDED",
  score: nothing,
  ...of,
});

describe("one mandatory and one optional model (G5)", () => {
  it("names what it waits for", () => {
    expect(aggregate(REVIEW, POLICY, [verdict({})], false)).toEqual({
      kind: "wait",
      missing: ["text"],
    });
  });

  it("waits for a doubt until its time is over, and then a person is asked (I3)", () => {
    const doubt = [verdict({ state: "UNKNOWN", score: null })];
    expect(aggregate(REVIEW, POLICY, doubt, false).kind).toBe("wait");
    expect(aggregate(REVIEW, POLICY, doubt, true)).toEqual({ kind: "human", reasons: ["overdue"] });
  });

  it("passes without an optional model whose silence means nothing", () => {
    expect(aggregate(REVIEW, POLICY, [verdict({})], true)).toEqual({ kind: "pass" });
    const gone = verdict({ model: "text", modelVersion: "t1", state: "FAILED", score: null });
    expect(aggregate(REVIEW, POLICY, [verdict({}), gone], false)).toEqual({ kind: "pass" });
  });

  it("asks a person when a mandatory model is lost", () => {
    const lost = verdict({ state: "FAILED", score: null });
    expect(aggregate(REVIEW, POLICY, [lost], false)).toEqual({
      kind: "human",
      reasons: ["model-failed"],
    });
  });
});

const picture = (...explicit: number[]): Score => ({
  kind: "picture",
  frames: explicit.map((porn, at) => ({
    atMs: at * 1_000,
    score: { porn, hentai: 0, sexy: 0, drawing: 0, neutral: 1 - porn },
  })),
});

describe("the policy of pictures (G5)", () => {
  it.each([
    [[0.9], true],
    [[0.65], true],
    [[0.65, 0.1, 0.2], false],
    [[0.65, 0.1, 0.7], true],
    [[0.1, 0.86, 0.2], true],
    [[0.5, 0.5, 0.5, 0.5], false],
    [[], false],
  ])("of frames as explicit as %j: a person looks: %s", (explicit, isAsked) => {
    expect(FIRST_POLICY.find(picture(...explicit)).length > 0).toBe(isAsked);
  });
});

describe("states of a review (G5)", () => {
  it("no machine's move leads to REJECTED, and only PASSED and APPROVED are shown", () => {
    expect(nextReviewState("CHECKING", "reject")).toBeNull();
    expect(nextReviewState("CHECKING", "approve")).toBeNull();
    expect(nextReviewState("WAITING", "pass")).toBeNull();
    expect(nextReviewState("REJECTED", "approve")).toBeNull();
    expect(REVIEW_STATES.filter((state) => isShareable(state))).toEqual(["PASSED", "APPROVED"]);
    expect(isShareable(null)).toBe(true);
  });
});

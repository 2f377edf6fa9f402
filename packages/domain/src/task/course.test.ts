import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { courseOfTask, endOfAttempt, haltOf, isInDoubt } from "./course.ts";
import type { AttemptOutcome, StepStanding } from "./course.ts";
import { nextTaskState } from "./states.ts";
import { STEP_STATES, nextStepState } from "./steps.ts";
import { OUTPUT_HOLD_MS, holdPauseMs } from "./timing.ts";

const failure = { code: "RENDER_FAILED", internal: "x" };
const facts = {
  state: "RUNNING",
  requestSent: false,
  cancelRequested: false,
  retriesUsed: 0,
  retryBudget: 2,
  overdue: false,
  heldForMs: null,
} as const;
const outcomes: readonly AttemptOutcome[] = [
  { kind: "succeeded", result: 1 },
  { kind: "failed", retryable: true, ...failure },
  { kind: "failed", retryable: true, holdsOutput: true, ...failure },
  { kind: "failed", retryable: false, ...failure },
  { kind: "stopped" },
  { kind: "silent", ...failure },
  { kind: "preempted" },
  { kind: "unclear", ...failure },
  { kind: "absent", ...failure },
];
const standing = fc.record({
  state: fc.constantFrom(...STEP_STATES),
  requestSent: fc.boolean(),
}) satisfies fc.Arbitrary<StepStanding>;

describe("the end of an attempt", () => {
  it("is always a legal move of the step (C2)", () => {
    const anyFacts = fc.record({
      state: fc.constantFrom("RUNNING", "UNKNOWN"),
      requestSent: fc.boolean(),
      cancelRequested: fc.boolean(),
      retriesUsed: fc.nat(3),
      retryBudget: fc.nat(3),
      overdue: fc.boolean(),
      heldForMs: fc.option(fc.nat(2 * OUTPUT_HOLD_MS)),
    });
    fc.assert(
      fc.property(fc.constantFrom(...outcomes), anyFacts, (outcome, some) => {
        const legal = outcome.kind === "absent" || outcome.kind === "succeeded";
        fc.pre(some.state === "RUNNING" || legal || outcome.kind === "failed");
        expect(nextStepState(some.state, endOfAttempt(outcome, some, 0).event)).not.toBeNull();
      }),
    );
  });

  it("spends one budget, however many steps ask: the third fault of a task is final (C10)", () => {
    const fault = { kind: "failed", retryable: true, ...failure } as const;
    const ends = [0, 1, 2].map((retriesUsed) => endOfAttempt(fault, { ...facts, retriesUsed }, 0));
    expect(ends.map((end) => end.event)).toEqual(["retry", "retry", "fail"]);
    expect(ends[0]).toMatchObject({ delayMs: 10_000 });
    expect(ends[1]).toMatchObject({ delayMs: 30_000 });
    expect(ends[2]).toMatchObject({ exhausted: true });
  });

  it("leaves a finished output with its worker for an hour, for one retry (C10)", () => {
    const unsent = { kind: "failed", retryable: true, holdsOutput: true, ...failure } as const;
    const first = endOfAttempt(unsent, facts, 0);
    expect(first).toMatchObject({ event: "retry", holds: true, usesRetry: true });
    const used = { ...facts, retriesUsed: 2 };
    const again = endOfAttempt(unsent, { ...used, heldForMs: OUTPUT_HOLD_MS - 1 }, 0);
    expect(again).toMatchObject({ event: "retry", holds: true, usesRetry: false });
    const over = endOfAttempt(unsent, { ...facts, heldForMs: OUTPUT_HOLD_MS }, 0);
    expect(over).toMatchObject({ event: "fail", exhausted: true });
    expect(endOfAttempt(unsent, used, 0)).toMatchObject({ event: "fail", exhausted: true });
    const late = endOfAttempt(unsent, { ...facts, heldForMs: 1, overdue: true }, 0);
    expect(late.event).toBe("fail");
  });

  it("tries a held output again ever more slowly (C10)", () => {
    const pausesS = [1, 2, 3, 4, 5, 6, 7].map((uploads) => holdPauseMs(uploads) / 1_000);
    expect(pausesS).toEqual([10, 20, 40, 80, 160, 300, 300]);
  });

  it("tries nothing again after the end-to-end deadline (C10)", () => {
    const late = { ...facts, overdue: true };
    expect(endOfAttempt({ kind: "silent", ...failure }, late, 0)).toMatchObject({
      event: "fail",
      exhausted: true,
    });
  });

  it("makes a doubt of a silent worker whose request may have left, never a retry (C8, I3)", () => {
    const silent = { kind: "silent", ...failure } as const;
    for (const cancelRequested of [false, true]) {
      const sent = { ...facts, requestSent: true, cancelRequested };
      expect(endOfAttempt(silent, sent, 0).event).toBe("lose");
      expect(endOfAttempt({ kind: "stopped" }, sent, 0).event).toBe("lose");
      expect(endOfAttempt({ kind: "preempted" }, sent, 0).event).toBe("lose");
    }
    expect(endOfAttempt(silent, facts, 0)).toMatchObject({ event: "retry", delayMs: 0 });
  });

  it("costs no retry when the work was taken away (C9)", () => {
    expect(endOfAttempt({ kind: "preempted" }, { ...facts, retriesUsed: 2 }, 0)).toEqual({
      event: "retry",
      delayMs: 0,
      usesRetry: false,
      holds: false,
      failure: null,
    });
  });
});

describe("the course of a task", () => {
  it("never ends, and so never closes its money, while a doubt is open (C1, F104)", () => {
    fc.assert(
      fc.property(fc.array(standing, { minLength: 1 }), fc.boolean(), (steps, cancel) => {
        fc.pre(steps.some(isInDoubt));
        expect(["fail", "cancel", "succeed", "expire"]).not.toContain(
          courseOfTask(steps, cancel).event,
        );
      }),
    );
  });

  it("is a legal move of a running task (C1)", () => {
    fc.assert(
      fc.property(fc.array(standing, { minLength: 1 }), fc.boolean(), (steps, cancel) => {
        const { event } = courseOfTask(steps, cancel);
        expect(event === null || nextTaskState("RUNNING", event) !== null).toBe(true);
      }),
    );
  });

  it("succeeds exactly when every step has (C2)", () => {
    fc.assert(
      fc.property(fc.array(standing, { minLength: 1 }), fc.boolean(), (steps, cancel) => {
        const all = steps.every((step) => step.state === "SUCCEEDED");
        expect(courseOfTask(steps, cancel).event === "succeed").toBe(all);
      }),
    );
  });

  it("leaves no live step behind when it fails or is canceled (C2)", () => {
    fc.assert(
      fc.property(fc.array(standing, { minLength: 1 }), fc.boolean(), (steps, cancel) => {
        const { event, halt } = courseOfTask(steps, cancel);
        fc.pre(event === "fail" || event === "cancel");
        expect(halt).toBe(true);
        for (const step of steps) {
          const after = haltOf(step) === null ? step.state : "EXPIRED";
          expect(["SUCCEEDED", "FAILED", "EXPIRED"]).toContain(after);
        }
      }),
    );
  });
});

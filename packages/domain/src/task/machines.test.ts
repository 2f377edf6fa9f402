import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TASK_STATES, nextTaskState, sourcesOf, targetOf, taskTransitions } from "./states.ts";
import type { TaskEvent, TaskState } from "./states.ts";
import {
  STEP_STATES,
  nextStepState,
  stepSourcesOf,
  stepTargetOf,
  stepTransitions,
} from "./steps.ts";
import type { StepEvent } from "./steps.ts";
import { HEARTBEAT_MS, LEASE_MS, MAX_ATTEMPTS, retryDelayMs } from "./timing.ts";

const taskEvents = [
  ...new Set(Object.values(taskTransitions).flatMap((moves) => Object.keys(moves))),
] as TaskEvent[];

describe("the task machine", () => {
  it("lets nothing leave SUCCEEDED, CANCELED or EXPIRED (C1)", () => {
    for (const state of ["SUCCEEDED", "CANCELED", "EXPIRED"] as const) {
      expect(Object.keys(taskTransitions[state])).toEqual([]);
    }
  });

  it("never reaches SUCCEEDED except from RUNNING, whatever the events (C1)", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...taskEvents)), (events) => {
        const path: TaskState[] = ["CREATED"];
        for (const event of events) {
          const next = nextTaskState(path.at(-1) ?? "CREATED", event);
          if (next !== null) path.push(next);
        }
        const end = path.indexOf("SUCCEEDED");
        expect(end === -1 || path[end - 1] === "RUNNING").toBe(true);
        expect(end === -1 || end === path.length - 1).toBe(true);
        expect(path.every((state) => TASK_STATES.includes(state))).toBe(true);
      }),
    );
  });

  it("names exactly the legal sources of an event, so that guards are complete (C1)", () => {
    expect(sourcesOf("cancel")).toEqual(["CREATED", "QUEUED", "RUNNING"]);
    expect(sourcesOf("claim")).toEqual(["QUEUED"]);
  });
});

describe("both machines", () => {
  it("give every event one target, so that a guarded UPDATE can name it (C1, C2)", () => {
    for (const event of taskEvents) {
      const targets = sourcesOf(event).map((state) => nextTaskState(state, event));
      expect(new Set(targets)).toEqual(new Set([targetOf(event)]));
    }
    const moves = Object.values(stepTransitions).flatMap((row) => Object.keys(row)) as StepEvent[];
    for (const event of moves) {
      const targets = stepSourcesOf(event).map((state) => nextStepState(state, event));
      expect(new Set(targets)).toEqual(new Set([stepTargetOf(event)]));
    }
  });
});

describe("the step machine", () => {
  it("claims only from READY and RETRY_WAIT (C2)", () => {
    expect(stepSourcesOf("claim")).toEqual(["READY", "RETRY_WAIT"]);
  });

  it("expires any live state and no ended one (C2)", () => {
    for (const state of STEP_STATES) {
      const live = Object.keys(stepTransitions[state]).length > 0;
      expect(nextStepState(state, "expire")).toBe(live ? "EXPIRED" : null);
    }
  });

  it("refuses by null, not by a guess", () => {
    const events: StepEvent[] = ["claim", "succeed", "retry", "fail", "lose", "ready", "expire"];
    for (const event of events) expect(nextStepState("SUCCEEDED", event)).toBeNull();
  });
});

describe("retry and lease timing", () => {
  it("waits 10 s and 30 s, then gives up (C10)", () => {
    expect([1, 2, 3].map((attempt) => retryDelayMs(attempt, 0))).toEqual([10_000, 30_000, null]);
    expect(retryDelayMs(MAX_ATTEMPTS, 0.5)).toBeNull();
  });

  it("leaves room for two lost heartbeats within a lease (C8)", () => {
    expect(LEASE_MS).toBeGreaterThanOrEqual(3 * HEARTBEAT_MS);
  });
});

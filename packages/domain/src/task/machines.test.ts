import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TASK_SCENES } from "./kinds.ts";
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
import { HEARTBEAT_MS, LEASE_MS, LEASE_SCAN_MS, retryBudget, retryDelayMs } from "./timing.ts";

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

  it("expires any live state but a doubt, and no ended one (C2, I3)", () => {
    for (const state of STEP_STATES) {
      const live = Object.keys(stepTransitions[state]).length > 0 && state !== "UNKNOWN";
      expect(nextStepState(state, "expire")).toBe(live ? "EXPIRED" : null);
    }
  });

  it("leaves a doubt only by what is known of the vendor's job (C2, G2)", () => {
    expect(Object.keys(stepTransitions.UNKNOWN)).toEqual(["succeed", "retry", "fail"]);
    expect(stepSourcesOf("lose")).toEqual(["RUNNING"]);
  });

  it("refuses by null, not by a guess", () => {
    const events: StepEvent[] = ["claim", "succeed", "retry", "fail", "lose", "ready", "expire"];
    for (const event of events) expect(nextStepState("SUCCEEDED", event)).toBeNull();
  });
});

describe("retry and lease timing", () => {
  it("waits 10 s, 30 s and 120 s, and at most a fifth longer (C10)", () => {
    expect([0, 1, 2].map((used) => retryDelayMs(used, 0))).toEqual([10_000, 30_000, 120_000]);
    expect(retryDelayMs(0, 1)).toBe(12_000);
  });

  it("allows two retries of a whole task by default, so 27 calls cannot be (C10)", () => {
    for (const scene of TASK_SCENES) expect(retryBudget(scene)).toBeLessThanOrEqual(2);
  });

  it("leaves room for two lost heartbeats within a lease (C8)", () => {
    expect(LEASE_MS).toBeGreaterThanOrEqual(3 * HEARTBEAT_MS);
  });

  it("finds a silent worker within one and a half leases (C8)", () => {
    expect(LEASE_MS + LEASE_SCAN_MS).toBeLessThanOrEqual(1.5 * LEASE_MS);
  });
});

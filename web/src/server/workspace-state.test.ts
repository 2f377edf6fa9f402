import type { Asset, Task } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { applyEvent, emptyWorkspace, withAssets, withTasks } from "./workspace-state.ts";

const task = (change: Partial<Task>) =>
  ({ id: "t1", state: "RUNNING", version: 3, progress: 40, ...change }) as Task;
const asset = (change: Partial<Asset>) =>
  ({ id: "a1", state: "PROCESSING", progress: 10, ...change }) as Asset;

describe("what the browser knows of tasks and files", () => {
  it("an event that is older than what is known changes nothing", () => {
    const known = applyEvent(emptyWorkspace, { type: "task", seq: 5, task: task({}) });
    const late = applyEvent(known, { type: "task", seq: 4, task: task({ state: "QUEUED" }) });
    expect(late).toBe(known);
  });

  it("a list that was read before a task moved on does not take it back", () => {
    const done = withTasks(emptyWorkspace, [
      task({ state: "SUCCEEDED", version: 9, progress: 100 }),
    ]);
    expect(withTasks(done, [task({})]).tasks["t1"]?.state).toBe("SUCCEEDED");
  });

  it("progress never runs backwards and never moves what has ended", () => {
    const known = withTasks(emptyWorkspace, [task({})]);
    const event = { type: "progress", task_id: "t1", asset_id: null, progress: 30 } as const;
    expect(applyEvent(known, event)).toBe(known);
    expect(applyEvent(known, { ...event, progress: 70 }).tasks["t1"]?.progress).toBe(70);
    const ended = withTasks(emptyWorkspace, [task({ state: "FAILED", progress: 40 })]);
    expect(applyEvent(ended, { ...event, progress: 70 })).toBe(ended);
  });

  it("progress of ingest reaches the file as well as the task", () => {
    const known = withAssets(withTasks(emptyWorkspace, [task({})]), [asset({})]);
    const next = applyEvent(known, {
      type: "progress",
      task_id: "t1",
      asset_id: "a1",
      progress: 60,
    });
    expect(next.assets["a1"]?.progress).toBe(60);
  });
});

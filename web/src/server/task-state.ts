import type { Task } from "@cutroom/contracts";

const SETTLED: ReadonlySet<Task["state"]> = new Set(["SUCCEEDED", "FAILED", "CANCELED", "EXPIRED"]);

/** True when nothing more will happen to the task by itself. */
export function isSettled(task: Task): boolean {
  return SETTLED.has(task.state);
}

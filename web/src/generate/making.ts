/** What happens to a clip that is being made, in words of the product. */
import type { Asset, Task } from "@cutroom/contracts";
import { isSettled } from "../server/task-state.ts";

export const MAKING_STATES = [
  "accepted",
  "waiting",
  "painting",
  "generating",
  "fetching",
  "preparing",
  "canceling",
  "failed",
  "canceled",
] as const;
export type MakingState = (typeof MAKING_STATES)[number];

export interface Making {
  readonly state: MakingState;
  /** Null where there is no number to tell. */
  readonly percent: number | null;
}

function runningState(task: Task): MakingState {
  if (task.output !== null) return "preparing";
  if (task.timestamps.output_fetch_started_at !== null) return "fetching";
  return task.generation?.model === "procedural" ? "painting" : "generating";
}

function stateOf(task: Task): MakingState {
  if (task.state === "CANCELED") return "canceled";
  if (task.state === "FAILED" || task.state === "EXPIRED") return "failed";
  if (task.cancel_requested_at !== null && !isSettled(task)) return "canceling";
  if (task.state === "CREATED") return "accepted";
  if (task.state === "QUEUED") return "waiting";
  return task.state === "RUNNING" ? runningState(task) : "preparing";
}

/**
 * The state of a file that is being made; null once it is there. What is known of the task says
 * more than the file, and the file is enough where the task is not known.
 */
export function makingOf(task: Task | undefined, asset: Asset | undefined): Making | null {
  if (asset?.state === "READY") return null;
  if (task === undefined) {
    if (asset === undefined) return null;
    return asset.state === "REFUSED"
      ? { state: "failed", percent: null }
      : { state: "preparing", percent: asset.progress };
  }
  const state = stateOf(task);
  const counts = task.state === "RUNNING" && state !== "canceling";
  return { state, percent: counts ? task.progress : null };
}

/** Nothing more happens to it by itself. */
export function isStuck({ state }: Making): boolean {
  return state === "failed" || state === "canceled";
}

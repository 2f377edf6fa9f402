/** What the browser knows of the user's tasks and files, and how events change it. Pure. */
import type { Asset, StreamEvent, Task } from "@cutroom/contracts";
import { isSettled } from "./task-state.ts";

/** Files, and tasks, that are asked for at once; `preload-project.ts` asks for the first of them. */
export const LIST_PAGE = 200;

export interface WorkspaceState {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly assets: Readonly<Record<string, Asset>>;
  /** Newest event seen of each task and asset, by id. */
  readonly seen: Readonly<Record<string, number>>;
}

export const emptyWorkspace: WorkspaceState = { tasks: {}, assets: {}, seen: {} };

/** A task never goes back to an older version, whatever the order of the answers. */
function newer(known: Task | undefined, task: Task): Task {
  if (known === undefined || task.version > known.version) return task;
  if (task.version < known.version) return known;
  return task.progress >= known.progress ? task : { ...task, progress: known.progress };
}

export function withTasks(state: WorkspaceState, tasks: readonly Task[]): WorkspaceState {
  const next = { ...state.tasks };
  for (const task of tasks) next[task.id] = newer(next[task.id], task);
  return { ...state, tasks: next };
}

export function withAssets(state: WorkspaceState, assets: readonly Asset[]): WorkspaceState {
  const next = { ...state.assets };
  for (const asset of assets) next[asset.id] = asset;
  return { ...state, assets: next };
}

export function withoutAsset(state: WorkspaceState, assetId: string): WorkspaceState {
  const { [assetId]: _gone, ...assets } = state.assets;
  return { ...state, assets };
}

function withProgress(
  state: WorkspaceState,
  event: Extract<StreamEvent, { type: "progress" }>,
): WorkspaceState {
  const task = state.tasks[event.task_id];
  const asset = event.asset_id === null ? undefined : state.assets[event.asset_id];
  const taskMoves = task !== undefined && !isSettled(task) && event.progress > task.progress;
  const assetMoves =
    asset !== undefined && asset.state === "PROCESSING" && event.progress > asset.progress;
  if (!taskMoves && !assetMoves) return state;
  return {
    ...state,
    tasks: taskMoves
      ? { ...state.tasks, [task.id]: { ...task, progress: event.progress } }
      : state.tasks,
    assets: assetMoves
      ? { ...state.assets, [asset.id]: { ...asset, progress: event.progress } }
      : state.assets,
  };
}

/** The state after one event of the stream; an event that is older than what is known is ignored. */
export function applyEvent(state: WorkspaceState, event: StreamEvent): WorkspaceState {
  if (event.type === "snapshot") return withTasks(state, event.tasks);
  if (event.type === "progress") return withProgress(state, event);
  const id = event.type === "task" ? event.task.id : event.asset.id;
  if (event.seq <= (state.seen[id] ?? -1)) return state;
  const seen = { ...state.seen, [id]: event.seq };
  const next =
    event.type === "task" ? withTasks(state, [event.task]) : withAssets(state, [event.asset]);
  return { ...next, seen };
}

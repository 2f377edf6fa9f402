"use client";
/** The user's tasks and files in the browser: one store, filled by lists and by the event stream. */
import type { Asset, Client, ProblemBody, StreamEvent, Task } from "@cutroom/contracts";
import { type Result, ok } from "@cutroom/timeline";
import { create } from "zustand";
import { useShallow } from "zustand/shallow";
import {
  LIST_PAGE,
  type WorkspaceState,
  applyEvent,
  emptyWorkspace,
  withAssets,
  withTasks,
  withoutAsset,
} from "./workspace-state.ts";

export type Loading =
  | { readonly status: "idle" | "loading" | "ready" }
  | { readonly status: "failed"; readonly problem: ProblemBody };

interface Workspace extends WorkspaceState {
  readonly assetsLoading: Loading;
  readonly tasksLoading: Loading;
}

const initial: Workspace = {
  ...emptyWorkspace,
  assetsLoading: { status: "idle" },
  tasksLoading: { status: "idle" },
};

export const useWorkspace = create<Workspace>(() => initial);

export function receiveEvent(event: StreamEvent): void {
  useWorkspace.setState((state) => applyEvent(state, event));
}
export function receiveAssets(assets: readonly Asset[]): void {
  useWorkspace.setState((state) => withAssets(state, assets));
}
export function receiveTasks(tasks: readonly Task[]): void {
  useWorkspace.setState((state) => withTasks(state, tasks));
}
export function forgetAsset(assetId: string): void {
  useWorkspace.setState((state) => withoutAsset(state, assetId));
}
/** For signing out: nothing of one person is shown to the next. */
export function forgetWorkspace(): void {
  useWorkspace.setState(initial);
}

/** Every page of the library. */
export async function readAssets(api: Client): Promise<Result<readonly Asset[], ProblemBody>> {
  const found: Asset[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.listAssets({
      query: { limit: LIST_PAGE, ...(cursor === undefined ? {} : { cursor }) },
    });
    if (!page.ok) return page;
    found.push(...page.value.assets);
    cursor = page.value.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return ok(found);
}

/** Reads the library. What is on screen, files or a failure, stays while it runs. */
export async function loadAssets(api: Client): Promise<void> {
  if (useWorkspace.getState().assetsLoading.status === "idle") {
    useWorkspace.setState({ assetsLoading: { status: "loading" } });
  }
  const read = await readAssets(api);
  if (!read.ok) {
    useWorkspace.setState({ assetsLoading: { status: "failed", problem: read.failure } });
    return;
  }
  useWorkspace.setState({
    assets: Object.fromEntries(read.value.map((asset) => [asset.id, asset])),
    assetsLoading: { status: "ready" },
  });
}

/** Reads the newest exports. */
export async function loadExports(api: Client): Promise<void> {
  if (useWorkspace.getState().tasksLoading.status === "idle") {
    useWorkspace.setState({ tasksLoading: { status: "loading" } });
  }
  const answer = await api.listTasks({ query: { scene: "export", limit: LIST_PAGE } });
  if (!answer.ok) {
    useWorkspace.setState({ tasksLoading: { status: "failed", problem: answer.failure } });
    return;
  }
  receiveTasks(answer.value.tasks);
  useWorkspace.setState({ tasksLoading: { status: "ready" } });
}

/** Reads the newest generations: the clips of a project tell their state and their cost by them. */
export async function loadGenerations(api: Client): Promise<void> {
  const answer = await api.listTasks({ query: { scene: "generate", limit: LIST_PAGE } });
  if (answer.ok) receiveTasks(answer.value.tasks);
}

/** Fresh links for one file: they are signed and expire. */
export async function refreshAsset(api: Client, assetId: string): Promise<void> {
  const answer = await api.getAsset({ params: { asset_id: assetId } });
  if (answer.ok) receiveAssets([answer.value]);
}

const newestFirst = (a: Asset, b: Asset) => b.created_at.localeCompare(a.created_at);

/** All files of the library, newest first. */
export function useAssets(): readonly Asset[] {
  return useWorkspace(useShallow((state) => Object.values(state.assets).toSorted(newestFirst)));
}

export function useAsset(assetId: string): Asset | undefined {
  return useWorkspace((state) => state.assets[assetId]);
}

/** All tasks that `wanted` takes, newest first. */
export function useTasks(wanted: (task: Task) => boolean): readonly Task[] {
  return useWorkspace(
    useShallow((state) =>
      Object.values(state.tasks)
        .filter(wanted)
        .toSorted((a, b) => b.timestamps.accepted_at.localeCompare(a.timestamps.accepted_at)),
    ),
  );
}

export function useTask(taskId: string | null): Task | undefined {
  return useWorkspace((state) => (taskId === null ? undefined : state.tasks[taskId]));
}

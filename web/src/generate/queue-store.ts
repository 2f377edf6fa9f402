"use client";
/** About how many come before each generation that waits; asked for while one does. */
import type { Task } from "@cutroom/contracts";
import { useEffect } from "react";
import { create } from "zustand";
import { useApi } from "../server/client.ts";
import { useTasks } from "../server/workspace.ts";

const ASK_AGAIN_MS = 5_000;

export const useQueueAhead = create<Readonly<Record<string, number>>>(() => ({}));

const waits = (task: Task) =>
  task.scene === "generate" && (task.state === "QUEUED" || task.state === "CREATED");

/** Keeps the numbers fresh; once on a page. */
export function useGenerationQueue(): void {
  const api = useApi();
  const someWait = useTasks(waits).length > 0;
  useEffect(() => {
    if (!someWait) return;
    const control = new AbortController();
    const ask = async () => {
      const answer = await api.listGenerationQueue({ signal: control.signal });
      if (!answer.ok) return;
      const { waiting } = answer.value;
      useQueueAhead.setState(
        Object.fromEntries(waiting.map(({ task_id, ahead }) => [task_id, ahead])),
        true,
      );
    };
    const tick = () => {
      ask().catch((error: unknown) => {
        if (!control.signal.aborted) throw error;
      });
    };
    tick();
    const timer = setInterval(tick, ASK_AGAIN_MS);
    return () => {
      clearInterval(timer);
      control.abort(new Error("left"));
    };
  }, [api, someWait]);
}

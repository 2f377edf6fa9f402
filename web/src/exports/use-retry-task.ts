"use client";
import type { Task } from "@cutroom/contracts";
import { useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useApi } from "../server/client.ts";
import { receiveTasks } from "../server/workspace.ts";
import { notifyFailure } from "../ui/toaster.tsx";

/**
 * Tries a failed export once more. The key follows from the failure that is shown, so pressing
 * twice, here or in another tab, pays once (I4).
 */
export function useRetryTask() {
  const api = useApi();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const retry = async (task: Pick<Task, "id" | "version">) => {
    setBusy(true);
    try {
      const answer = await api.retryTask({
        params: { task_id: task.id },
        idempotencyKey: `retry-${task.id}-${task.version}`,
      });
      if (answer.ok) receiveTasks([answer.value.task]);
      else notifyFailure(problemText(answer.failure));
    } finally {
      setBusy(false);
    }
  };
  return { busy, retry };
}

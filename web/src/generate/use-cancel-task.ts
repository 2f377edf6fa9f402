"use client";
import type { Task } from "@cutroom/contracts";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { isSettled } from "../server/task-state.ts";
import { receiveTasks } from "../server/workspace.ts";
import { notify, notifyFailure } from "../ui/toaster.tsx";

/** Asks for a clip not to be made, and says what became of its credits. */
export function useCancelTask(): (task: Pick<Task, "id">) => Promise<void> {
  const t = useT("generate");
  const api = useApi();
  const problemText = useProblemText();
  return async ({ id }) => {
    const answer = await api.cancelTask({ params: { task_id: id } });
    if (!answer.ok) return notifyFailure(problemText(answer.failure));
    receiveTasks([answer.value]);
    if (isSettled(answer.value)) notify(t("canceled"));
  };
}

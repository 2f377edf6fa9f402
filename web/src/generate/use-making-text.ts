"use client";
import type { Task } from "@cutroom/contracts";
import { useTaskText } from "../exports/use-task-text.ts";
import { useT } from "../i18n/use-t.ts";
import type { Making } from "./making.ts";
import { useQueueAhead } from "./queue-store.ts";

/** How the state of a clip that is being made reads. */
export function useMakingText() {
  const t = useT("generate");
  const taskText = useTaskText();
  return {
    /** In few words: it has to fit on a clip. */
    short(making: Making, task: Task | undefined): string {
      const { state, percent } = making;
      const ahead = task === undefined ? undefined : useQueueAhead.getState()[task.id];
      if (state === "waiting" && ahead !== undefined && ahead > 0) {
        return t("waitingBehind", { count: ahead });
      }
      const words = t(`state.${state}`);
      return percent === null ? words : t("withPercent", { words, percent });
    },
    /** Why it has not been made and what became of its credits; null while it may still be. */
    ending(making: Making, task: Task | undefined): string | null {
      if (making.state === "canceled") return t("canceled");
      if (making.state !== "failed") return null;
      return (task === undefined ? null : taskText.failure(task)) ?? t("failedText");
    },
    /** What it costs or has cost. */
    credits: (task: Task) => taskText.credits(task),
  };
}

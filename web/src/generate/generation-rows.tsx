"use client";
import type { Task } from "@cutroom/contracts";
import { useT } from "../i18n/use-t.ts";
import { isSettled } from "../server/task-state.ts";
import { useTasks } from "../server/workspace.ts";
import { Button } from "../ui/button.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import css from "./generate.module.css";
import { makingOf } from "./making.ts";
import { useGenerationQueue, useQueueAhead } from "./queue-store.ts";
import { useCancelTask } from "./use-cancel-task.ts";
import { useMakingText } from "./use-making-text.ts";

function Row({ task }: { readonly task: Task }) {
  const t = useT("generate");
  const making = makingOf(task, undefined);
  const text = useMakingText();
  // Said again when its place in the queue changes.
  useQueueAhead((ahead) => ahead[task.id]);
  const cancel = useCancelTask();
  if (making === null) return null;
  const { state, percent } = making;
  return (
    <li className={css["row"]} data-testid="generation" data-state={state}>
      <p className={css["words"]} dir="auto" title={task.generation?.prompt}>
        {task.generation?.prompt}
      </p>
      <div className={css["status"]}>
        <span>{text.short({ state, percent: null }, task)}</span>
        <Button kind="quiet" disabled={state === "canceling"} onClick={() => void cancel(task)}>
          {t("cancel")}
        </Button>
      </div>
      <ProgressBar label={t(`state.${state}`)} percent={percent} />
    </li>
  );
}

/** Clips that are being made, in words of the product, until they are done. */
export function GenerationRows() {
  useGenerationQueue();
  const tasks = useTasks((task) => task.scene === "generate" && !isSettled(task));
  if (tasks.length === 0) return null;
  return (
    <ul className={css["rows"]}>
      {tasks.map((task) => (
        <Row key={task.id} task={task} />
      ))}
    </ul>
  );
}

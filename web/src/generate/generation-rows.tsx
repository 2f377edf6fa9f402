"use client";
import type { Task } from "@cutroom/contracts";
import { useT } from "../i18n/use-t.ts";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useApi } from "../server/client.ts";
import { isSettled } from "../server/task-state.ts";
import { receiveTasks, useTasks } from "../server/workspace.ts";
import { Button } from "../ui/button.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { notify, notifyFailure } from "../ui/toaster.tsx";
import css from "./generate.module.css";

type RowState = "waiting" | "painting" | "generating" | "fetching" | "preparing" | "canceling";

/** What happens to a clip now, in words of the product. */
function stateOf(task: Task): RowState {
  if (task.cancel_requested_at !== null) return "canceling";
  if (task.state !== "RUNNING") return "waiting";
  if (task.output !== null) return "preparing";
  if (task.timestamps.output_fetch_started_at !== null) return "fetching";
  return task.generation?.model === "procedural" ? "painting" : "generating";
}

function Row({ task }: { readonly task: Task }) {
  const t = useT("generate");
  const api = useApi();
  const problemText = useProblemText();
  const state = stateOf(task);
  const cancel = async () => {
    const answer = await api.cancelTask({ params: { task_id: task.id } });
    if (!answer.ok) return notifyFailure(problemText(answer.failure));
    receiveTasks([answer.value]);
    if (isSettled(answer.value)) notify(t("canceled"));
  };
  return (
    <li className={css["row"]} data-testid="generation" data-state={state}>
      <p className={css["words"]} dir="auto" title={task.generation?.prompt}>
        {task.generation?.prompt}
      </p>
      <div className={css["status"]}>
        <span>{t(`state.${state}`)}</span>
        <Button kind="quiet" disabled={state === "canceling"} onClick={() => void cancel()}>
          {t("cancel")}
        </Button>
      </div>
      <ProgressBar
        label={t(`state.${state}`)}
        percent={state === "waiting" ? null : task.progress}
      />
    </li>
  );
}

/** Clips that are being made, in words of the product, until they are done. */
export function GenerationRows() {
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

"use client";
import type { Task } from "@cutroom/contracts";
import { useT } from "../i18n/use-t.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";
import css from "./export-dialog.module.css";
import { useTaskText } from "./use-task-text.ts";

/** A running export; closing the dialog does not stop it. */
export function ExportProgress({ task }: { readonly task: Task }) {
  const t = useT("exports");
  const text = useTaskText();
  const kept = text.kept(task);
  return (
    <div className={css["running"]} role="status">
      <p className={css["stage"]}>{text.state(task)}</p>
      <ProgressBar
        label={t("progressOf", { name: task.project_name ?? "" })}
        percent={task.state === "RUNNING" ? task.progress : null}
      />
      {kept === null ? null : <p className={css["note"]}>{kept}</p>}
      <p className={css["note"]}>{t("dialog.closable")}</p>
    </div>
  );
}

"use client";
import type { Task } from "@cutroom/contracts";
import { useLocale, useT } from "../i18n/use-t.ts";
import { formatBytes, formatDuration } from "../ui/format.ts";
import css from "./export-dialog.module.css";
import { SharePanel } from "./share-panel.tsx";
import { useTaskText } from "./use-task-text.ts";

/** A finished export: watch it, and share it. */
export function ExportResult({ task }: { readonly task: Task }) {
  const t = useT("exports");
  const locale = useLocale();
  const text = useTaskText();
  const { output } = task;
  if (output === null) return null;
  return (
    <div className={css["result"]}>
      <video
        src={output.video_url}
        poster={output.poster_url ?? undefined}
        width={output.width}
        height={output.height}
        controls
        playsInline
        preload="metadata"
        aria-label={task.project_name ?? t("title")}
      />
      <p className={css["note"]}>
        {output.width} × {output.height} · {formatDuration(output.duration_ms)} ·{" "}
        {formatBytes(output.size_bytes, locale)} · {text.credits(task)}
      </p>
      <SharePanel taskId={task.id} title={task.project_name ?? ""} />
    </div>
  );
}

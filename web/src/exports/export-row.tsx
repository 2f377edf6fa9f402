"use client";
import type { Task } from "@cutroom/contracts";
import { Clapperboard, Download, CircleStop, Play, RotateCcw, Share2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useFormatter, useLocale, useT } from "../i18n/use-t.ts";
import { isSettled } from "../server/task-state.ts";
import { Badge } from "../ui/badge.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { formatBytes, formatDuration } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { useCancelTask } from "./export-dialog.tsx";
import { ExportResult } from "./export-result.tsx";
import css from "./export-row.module.css";
import { useDownload } from "./use-download.ts";
import { useRetryTask } from "./use-retry-task.ts";
import { useTaskText } from "./use-task-text.ts";

const ICON = { size: 16, strokeWidth: 1.5 } as const;
const TONES = {
  SUCCEEDED: "good",
  FAILED: "bad",
  EXPIRED: "warn",
  CANCELED: "neutral",
  CREATED: "neutral",
  QUEUED: "neutral",
  RUNNING: "accent",
} as const;

function Actions(props: { readonly task: Task; readonly onOpen: () => void }) {
  const t = useT("exports");
  const tUi = useT("ui");
  const cancel = useCancelTask();
  const { busy, download } = useDownload();
  const retrying = useRetryTask();
  const { task } = props;
  if (!isSettled(task)) {
    return (
      <IconButton
        label={t("actions.cancel")}
        icon={<CircleStop {...ICON} />}
        disabled={task.cancel_requested_at !== null}
        onClick={() => void cancel(task.id)}
      />
    );
  }
  if (task.can_retry) {
    return (
      <IconButton
        label={t("actions.retry")}
        icon={<RotateCcw {...ICON} />}
        disabled={retrying.busy}
        onClick={() => void retrying.retry(task)}
      />
    );
  }
  if (task.output === null) return null;
  return (
    <>
      <IconButton label={tUi("actions.play")} icon={<Play {...ICON} />} onClick={props.onOpen} />
      <IconButton label={tUi("actions.share")} icon={<Share2 {...ICON} />} onClick={props.onOpen} />
      <IconButton
        label={tUi("actions.download")}
        icon={<Download {...ICON} />}
        disabled={busy}
        onClick={() => void download(task.id)}
      />
    </>
  );
}

/** One export in a list: where it stands, what it cost, and what can be done with it. */
export function ExportRow({ task }: { readonly task: Task }) {
  const t = useT("exports");
  const locale = useLocale();
  const format = useFormatter();
  const text = useTaskText();
  const [open, setOpen] = useState(false);
  const name = task.project_name ?? t("deletedProject");
  const { output } = task;
  const failure = text.failure(task);
  const kept = text.kept(task);
  return (
    <li className={css["row"]}>
      <span className={css["poster"]}>
        <Clapperboard size={16} strokeWidth={1.25} aria-hidden />
        {output === null || output.poster_url === null ? null : (
          <img src={output.poster_url} alt="" loading="lazy" />
        )}
      </span>
      <div className={css["text"]}>
        <p className={css["name"]} title={name}>
          {task.project_id === null || task.project_name === null ? (
            name
          ) : (
            <Link href={`/projects/${task.project_id}`}>{name}</Link>
          )}
        </p>
        <p className={css["note"]}>
          {text.settings(task)}
          {output === null
            ? null
            : ` · ${output.duration_ms > 0 ? `${formatDuration(output.duration_ms)} · ` : ""}${formatBytes(output.size_bytes, locale)}`}
        </p>
        {failure === null ? null : <p className={css["failure"]}>{failure}</p>}
        {kept === null ? null : <p className={css["kept"]}>{kept}</p>}
      </div>
      <div className={css["state"]}>
        {task.state === "RUNNING" ? (
          <ProgressBar label={t("progressOf", { name })} percent={task.progress} />
        ) : (
          <Badge tone={TONES[task.state]}>{text.state(task)}</Badge>
        )}
      </div>
      <span className={css["credits"]}>{text.credits(task)}</span>
      <time className={css["time"]} dateTime={task.timestamps.accepted_at}>
        {format.dateTime(new Date(task.timestamps.accepted_at), {
          month: "short",
          day: "numeric",
          hour: "numeric",
          minute: "2-digit",
        })}
      </time>
      <div className={css["actions"]}>
        <Actions task={task} onOpen={() => setOpen(true)} />
      </div>
      {open ? (
        <Dialog open onOpenChange={setOpen} size="large" title={<span title={name}>{name}</span>}>
          <ExportResult task={task} />
        </Dialog>
      ) : null}
    </li>
  );
}

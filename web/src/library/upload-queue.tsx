"use client";
import { Pause, Play, RotateCw, Upload, X } from "lucide-react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useLocale, useT } from "../i18n/use-t.ts";
import type { RememberedUpload } from "../server/upload/memory.ts";
import { type UploadRow, dropRow, useUploads } from "../server/upload/uploads-store.ts";
import { useUploader } from "../server/upload/use-uploader.ts";
import { Button } from "../ui/button.tsx";
import { formatBytes, formatDuration } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import css from "./upload-queue.module.css";

const ICON = { size: 16, strokeWidth: 1.5 } as const;
const RUNNING: ReadonlySet<UploadRow["state"]> = new Set(["checking", "sending", "queued"]);

function RowNote({ row }: { readonly row: UploadRow }) {
  const t = useT("library");
  const locale = useLocale();
  const problemText = useProblemText();
  if (row.failure !== null) {
    const text =
      typeof row.failure === "string" ? t(`queue.${row.failure}`) : problemText(row.failure);
    return (
      <p role="alert" className={css["failure"]}>
        {text}
      </p>
    );
  }
  const total = formatBytes(row.sizeBytes, locale);
  const sent = formatBytes((row.sizeBytes * row.percent) / 100, locale);
  const amount =
    row.secondsLeft === null
      ? t("queue.sent", { sent, total })
      : t("queue.left", { sent, total, time: formatDuration(row.secondsLeft * 1000) });
  return (
    <p className={css["note"]}>
      {t(`queue.${row.state}`)} ·{" "}
      {row.state === "sending" || row.state === "paused" ? amount : total}
    </p>
  );
}

function RowActions({ row }: { readonly row: UploadRow }) {
  const t = useT("library");
  const tUi = useT("ui");
  const uploader = useUploader();
  const mayPause = row.state === "paused" || RUNNING.has(row.state);
  return (
    <div className={css["actions"]}>
      {row.state === "failed" ? (
        <IconButton
          label={tUi("actions.retry")}
          icon={<RotateCw {...ICON} />}
          onClick={() => uploader((u) => u.retry(row.id))}
        />
      ) : null}
      {mayPause ? (
        <IconButton
          label={t(row.state === "paused" ? "queue.resume" : "queue.pause")}
          icon={row.state === "paused" ? <Play {...ICON} /> : <Pause {...ICON} />}
          onClick={() => uploader((u) => u.pauseOrResume(row.id))}
        />
      ) : null}
      <IconButton
        label={t(row.state === "done" ? "queue.remove" : "queue.cancel")}
        icon={<X {...ICON} />}
        onClick={() => (row.state === "done" ? dropRow(row.id) : uploader((u) => u.cancel(row.id)))}
      />
    </div>
  );
}

function InterruptedRow(props: {
  readonly upload: RememberedUpload;
  readonly onAgain: () => void;
}) {
  const t = useT("library");
  const locale = useLocale();
  const uploader = useUploader();
  const { upload } = props;
  return (
    <li className={css["row"]}>
      <div className={css["text"]}>
        <p className={css["name"]} title={upload.fileName}>
          {upload.fileName}
        </p>
        <p className={css["note"]}>
          {t("queue.interrupted")} · {formatBytes(upload.sizeBytes, locale)}
        </p>
      </div>
      <div className={css["actions"]}>
        <Button icon={<Upload size={14} strokeWidth={1.5} />} onClick={props.onAgain}>
          {t("queue.again")}
        </Button>
        <Button kind="quiet" onClick={() => uploader((u) => u.discard(upload.fingerprint))}>
          {t("queue.discard")}
        </Button>
      </div>
    </li>
  );
}

/** What is on its way to the library. Nothing when there is nothing. */
export function UploadQueue(props: {
  readonly onChooseAgain: () => void;
  /** For places that show the arrived files themselves. */
  readonly hideDone?: boolean;
}) {
  const t = useT("library");
  const { rows: all, interrupted } = useUploads();
  const rows = props.hideDone === true ? all.filter(({ state }) => state !== "done") : all;
  // An upload that runs is remembered as well; it is interrupted only when no row stands for it.
  const left = interrupted.filter(
    (upload) =>
      !all.some((row) => row.fileName === upload.fileName && row.sizeBytes === upload.sizeBytes),
  );
  if (rows.length + left.length === 0) return null;
  return (
    <section aria-label={t("queue.title")} className={css["queue"]}>
      <ul>
        {left.map((upload) => (
          <InterruptedRow key={upload.fingerprint} upload={upload} onAgain={props.onChooseAgain} />
        ))}
        {rows.map((row) => (
          <li key={row.id} className={css["row"]} data-state={row.state}>
            <div className={css["text"]}>
              <p className={css["name"]} title={row.fileName}>
                {row.fileName}
              </p>
              <RowNote row={row} />
            </div>
            <div className={css["progress"]}>
              {row.state === "done" ? null : (
                <ProgressBar
                  label={t("queue.label", { name: row.fileName })}
                  percent={row.state === "finishing" ? null : row.percent}
                  tone={row.state === "failed" ? "bad" : "accent"}
                />
              )}
            </div>
            <RowActions row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

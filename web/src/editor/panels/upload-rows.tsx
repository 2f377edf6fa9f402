"use client";
import { RotateCw, X } from "lucide-react";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { useT } from "../../i18n/use-t.ts";
import { type UploadRow, useUploads } from "../../server/upload/uploads-store.ts";
import { useUploader } from "../../server/upload/use-uploader.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import css from "./panels.module.css";

const ICON = { size: 14, strokeWidth: 1.5 } as const;

function Row({ row }: { readonly row: UploadRow }) {
  const t = useT("editor");
  const tLibrary = useT("library");
  const problemText = useProblemText();
  const uploader = useUploader();
  const { failure } = row;
  const text = {
    queued: t("bin.waiting"),
    checking: t("bin.checking"),
    sending: t("bin.uploading"),
    finishing: t("bin.uploading"),
    paused: t("bin.paused"),
    done: "",
    failed: t("bin.failed"),
  }[row.state];
  return (
    <li className={css["upload"]} data-testid="bin-upload" data-state={row.state}>
      <p className={css["cardName"]} dir="auto" title={row.fileName}>
        {row.fileName}
      </p>
      {failure === null ? (
        <div className={css["progress"]}>
          <span>{text}</span>
          <ProgressBar label={text} percent={row.percent} />
        </div>
      ) : (
        <p className={css["refused"]} role="alert">
          {typeof failure === "string" ? tLibrary(`queue.${failure}`) : problemText(failure)}
        </p>
      )}
      <div className={css["uploadTools"]}>
        {row.state === "failed" ? (
          <IconButton
            size="small"
            label={t("bin.retry")}
            icon={<RotateCw {...ICON} />}
            onClick={() => uploader((one) => one.retry(row.id))}
          />
        ) : null}
        <IconButton
          size="small"
          label={tLibrary("queue.cancel")}
          icon={<X {...ICON} />}
          onClick={() => uploader((one) => one.cancel(row.id))}
        />
      </div>
    </li>
  );
}

/** Files on their way that have no card yet, and those that failed. */
export function UploadRows() {
  const rows = useUploads((state) => state.rows);
  const open = rows.filter(
    (row) => row.state === "failed" || (row.assetId === null && row.state !== "done"),
  );
  if (open.length === 0) return null;
  return (
    <ul className={css["uploads"]}>
      {open.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ul>
  );
}

"use client";
import { Mic, MonitorUp, Trash2, Upload, Video } from "lucide-react";
import { useEditor, useEnv } from "../editor/session/editor-context.tsx";
import { useT } from "../i18n/use-t.ts";
import { useAccount } from "../server/session.ts";
import { Button } from "../ui/button.tsx";
import { formatDuration } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { findLeft, useRecording } from "./record-state.ts";
import type { Recording } from "./recording.ts";
import { recordingShelf } from "./recording-shelf.ts";
import css from "./record.module.css";
import { useSendRecording } from "./use-record-control.ts";

const ICON = { size: 14, strokeWidth: 1.5 } as const;
const SIGNS = { voice: Mic, camera: Video, screen: MonitorUp } as const;

function LeftRow(props: {
  readonly recording: Recording;
  readonly onSend: (recording: Recording) => void;
}) {
  const { recording, onSend } = props;
  const t = useT("record");
  const env = useEnv();
  const userId = useAccount()?.user.id ?? "";
  const Sign = SIGNS[recording.kind];
  const reading = useEditor((state) => state.role === "reader");
  const here = recording.kind === "voice" && recording.projectId === env.projectId;
  const discard = async () => {
    await recordingShelf.forget(recording.id);
    await findLeft(userId);
  };
  return (
    <li className={css["left"]} data-testid="left-recording">
      <p className={css["leftName"]} title={recording.fileName}>
        <Sign {...ICON} aria-hidden />
        <span>{recording.fileName}</span>
      </p>
      <p className={css["note"]}>
        {t("left.text", { length: formatDuration(recording.lengthMs) })}
      </p>
      <div className={css["leftTools"]}>
        <Button
          icon={<Upload {...ICON} />}
          disabled={here && reading}
          onClick={() => onSend(recording)}
        >
          {t(here ? "left.place" : "left.keep")}
        </Button>
        <IconButton
          label={t("left.discard")}
          icon={<Trash2 {...ICON} />}
          onClick={() => void discard()}
        />
      </div>
    </li>
  );
}

/** Recordings that were cut off before the library had them: nothing that was said is lost. */
export function LeftRecordings() {
  const t = useT("record");
  const left = useRecording((state) => state.left);
  // Of the list and not of a row, which goes while its recording is still on the way.
  const send = useSendRecording();
  if (left.length === 0) return null;
  return (
    <ul className={css["lefts"]} aria-label={t("left.title")}>
      {left.map((recording) => (
        <LeftRow key={recording.id} recording={recording} onSend={(one) => void send(one)} />
      ))}
    </ul>
  );
}

"use client";
import { Mic, MicOff, MonitorUp, Video } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Select } from "../ui/select.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { Switch } from "../ui/switch.tsx";
import type { Begin } from "./control.ts";
import { LevelBar } from "./level-bar.tsx";
import { RECORD_KINDS, type RecordKind } from "./recording.ts";
import css from "./record.module.css";
import { useCapture } from "./use-capture.ts";

const ICON = { size: 16, strokeWidth: 1.5 } as const;
const SIGNS = { voice: Mic, camera: Video, screen: MonitorUp } as const;
const DEFAULT_DEVICE = "default";

type Capture = ReturnType<typeof useCapture>;

function Kinds(props: {
  readonly kind: RecordKind;
  readonly onChange: (kind: RecordKind) => void;
}) {
  const t = useT("record");
  return (
    <div className={css["kinds"]} role="group" aria-label={t("what")}>
      {RECORD_KINDS.map((kind) => {
        const Sign = SIGNS[kind];
        return (
          <button
            key={kind}
            type="button"
            className={css["kind"]}
            aria-pressed={kind === props.kind}
            onClick={() => props.onChange(kind)}
          >
            <Sign {...ICON} aria-hidden />
            {t(`kinds.${kind}`)}
          </button>
        );
      })}
    </div>
  );
}

function DeviceSelect(props: {
  readonly label: string;
  readonly devices: readonly MediaDeviceInfo[];
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}) {
  const t = useT("record");
  const { devices } = props;
  return (
    <Select<string>
      label={props.label}
      value={props.value ?? devices[0]?.deviceId ?? DEFAULT_DEVICE}
      disabled={devices.length === 0}
      onChange={props.onChange}
      options={
        devices.length === 0
          ? [{ value: DEFAULT_DEVICE, label: t("defaultDevice") }]
          : devices.map(({ deviceId, label }, index) => ({
              value: deviceId,
              label: label === "" ? t("device", { number: String(index + 1) }) : label,
            }))
      }
    />
  );
}

function CameraPicture({ stream }: { readonly stream: MediaStream }) {
  const t = useT("record");
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      className={css["camera"]}
      autoPlay
      muted
      playsInline
      aria-label={t("cameraPicture")}
      data-testid="record-camera"
    />
  );
}

/** The chosen devices and what they give, or why they give nothing. */
function Source({ kind, capture }: { readonly kind: RecordKind; readonly capture: Capture }) {
  const t = useT("record");
  const { view, devices, choice, setChoice } = capture;
  if (view.status === "failed") {
    return (
      <div data-testid="record-refused" data-failure={view.failure}>
        <EmptyState
          icon={<MicOff size={20} strokeWidth={1.5} />}
          title={t(`failed.${view.failure}`)}
          body={t(`next.${view.failure}`)}
          action={
            view.failure === "unsupported" ? undefined : (
              <Button onClick={capture.again}>{t("tryAgain")}</Button>
            )
          }
        />
      </div>
    );
  }
  if (view.status === "asking") {
    return (
      <p className={css["asking"]}>
        <Spinner size={16} />
        {t("asking")}
      </p>
    );
  }
  if (view.status === "idle") return <p className={css["note"]}>{t("screenText")}</p>;
  return (
    <>
      {kind === "camera" ? <CameraPicture stream={view.captured.stream} /> : null}
      <DeviceSelect
        label={t("microphone")}
        devices={devices.microphones}
        value={choice.microphoneId}
        onChange={(microphoneId) => setChoice({ ...choice, microphoneId })}
      />
      {kind === "camera" ? (
        <DeviceSelect
          label={t("camera")}
          devices={devices.cameras}
          value={choice.cameraId}
          onChange={(cameraId) => setChoice({ ...choice, cameraId })}
        />
      ) : null}
      <LevelBar stream={view.captured.stream} />
    </>
  );
}

function RecordForm(props: {
  readonly onClose: () => void;
  readonly onBegin: (begin: Begin) => void;
}) {
  const t = useT("record");
  const [kind, setKind] = useState<RecordKind>("voice");
  const [playAlong, setPlayAlong] = useState(true);
  const [withMicrophone, setWithMicrophone] = useState(true);
  const capture = useCapture(kind);
  const { status } = capture.view;
  const begin = async () => {
    const captured = await capture.take(withMicrophone);
    if (captured === null) return;
    props.onBegin({ kind, captured, playAlong: playAlong && kind === "voice" });
    props.onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={t("title")}
      description={t(`about.${kind}`)}
      footer={
        <>
          <Button onClick={props.onClose}>{t("cancel")}</Button>
          <Button
            kind="primary"
            disabled={status !== "open" && status !== "idle"}
            onClick={() => void begin()}
            data-testid="record-begin"
          >
            {t("begin")}
          </Button>
        </>
      }
    >
      <div className={css["stack"]}>
        <Kinds kind={kind} onChange={setKind} />
        <Source kind={kind} capture={capture} />
        {kind === "voice" ? (
          <Switch label={t("playAlong")} checked={playAlong} onChange={setPlayAlong} />
        ) : null}
        {kind === "screen" ? (
          <Switch
            label={t("withMicrophone")}
            checked={withMicrophone}
            onChange={setWithMicrophone}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

/** What to record, and from which device, with its level before anything is kept. */
export function RecordDialog(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onBegin: (begin: Begin) => void;
}) {
  return props.open ? <RecordForm onClose={props.onClose} onBegin={props.onBegin} /> : null;
}

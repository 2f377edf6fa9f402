"use client";
import { Pause, Play, Square, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useShortcuts } from "../editor/commands/keymap-store.ts";
import { useT } from "../i18n/use-t.ts";
import { Button } from "../ui/button.tsx";
import { formatDuration } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { LevelBar } from "./level-bar.tsx";
import { useRecording } from "./record-state.ts";
import css from "./record.module.css";

const ICON = { size: 14, strokeWidth: 1.5 } as const;
const TICK_MS = 200;

function Timer() {
  const t = useT("record");
  const elapsedMs = useRecording((state) => state.elapsedMs);
  const [shownMs, setShownMs] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setShownMs(elapsedMs()), TICK_MS);
    return () => clearInterval(timer);
  }, [elapsedMs]);
  return (
    <time className={css["timer"]} role="timer" aria-label={t("timer")}>
      {formatDuration(Math.floor(shownMs / 1_000) * 1_000)}
    </time>
  );
}

function Countdown({ secondsLeft }: { readonly secondsLeft: number }) {
  return (
    <div className={css["countdown"]} aria-live="assertive" data-testid="record-countdown">
      {secondsLeft}
    </div>
  );
}

/** What is being recorded, for how long and how loud; it lies above the editor until it ends. */
export function RecordBar() {
  const t = useT("record");
  const shortcuts = useShortcuts();
  const { phase, kind, secondsLeft, stream, stop, pauseOrResume, discard } = useRecording();
  if (phase === "idle") return null;
  const paused = phase === "paused";
  return (
    <section
      className={css["bar"]}
      aria-label={t("bar")}
      data-testid="record-bar"
      data-phase={phase}
    >
      <span className={css["lamp"]} data-on={phase === "recording" || undefined} aria-hidden />
      <p role="status">{t(`phase.${phase}`, { what: t(`names.${kind}`) })}</p>
      {phase === "countdown" ? <Countdown secondsLeft={secondsLeft} /> : null}
      {phase === "saving" ? <Spinner size={14} /> : null}
      {phase === "recording" || paused ? (
        <>
          <Timer />
          {stream === null ? null : <LevelBar stream={stream} />}
          <IconButton
            label={t(paused ? "resume" : "pause")}
            shortcut={shortcuts("pause-recording")}
            icon={paused ? <Play {...ICON} /> : <Pause {...ICON} />}
            onClick={pauseOrResume}
          />
          <Button
            kind="primary"
            icon={<Square {...ICON} />}
            title={shortcuts("record")}
            onClick={stop}
          >
            {t("stop")}
          </Button>
          <IconButton label={t("discard")} icon={<Trash2 {...ICON} />} onClick={discard} />
        </>
      ) : null}
      {phase === "countdown" ? <Button onClick={stop}>{t("cancel")}</Button> : null}
    </section>
  );
}

import {
  ChevronFirst,
  ChevronLast,
  Maximize,
  Minimize,
  Pause,
  Play,
  Repeat,
  Settings2,
  StepBack,
  StepForward,
  Volume2,
  VolumeX,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Rate } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu.tsx";
import { Slider } from "../../ui/slider.tsx";
import { formatTimecode } from "../timecode.ts";
import css from "./monitor.module.css";
import type { Preferences } from "./preferences.ts";
import { TimecodeField } from "./timecode-field.tsx";

export interface TransportProps {
  readonly frame: number;
  readonly frameCount: number;
  readonly rate: Rate;
  readonly playing: boolean;
  readonly shuttleRate: number;
  readonly droppedFrames: number;
  readonly preferences: Preferences;
  readonly fullscreen: boolean;
  readonly badge: ReactNode;
  readonly onFrame: (frame: number) => void;
  readonly onTogglePlay: () => void;
  readonly onPreferences: (change: Partial<Preferences>) => void;
  readonly onToggleFullscreen: () => void;
}

const icon = { size: 16, strokeWidth: 1.5 } as const;

/** The 32 px bar under the picture. */
export function Transport(props: TransportProps) {
  const t = useT("monitor");
  const { frame, frameCount, rate, playing } = props;
  const last = Math.max(0, frameCount - 1);
  const empty = frameCount === 0;
  return (
    <div className={css["transport"]} role="toolbar" aria-label={t("label")}>
      <div className={css["group"]}>
        <TimecodeField
          label={t("position")}
          frame={frame}
          rate={rate}
          onFrame={(typed) => props.onFrame(Math.min(last, typed))}
        />
        <span className={css["length"]} aria-label={t("duration")}>
          {formatTimecode(frameCount, rate)}
        </span>
        {props.badge}
        <PlaybackNotes {...props} />
      </div>
      <div className={css["group"]}>
        <Step label={t("toStart")} shortcut="Home" disabled={empty} run={() => props.onFrame(0)}>
          <ChevronFirst {...icon} />
        </Step>
        <Step
          label={t("previousFrame")}
          shortcut="←"
          disabled={empty}
          run={() => props.onFrame(Math.max(0, frame - 1))}
        >
          <StepBack {...icon} />
        </Step>
        <Step
          label={playing ? t("pause") : t("play")}
          shortcut="Space"
          disabled={empty}
          run={props.onTogglePlay}
        >
          {playing ? <Pause {...icon} /> : <Play {...icon} />}
        </Step>
        <Step
          label={t("nextFrame")}
          shortcut="→"
          disabled={empty}
          run={() => props.onFrame(Math.min(last, frame + 1))}
        >
          <StepForward {...icon} />
        </Step>
        <Step label={t("toEnd")} shortcut="End" disabled={empty} run={() => props.onFrame(last)}>
          <ChevronLast {...icon} />
        </Step>
      </div>
      <ViewTools {...props} />
    </div>
  );
}

function Step(props: {
  readonly label: string;
  readonly shortcut: string;
  readonly disabled: boolean;
  readonly run: () => void;
  readonly children: ReactNode;
}) {
  return (
    <IconButton
      size="small"
      side="top"
      label={props.label}
      shortcut={props.shortcut}
      disabled={props.disabled}
      onClick={props.run}
      icon={props.children}
    />
  );
}

function PlaybackNotes(props: TransportProps) {
  const t = useT("monitor");
  return (
    <>
      {props.playing && props.shuttleRate !== 1 ? (
        <span className={css["note"]}>{t("speed", { speed: String(props.shuttleRate) })}</span>
      ) : null}
      {props.droppedFrames > 0 ? (
        <span className={css["dropped"]}>{t("dropped", { count: props.droppedFrames })}</span>
      ) : null}
    </>
  );
}

function ViewTools(props: TransportProps) {
  const t = useT("monitor");
  const { preferences, onPreferences } = props;
  const silent = preferences.muted || preferences.volume === 0;
  const choose = <K extends "quality" | "zoom">(key: K, value: Preferences[K], label: string) => ({
    kind: "check" as const,
    id: `${key} ${value}`,
    label,
    checked: preferences[key] === value,
    onSelect: () => onPreferences({ [key]: value }),
  });
  const entries: MenuEntry[] = [
    { kind: "label", id: "quality", label: t("quality") },
    choose("quality", "auto", t("qualityAuto")),
    ...([360, 540, 720] as const).map((pixels) =>
      choose("quality", pixels, t("qualityPixels", { pixels: String(pixels) })),
    ),
    { kind: "separator", id: "between" },
    { kind: "label", id: "zoom", label: t("zoom") },
    choose("zoom", "fit", t("zoomFit")),
    ...([50, 100, 200] as const).map((percent) =>
      choose("zoom", percent, t("zoomPercent", { percent: String(percent) })),
    ),
  ];
  return (
    <div className={css["group"]} data-side="end">
      <IconButton
        size="small"
        side="top"
        label={silent ? t("unmute") : t("mute")}
        icon={silent ? <VolumeX {...icon} /> : <Volume2 {...icon} />}
        onClick={() => onPreferences({ muted: !silent, volume: preferences.volume || 1 })}
      />
      <Slider
        className={css["volume"] ?? ""}
        label={t("volume")}
        value={Math.round(preferences.volume * 100)}
        min={0}
        max={100}
        defaultValue={100}
        onChange={(percent) => onPreferences({ volume: percent / 100, muted: false })}
      />
      <IconButton
        size="small"
        side="top"
        label={t("loop")}
        active={preferences.loop}
        icon={<Repeat {...icon} />}
        onClick={() => onPreferences({ loop: !preferences.loop })}
      />
      <Menu entries={entries} align="end">
        <IconButton size="small" side="top" label={t("view")} icon={<Settings2 {...icon} />} />
      </Menu>
      <IconButton
        size="small"
        side="top"
        label={props.fullscreen ? t("leaveFullscreen") : t("fullscreen")}
        icon={props.fullscreen ? <Minimize {...icon} /> : <Maximize {...icon} />}
        onClick={props.onToggleFullscreen}
      />
    </div>
  );
}

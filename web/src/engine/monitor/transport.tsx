import {
  ChevronFirst,
  ChevronLast,
  Gauge,
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
import { memo } from "react";
import type { ReactNode } from "react";
import { flicksToFrameNearest, formatTimecode, framesToFlicks } from "@cutroom/timeline";
import type { Rate } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu.tsx";
import { Slider } from "../../ui/slider.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
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
  /** Stay the same object between frames, or every button is drawn anew 60 times a second. */
  readonly actions: TransportActions;
}

export interface TransportActions {
  /** A frame, or how to find it from the one on screen and the last one. */
  readonly onFrame: (to: number | ((frame: number, last: number) => number)) => void;
  readonly onTogglePlay: () => void;
  readonly onPreferences: (change: Partial<Preferences>) => void;
  readonly onToggleFullscreen: () => void;
}

const icon = { size: 16, strokeWidth: 1.5 } as const;

/** The 32 px bar under the picture. */
export function Transport(props: TransportProps) {
  const t = useT("monitor");
  const { frame, frameCount, rate, actions } = props;
  return (
    <div className={css["transport"]} role="toolbar" aria-label={t("label")}>
      <div className={css["group"]}>
        <TimecodeField
          label={t("position")}
          playheadFlicks={framesToFlicks(frame, rate)}
          rate={rate}
          onPlayhead={(time) => actions.onFrame(flicksToFrameNearest(time, rate))}
        />
        <span className={css["length"]} aria-label={t("duration")}>
          {formatTimecode(framesToFlicks(frameCount, rate), rate)}
        </span>
        {props.badge}
        <PlaybackNotes {...props} />
      </div>
      <Steps playing={props.playing} empty={frameCount === 0} actions={actions} />
      <ViewTools preferences={props.preferences} fullscreen={props.fullscreen} actions={actions} />
    </div>
  );
}

const Steps = memo(function Steps(props: {
  readonly playing: boolean;
  readonly empty: boolean;
  readonly actions: TransportActions;
}) {
  const t = useT("monitor");
  const { playing, actions } = props;
  const steps = [
    { label: t("toStart"), shortcut: "Home", icon: ChevronFirst, run: () => actions.onFrame(0) },
    {
      label: t("previousFrame"),
      shortcut: "←",
      icon: StepBack,
      run: () => actions.onFrame((frame) => frame - 1),
    },
    {
      label: playing ? t("pause") : t("play"),
      shortcut: "Space",
      icon: playing ? Pause : Play,
      run: actions.onTogglePlay,
    },
    {
      label: t("nextFrame"),
      shortcut: "→",
      icon: StepForward,
      run: () => actions.onFrame((frame) => frame + 1),
    },
    {
      label: t("toEnd"),
      shortcut: "End",
      icon: ChevronLast,
      run: () => actions.onFrame((_frame, last) => last),
    },
  ];
  return (
    <div className={css["group"]} dir="ltr">
      {steps.map(({ label, shortcut, icon: Icon, run }) => (
        <IconButton
          key={shortcut}
          size="small"
          side="top"
          label={label}
          shortcut={shortcut}
          disabled={props.empty}
          onClick={run}
          icon={<Icon {...icon} />}
        />
      ))}
    </div>
  );
});

function PlaybackNotes(props: TransportProps) {
  const t = useT("monitor");
  return (
    <>
      {props.playing && props.shuttleRate !== 1 ? (
        <span className={css["note"]}>{t("speed", { speed: String(props.shuttleRate) })}</span>
      ) : null}
      {props.droppedFrames > 0 ? (
        <Tooltip label={t("dropped", { count: props.droppedFrames })} side="top">
          <span
            className={css["dropped"]}
            role="img"
            aria-label={t("dropped", { count: props.droppedFrames })}
          >
            <Gauge size={12} strokeWidth={1.5} aria-hidden />
            {props.droppedFrames}
          </span>
        </Tooltip>
      ) : null}
    </>
  );
}

/** What the menu of the picture offers. */
function useViewEntries(
  preferences: Preferences,
  onPreferences: TransportActions["onPreferences"],
): readonly MenuEntry[] {
  const t = useT("monitor");
  const choose = <K extends "quality" | "zoom">(key: K, value: Preferences[K], label: string) => ({
    kind: "check" as const,
    id: `${key} ${value}`,
    label,
    checked: preferences[key] === value,
    onSelect: () => onPreferences({ [key]: value }),
  });
  return [
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
    { kind: "separator", id: "before-guides" },
    { kind: "label", id: "guides", label: t("guides") },
    ...(["safeAreas", "thirds"] as const).map((key) => ({
      kind: "check" as const,
      id: key,
      label: t(key),
      checked: preferences[key],
      onSelect: () => onPreferences({ [key]: !preferences[key] }),
    })),
  ];
}

const ViewTools = memo(function ViewTools(props: {
  readonly preferences: Preferences;
  readonly fullscreen: boolean;
  readonly actions: TransportActions;
}) {
  const t = useT("monitor");
  const { preferences } = props;
  const { onPreferences, onToggleFullscreen } = props.actions;
  const silent = preferences.muted || preferences.volume === 0;
  const entries = useViewEntries(preferences, onPreferences);
  return (
    <div className={css["group"]} data-side="end">
      <IconButton
        size="small"
        side="top"
        label={silent ? t("unmute") : t("mute")}
        icon={silent ? <VolumeX {...icon} /> : <Volume2 {...icon} />}
        onClick={() => onPreferences({ muted: !silent, volume: preferences.volume || 1 })}
      />
      <div className={css["volume"]}>
        <Slider
          label={t("volume")}
          value={Math.round(preferences.volume * 100)}
          min={0}
          max={100}
          defaultValue={100}
          onChange={(percent) => onPreferences({ volume: percent / 100, muted: false })}
        />
      </div>
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
        onClick={onToggleFullscreen}
      />
    </div>
  );
});

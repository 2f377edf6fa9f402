"use client";
import { DEFAULT_DUCKING, type Edit, type Track } from "@cutroom/timeline";
import { Headphones, Volume2, VolumeX } from "lucide-react";
import { useEffect, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { Slider } from "../../ui/slider.tsx";
import { Switch } from "../../ui/switch.tsx";
import { LeftToRight } from "../../ui/use-direction.tsx";
import { useChange } from "../inspector/use-change.ts";
import panels from "../panels/panels.module.css";
import { useEditor } from "../session/editor-context.tsx";
import { shownDocument } from "../state/document.ts";
import { layOutRows } from "../timeline/rows.ts";
import { useTrackLabel } from "../timeline/track-label.ts";
import { DuckingFields } from "./ducking-fields.tsx";
import { Meter } from "./meter.tsx";
import css from "./mixer.module.css";

const ICON = { size: 14, strokeWidth: 1.5 } as const;
/** Sliders of pan move in these steps; the middle is one of them. */
const PAN_STEP = 0.05;

type Changes = Omit<Extract<Edit, { type: "set-track" }>, "type" | "trackId">;

interface StripProps {
  readonly track: Track;
  readonly name: string;
  readonly disabled: boolean;
  readonly show: (changes: Changes) => void;
  readonly set: (changes: Changes) => void;
}

function Head({ track, name, disabled, set }: StripProps) {
  const t = useT("editor");
  const shared = { size: "small", disabled } as const;
  return (
    <div className={css["head"]}>
      <span className={css["name"]} dir="auto">
        {name}
      </span>
      <IconButton
        {...shared}
        label={t("track.mute")}
        aria-label={`${t("track.mute")}: ${name}`}
        active={track.muted}
        icon={track.muted ? <VolumeX {...ICON} /> : <Volume2 {...ICON} />}
        onClick={() => set({ muted: !track.muted })}
      />
      <IconButton
        {...shared}
        label={t("track.solo")}
        aria-label={`${t("track.solo")}: ${name}`}
        active={track.solo}
        icon={<Headphones {...ICON} />}
        onClick={() => set({ solo: !track.solo })}
      />
    </div>
  );
}

function Volume({ track, name, disabled, show, set }: StripProps) {
  const t = useT("editor");
  const shared = {
    label: t("mixer.volume", { track: name }),
    value: track.gainDb ?? 0,
    min: -60,
    max: 12,
    step: 0.5,
    defaultValue: 0,
    disabled,
    onChange: (gainDb: number) => show({ gainDb }),
    onCommit: (gainDb: number) => set({ gainDb }),
  };
  return (
    <div className={css["line"]}>
      <Slider {...shared} />
      <NumberField {...shared} hideLabel className={css["number"] ?? ""} digits={1} unit="dB" />
    </div>
  );
}

function Place({ track, name, disabled, show, set }: StripProps) {
  const t = useT("editor");
  return (
    <div className={css["line"]}>
      <span className={css["label"]}>{t("mixer.panShort")}</span>
      <LeftToRight>
        <Slider
          className={css["pan"] ?? ""}
          label={t("mixer.pan", { track: name })}
          value={track.pan ?? 0}
          min={-1}
          max={1}
          step={PAN_STEP}
          defaultValue={0}
          disabled={disabled}
          onChange={(pan) => show({ pan })}
          onCommit={(pan) => set({ pan })}
        />
      </LeftToRight>
      <span title={t("mixer.duckHint")}>
        <Switch
          label={t("mixer.duck")}
          checked={track.ducking !== undefined}
          disabled={disabled}
          onChange={(on) => set({ ducking: on ? DEFAULT_DUCKING : null })}
        />
      </span>
    </div>
  );
}

function Strip({ track }: { readonly track: Track }) {
  const change = useChange();
  const disabled = useEditor((state) => state.role === "reader");
  const name = useTrackLabel()(track);
  const edits = (changes: Changes): Edit[] => [
    { type: "set-track", trackId: track.id, ...changes },
  ];
  const props: StripProps = {
    track,
    name,
    disabled,
    show: (changes) => change.preview("mix", edits(changes)),
    set: (changes) => change.commit("mix", edits(changes)),
  };
  const strip = useRef<HTMLLIElement>(null);
  const ducks = track.ducking !== undefined;
  const ducked = useRef(ducks);
  useEffect(() => {
    // What was just opened may lie below the edge of the panel.
    if (ducks && !ducked.current) strip.current?.scrollIntoView({ block: "nearest" });
    ducked.current = ducks;
  }, [ducks]);
  return (
    <li ref={strip} className={css["strip"]} data-testid="strip" data-track-id={track.id}>
      <Head {...props} />
      <Meter trackId={track.id} name={name} />
      <Volume {...props} />
      <Place {...props} />
      {track.ducking ? <DuckingFields track={track} ducking={track.ducking} /> : null}
    </li>
  );
}

/** Volume, place and meters of every track that sounds, and of the whole. */
export function MixerPanel() {
  const t = useT("editor");
  const document = useEditor(shownDocument);
  const tracks = layOutRows(document)
    .flatMap(({ trackId }) => document.tracks[trackId] ?? [])
    .filter(({ kind }) => kind !== "text" && kind !== "caption");
  return (
    <div className={panels["panel"]}>
      <PanelHeader title={t("mixer.title")} count={tracks.length} />
      <div className={css["mix"]}>
        <span className={css["name"]}>{t("mixer.mix")}</span>
        <Meter trackId={null} name={t("mixer.mix")} />
      </div>
      <ul className={css["strips"]} aria-label={t("mixer.title")}>
        {tracks.map((track) => (
          <Strip key={track.id} track={track} />
        ))}
      </ul>
      {tracks.length === 0 ? <p className={panels["note"]}>{t("mixer.empty")}</p> : null}
    </div>
  );
}

"use client";
import {
  type Clip,
  type Key,
  MAX_RAMP_PERCENT,
  MIN_RAMP_PERCENT,
  type MediaClip,
  RAMP_NAMES,
  type RampName,
  rampPreset,
  speedPercentAt,
  withKey,
  withoutKey,
} from "@cutroom/timeline";
import { Diamond } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { timeInClip } from "../keyframes/pose-edits.ts";
import { useEditor } from "../session/editor-context.tsx";
import { ClipNumber } from "./clip-number.tsx";
import css from "./inspector.module.css";
import { Section } from "./section.tsx";
import { setAll, useChange } from "./use-change.ts";

interface Props {
  readonly clips: readonly MediaClip[];
}

const media = (clip: Clip): MediaClip => clip as MediaClip;

type RampChoice = RampName | "none" | "custom";

const sameKeys = (a: readonly Key[], b: readonly Key[]) => JSON.stringify(a) === JSON.stringify(b);

/** The speed at the playhead under a ramp, with its key there. */
function SpeedHere({ clip }: { readonly clip: MediaClip }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const rate = useEditor((state) => state.journal.document.settings.rate);
  const playhead = useEditor((state) => state.playheadFlicks);
  const keys = clip.speedKeys ?? [];
  const at = timeInClip(clip, playhead, rate);
  const here = keys.some((key) => key.at === at);
  const now = keys.length > 0 ? Math.round(speedPercentAt(keys, at)) : 100;
  const label = t(here ? "keys.remove" : "keys.add", { field: t("keys.field.speed") });
  return (
    <div className={css["keyed"]}>
      <ClipNumber
        clips={[clip]}
        edit="speed"
        label={t("pace.here")}
        read={() => now}
        write={(value) => ({ speedKeys: withKey(keys, at, value) })}
        min={MIN_RAMP_PERCENT}
        max={MAX_RAMP_PERCENT}
        step={5}
        unit="%"
        defaultValue={100}
      />
      <IconButton
        size="small"
        label={label}
        icon={<Diamond size={14} strokeWidth={1.5} fill={here ? "currentColor" : "none"} />}
        active={here}
        disabled={readOnly}
        onClick={() => {
          const speedKeys = here ? withoutKey(keys, at) : withKey(keys, at, now);
          change.commit("speed", setAll([clip], { speedKeys }));
        }}
      />
    </div>
  );
}

/** A ramp by its name; keys of one's own are one as well. */
function RampField({ clip }: { readonly clip: MediaClip }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const rate = useEditor((state) => state.journal.document.settings.rate);
  const { speedKeys } = clip;
  const known = RAMP_NAMES.find(
    (name) => speedKeys !== undefined && sameKeys(speedKeys, rampPreset(name, clip, rate)),
  );
  const value: RampChoice = speedKeys === undefined ? "none" : (known ?? "custom");
  const names: readonly RampChoice[] = [
    "none",
    ...RAMP_NAMES,
    ...(value === "custom" ? (["custom"] as const) : []),
  ];
  return (
    <Select<RampChoice>
      label={t("pace.ramp")}
      value={value}
      disabled={readOnly}
      options={names.map((name) => ({ value: name, label: t(`pace.ramps.${name}`) }))}
      onChange={(name) => {
        if (name === "custom") return;
        const keys = name === "none" ? [] : rampPreset(name, clip, rate);
        change.commit("speed", setAll([clip], { speedKeys: keys }));
      }}
    />
  );
}

/** How the source runs. The clip's length follows, and what comes after it moves along. */
export function PaceSection({ clips }: Props) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const [only, ...more] = clips;
  const single = more.length === 0 ? only : undefined;
  const retimed = clips.some(
    ({ speed, speedKeys }) => speed.n !== speed.d || speedKeys !== undefined,
  );
  return (
    <Section name="pace" title={t("pace.title")}>
      <div className={css["two"]}>
        <ClipNumber
          clips={clips}
          edit="speed"
          label={t("inspector.speed")}
          read={(clip) => (media(clip).speed.n / media(clip).speed.d) * 100}
          write={(percent) => ({ speed: { n: Math.round(percent), d: 100 } })}
          min={10}
          max={1_000}
          step={5}
          unit="%"
          defaultValue={100}
        />
        <div className={css["switchField"]}>
          <Switch
            label={t("pace.reversed")}
            checked={clips.every(({ reversed }) => reversed === true)}
            disabled={readOnly}
            onChange={(reversed) => change.commit("speed", setAll(clips, { reversed }))}
          />
        </div>
        {single === undefined ? null : <RampField clip={single} />}
        {single === undefined ? null : <SpeedHere clip={single} />}
      </div>
      {retimed ? (
        <Switch
          label={t("pace.pitch")}
          checked={clips.every(({ audio }) => audio.pitch !== "follows")}
          disabled={readOnly}
          onChange={(kept) =>
            change.commit("speed", setAll(clips, { audio: { pitch: kept ? "kept" : "follows" } }))
          }
        />
      ) : null}
    </Section>
  );
}

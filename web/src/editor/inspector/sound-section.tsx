"use client";
import { type Clip, type MediaClip, flicksToSeconds, secondsToFlicks } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { Switch } from "../../ui/switch.tsx";
import { useEditor } from "../session/editor-context.tsx";
import { ClipNumber } from "./clip-number.tsx";
import css from "./inspector.module.css";
import { setAll, useChange } from "./use-change.ts";

const media = (clip: Clip): MediaClip => clip as MediaClip;

/** Volume, fades and mute of clips that sound. */
export function SoundSection({ clips }: { readonly clips: readonly MediaClip[] }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const longest = flicksToSeconds(Math.min(...clips.map(({ duration }) => duration)));
  const fade = {
    clips,
    edit: "fade" as const,
    min: 0,
    max: longest,
    step: 0.1,
    digits: 2,
    unit: t("inspector.seconds"),
    defaultValue: 0,
  };
  return (
    <section className={css["section"]}>
      <h3>{t("inspector.sound")}</h3>
      <div className={css["two"]}>
        <ClipNumber
          clips={clips}
          edit="volume"
          label={t("inspector.volume")}
          read={(clip) => media(clip).audio.gainDb}
          write={(gainDb) => ({ audio: { gainDb } })}
          min={-60}
          max={24}
          step={0.5}
          digits={1}
          unit="dB"
          defaultValue={0}
        />
        <div className={css["switchField"]}>
          <Switch
            label={t("inspector.muted")}
            checked={clips.every(({ audio }) => audio.muted)}
            disabled={readOnly}
            onChange={(muted) => change.commit("mute", setAll(clips, { audio: { muted } }))}
          />
        </div>
        <ClipNumber
          {...fade}
          label={t("inspector.fadeIn")}
          read={(clip) => flicksToSeconds(media(clip).audio.fadeIn)}
          write={(value) => ({ audio: { fadeIn: secondsToFlicks(value) } })}
        />
        <ClipNumber
          {...fade}
          label={t("inspector.fadeOut")}
          read={(clip) => flicksToSeconds(media(clip).audio.fadeOut)}
          write={(value) => ({ audio: { fadeOut: secondsToFlicks(value) } })}
        />
      </div>
    </section>
  );
}

/** How fast the source runs. The clip's length follows, and what comes after it moves along. */
export function SpeedSection({ clips }: { readonly clips: readonly MediaClip[] }) {
  const t = useT("editor");
  return (
    <section className={css["section"]}>
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
      </div>
    </section>
  );
}

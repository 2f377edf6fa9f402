"use client";
import {
  type MediaClip,
  type PlainClip,
  flicksToSeconds,
  keyedGainDb,
  secondsToFlicks,
  withKey,
  withoutKey,
} from "@cutroom/timeline";
import { Diamond } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useEditor } from "../session/editor-context.tsx";
import { ClipNumber } from "./clip-number.tsx";
import css from "./inspector.module.css";
import { MuteSwitch } from "./mute-switch.tsx";
import { StreamField } from "./stream-field.tsx";
import { Section } from "./section.tsx";
import { setAll, useChange } from "./use-change.ts";

const media = (clip: PlainClip): MediaClip => clip as MediaClip;

/** Volume; of one clip also its keys: while it has some, the number is the one at the playhead. */
function Volume({ clips }: { readonly clips: readonly MediaClip[] }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const playhead = useEditor((state) => state.playheadFlicks);
  const [only, ...more] = clips;
  const single = more.length === 0 ? only : undefined;
  const keys = single?.audio.gainKeys ?? [];
  const at = playhead - (single?.start ?? 0);
  const here = keys.some((key) => key.at === at);
  const inside = single !== undefined && at >= 0 && at < single.duration;
  const gainOf = (clip: PlainClip) =>
    keys.length > 0 ? keyedGainDb(keys, at) : media(clip).audio.gainDb;
  return (
    <div className={css["keyed"]}>
      <ClipNumber
        clips={clips}
        edit="volume"
        label={t("inspector.volume")}
        read={gainOf}
        write={(gainDb) => ({
          audio: keys.length > 0 ? { gainKeys: withKey(keys, at, gainDb) } : { gainDb },
        })}
        min={-60}
        max={24}
        step={0.5}
        digits={1}
        unit="dB"
        defaultValue={0}
      />
      <IconButton
        size="small"
        label={t("mixer.key")}
        icon={<Diamond size={14} strokeWidth={1.5} fill={here ? "currentColor" : "none"} />}
        active={here}
        disabled={readOnly || !inside}
        onClick={() => {
          if (single === undefined) return;
          const gainKeys = here ? withoutKey(keys, at) : withKey(keys, at, gainOf(single));
          change.commit("volume", setAll(clips, { audio: { gainKeys } }));
        }}
      />
    </div>
  );
}

/** Volume, place, fades and mute of clips that sound. */
export function SoundSection({ clips }: { readonly clips: readonly MediaClip[] }) {
  const t = useT("editor");
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
    <Section name="sound" title={t("inspector.sound")}>
      <StreamField clips={clips} />
      <div className={css["two"]}>
        <Volume clips={clips} />
        <ClipNumber
          clips={clips}
          edit="volume"
          label={t("inspector.pan")}
          read={(clip) => (media(clip).audio.pan ?? 0) * 100}
          write={(value) => ({ audio: { pan: value / 100 } })}
          min={-100}
          max={100}
          step={5}
          defaultValue={0}
        />
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
        <MuteSwitch clips={clips} />
      </div>
    </Section>
  );
}

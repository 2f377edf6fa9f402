"use client";
import {
  DEFAULT_TRANSFORM,
  POSE_FIELDS,
  type PlainClip,
  flicksToSeconds,
  secondsToFlicks,
  snapToFrame,
} from "@cutroom/timeline";
import { RotateCcw } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { KeyedNumber } from "../keyframes/keyed-number.tsx";
import { useEditor } from "../session/editor-context.tsx";
import { BlendField } from "./blend-field.tsx";
import { ClipNumber } from "./clip-number.tsx";
import css from "./inspector.module.css";
import { Section } from "./section.tsx";
import { setAll, useChange } from "./use-change.ts";

const hasKeys = (clip: PlainClip) => clip.kind !== "caption" && clip.keys !== undefined;
const NO_KEYS = Object.fromEntries(POSE_FIELDS.map((field) => [field, []]));

interface Props {
  readonly clips: readonly PlainClip[];
}

function Place({ clips }: Props) {
  const t = useT("editor");
  const { width, height } = useEditor((state) => state.journal.document.settings);
  const transform = { clips, edit: "transform" as const };
  return (
    <>
      <KeyedNumber
        {...transform}
        field="x"
        label={t("inspector.x")}
        factor={width}
        min={-10 * width}
        max={10 * width}
        unit="px"
        defaultValue={0}
      />
      <KeyedNumber
        {...transform}
        field="y"
        label={t("inspector.y")}
        factor={height}
        min={-10 * height}
        max={10 * height}
        unit="px"
        defaultValue={0}
      />
      <KeyedNumber
        {...transform}
        field="scale"
        label={t("inspector.scale")}
        factor={100}
        min={1}
        max={2_000}
        unit="%"
        defaultValue={100}
      />
      <KeyedNumber
        {...transform}
        field="rotationDeg"
        label={t("inspector.rotation")}
        factor={1}
        min={-3_600}
        max={3_600}
        digits={1}
        unit="°"
        defaultValue={0}
      />
    </>
  );
}

function Visibility({ clips }: Props) {
  const t = useT("editor");
  const { rate } = useEditor((state) => state.journal.document.settings);
  const longest = flicksToSeconds(Math.min(...clips.map(({ duration }) => duration)));
  const seconds = (value: number) => snapToFrame(secondsToFlicks(value), rate);
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
    <div className={css["three"]}>
      <KeyedNumber
        clips={clips}
        edit="property"
        field="opacity"
        label={t("inspector.opacity")}
        factor={100}
        min={0}
        max={100}
        unit="%"
        defaultValue={100}
      />
      <ClipNumber
        {...fade}
        label={t("inspector.fadeIn")}
        read={(clip) => flicksToSeconds(clip.fadeIn)}
        write={(value) => ({ fadeIn: seconds(value) })}
      />
      <ClipNumber
        {...fade}
        label={t("inspector.fadeOut")}
        read={(clip) => flicksToSeconds(clip.fadeOut)}
        write={(value) => ({ fadeOut: seconds(value) })}
      />
    </div>
  );
}

/** Where the picture is, how large, how visible; pixels are those of the project's frame. */
export function PictureSection({ clips }: Props) {
  const t = useT("editor");
  const change = useChange();
  return (
    <Section
      name="picture"
      title={t("inspector.picture")}
      tools={
        <IconButton
          size="small"
          label={t("inspector.reset")}
          icon={<RotateCcw size={14} strokeWidth={1.5} />}
          onClick={() =>
            change.commit("transform", [
              ...setAll(clips, { transform: DEFAULT_TRANSFORM, opacity: 1 }),
              ...clips.filter(hasKeys).flatMap((clip) => setAll([clip], { keys: NO_KEYS })),
            ])
          }
        />
      }
    >
      <div className={css["two"]}>
        <Place clips={clips} />
      </div>
      <Visibility clips={clips} />
      <BlendField clips={clips} />
    </Section>
  );
}

"use client";
import { LOOK_FIELDS, PLAIN_LOOK } from "@cutroom/timeline";
import type { Clip, LookNumber, MediaClip, PictureLook } from "@cutroom/timeline";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { KeyedNumber } from "../keyframes/keyed-number.tsx";
import { withoutLookKeys } from "../keyframes/pose-edits.ts";
import { useEditor } from "../session/editor-context.tsx";
import { ClipNumber } from "./clip-number.tsx";
import type { SectionName } from "./folded-sections.ts";
import css from "./inspector.module.css";
import { Section } from "./section.tsx";
import { setAll, shared, useChange } from "./use-change.ts";

interface Props {
  readonly clips: readonly MediaClip[];
}

type Look = Required<PictureLook>;
type FieldOf<T> = { [K in keyof Look]: Look[K] extends T ? K : never }[keyof Look];
type NumberField = FieldOf<number>;
type FlagField = FieldOf<boolean>;

export const lookOf = (clip: Clip): Look => ({
  ...PLAIN_LOOK,
  ...(clip.kind === "media" ? clip.look : undefined),
});

const COLOUR_FIELDS = ["contrast", "saturation", "temperature", "tint"] as const;
const COLOUR_RESET = { exposureEv: 0, contrast: 0, saturation: 0, temperature: 0, tint: 0 };
const CROP_FIELDS = ["cropLeft", "cropRight", "cropTop", "cropBottom"] as const;
const CROP_RESET = {
  cropLeft: 0,
  cropRight: 0,
  cropTop: 0,
  cropBottom: 0,
  flipX: false,
  flipY: false,
};

/** A section of the look, with what sets it back. */
export function LookSection(
  props: Props & {
    readonly name: SectionName;
    readonly title: string;
    readonly reset: Partial<PictureLook>;
    readonly children: ReactNode;
  },
) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  return (
    <Section
      name={props.name}
      title={props.title}
      tools={
        <IconButton
          size="small"
          label={t("look.reset", { what: props.title })}
          icon={<RotateCcw size={14} strokeWidth={1.5} />}
          disabled={readOnly}
          onClick={() => {
            const changes = { look: props.reset, ...withoutLookKeys(Object.keys(props.reset)) };
            change.commit("look", setAll(props.clips, changes));
          }}
        />
      }
    >
      {props.children}
    </Section>
  );
}

const hasKeys = (field: NumberField): field is LookNumber =>
  LOOK_FIELDS.some((one) => one === field);

/** A share of the look in per cent. */
export function LookPercent({
  clips,
  field,
  min = 0,
  max = 100,
}: Props & { readonly field: NumberField; readonly min?: number; readonly max?: number }) {
  const t = useT("editor");
  const number = {
    clips,
    edit: "look" as const,
    label: t(`look.${field}`),
    min,
    max,
    unit: min < 0 ? "" : "%",
    defaultValue: 100 * PLAIN_LOOK[field],
  };
  if (hasKeys(field)) return <KeyedNumber {...number} field={field} factor={100} />;
  return (
    <ClipNumber
      {...number}
      read={(clip) => 100 * lookOf(clip)[field]}
      write={(value) => ({ look: { [field]: value / 100 } })}
    />
  );
}

export function LookSwitch({ clips, field }: Props & { readonly field: FlagField }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const now = shared(clips, (clip) => lookOf(clip)[field]);
  return (
    <Switch
      label={t(`look.${field}`)}
      checked={now?.value ?? false}
      disabled={readOnly}
      onChange={(checked) => change.commit("look", setAll(clips, { look: { [field]: checked } }))}
    />
  );
}

/** How the picture is graded, cut at its edges and mirrored. */
export function LookSections({ clips }: Props) {
  const t = useT("editor");
  return (
    <>
      <LookSection name="colour" clips={clips} title={t("look.colour")} reset={COLOUR_RESET}>
        <KeyedNumber
          clips={clips}
          edit="look"
          field="exposureEv"
          label={t("look.exposureEv")}
          factor={1}
          min={-3}
          max={3}
          step={0.1}
          digits={2}
          unit={t("look.stops")}
          defaultValue={0}
        />
        <div className={css["two"]}>
          {COLOUR_FIELDS.map((field) => (
            <LookPercent key={field} clips={clips} field={field} min={-100} />
          ))}
        </div>
      </LookSection>
      <LookSection name="crop" clips={clips} title={t("look.crop")} reset={CROP_RESET}>
        <div className={css["two"]}>
          {CROP_FIELDS.map((field) => (
            <LookPercent key={field} clips={clips} field={field} max={95} />
          ))}
          <LookSwitch clips={clips} field="flipX" />
          <LookSwitch clips={clips} field="flipY" />
        </div>
      </LookSection>
    </>
  );
}

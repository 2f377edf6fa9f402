"use client";
import { type CaptionStyle, DEFAULT_CAPTION_STYLE, type Edit, type Track } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ColourField } from "../inspector/colour-field.tsx";
import inspector from "../inspector/inspector.module.css";
import { useChange } from "../inspector/use-change.ts";
import { useEditor } from "../session/editor-context.tsx";

interface StyleProps {
  readonly style: CaptionStyle;
  readonly disabled: boolean;
  readonly show: (part: Partial<CaptionStyle>) => void;
  readonly set: (part: Partial<CaptionStyle>) => void;
}

type Share = "size" | "lineHeight" | "outlineWidth" | "boxOpacity" | "margin" | "maxWidth";

/** A share as per cent. */
function Percent(
  props: StyleProps & {
    readonly field: Share;
    readonly label: string;
    readonly min: number;
    readonly max: number;
    readonly digits?: number;
  },
) {
  const { field, show, set } = props;
  const digits = props.digits ?? 0;
  return (
    <NumberField
      label={props.label}
      value={props.style[field] * 100}
      min={props.min}
      max={props.max}
      step={10 ** -digits}
      digits={digits}
      unit="%"
      defaultValue={DEFAULT_CAPTION_STYLE[field] * 100}
      disabled={props.disabled}
      onChange={(value) => show({ [field]: value / 100 })}
      onCommit={(value) => set({ [field]: value / 100 })}
    />
  );
}

function Letters(props: StyleProps) {
  const t = useT("editor");
  const { style, disabled, show, set } = props;
  return (
    <div className={inspector["two"]}>
      <Percent {...props} field="size" label={t("inspector.size")} min={1} max={30} digits={1} />
      <Select
        label={t("inspector.weight")}
        value={style.weight}
        disabled={disabled}
        options={[
          { value: 400, label: t("inspector.regular") },
          { value: 600, label: t("inspector.semibold") },
          { value: 700, label: t("inspector.bold") },
        ]}
        onChange={(weight) => set({ weight })}
      />
      <ColourField
        label={t("inspector.colour")}
        value={style.colour}
        disabled={disabled}
        onChange={(colour) => show({ colour })}
        onCommit={(colour) => set({ colour })}
      />
      <Select
        label={t("inspector.align")}
        value={style.align}
        disabled={disabled}
        options={(["left", "center", "right"] as const).map((value) => ({
          value,
          label: t(`inspector.${value}`),
        }))}
        onChange={(align) => set({ align })}
      />
      <Select
        label={t("captions.style.anchor")}
        value={style.anchor}
        disabled={disabled}
        options={(["top", "middle", "bottom"] as const).map((value) => ({
          value,
          label: t(`captions.style.${value}`),
        }))}
        onChange={(anchor) => set({ anchor })}
      />
      <Percent {...props} field="margin" label={t("captions.style.margin")} min={0} max={50} />
      <Percent {...props} field="maxWidth" label={t("captions.style.width")} min={10} max={100} />
      <Percent {...props} field="lineHeight" label={t("inspector.lineHeight")} min={50} max={400} />
    </div>
  );
}

/** Box, outline, shadow and lit words: each a switch, and its settings while on. */
function Decoration(props: StyleProps) {
  const t = useT("editor");
  const { style, disabled, show, set } = props;
  const colourOf = (field: "boxColour" | "outlineColour" | "highlightColour", value: string) => (
    <ColourField
      label={t("inspector.colour")}
      value={value}
      disabled={disabled}
      onChange={(colour) => show({ [field]: colour })}
      onCommit={(colour) => set({ [field]: colour })}
    />
  );
  return (
    <>
      <Switch
        label={t("inspector.box")}
        checked={style.boxColour !== null}
        disabled={disabled}
        onChange={(on) => set({ boxColour: on ? "#000000" : null })}
      />
      {style.boxColour === null ? null : (
        <div className={inspector["two"]}>
          {colourOf("boxColour", style.boxColour)}
          <Percent {...props} field="boxOpacity" label={t("inspector.opacity")} min={0} max={100} />
        </div>
      )}
      <Switch
        label={t("inspector.outline")}
        checked={style.outlineColour !== null}
        disabled={disabled}
        onChange={(on) =>
          set(on ? { outlineColour: "#000000", outlineWidth: 0.06 } : { outlineColour: null })
        }
      />
      {style.outlineColour === null ? null : (
        <div className={inspector["two"]}>
          {colourOf("outlineColour", style.outlineColour)}
          <Percent {...props} field="outlineWidth" label={t("inspector.size")} min={0} max={50} />
        </div>
      )}
      <Switch
        label={t("inspector.shadow")}
        checked={style.shadow}
        disabled={disabled}
        onChange={(shadow) => set({ shadow })}
      />
      <Switch
        label={t("captions.style.highlight")}
        checked={style.highlightColour !== null}
        disabled={disabled}
        onChange={(on) =>
          set({ highlightColour: on ? DEFAULT_CAPTION_STYLE.highlightColour : null })
        }
      />
      {style.highlightColour === null ? null : colourOf("highlightColour", style.highlightColour)}
    </>
  );
}

/** How all cues of a track look. */
export function CaptionStyleSection({ track }: { readonly track: Track }) {
  const t = useT("editor");
  const change = useChange();
  const disabled = useEditor((state) => state.role === "reader");
  const edits = (captionStyle: Partial<CaptionStyle>): Edit[] => [
    { type: "set-track", trackId: track.id, captionStyle },
  ];
  const props: StyleProps = {
    style: track.captionStyle ?? DEFAULT_CAPTION_STYLE,
    disabled,
    show: (part) => change.preview("caption", edits(part)),
    set: (part) => change.commit("caption", edits(part)),
  };
  return (
    <section className={inspector["section"]} aria-label={t("captions.style.title")}>
      <Letters {...props} />
      <Decoration {...props} />
    </section>
  );
}

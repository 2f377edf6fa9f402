"use client";
import {
  AREA_FIGURES,
  type Clip,
  type Figure,
  LINE_FIGURES,
  STICKER_FIGURES,
  type ShapeClip,
  type ShapeStyle,
  figureTraits,
  isLineFigure,
  isStickerFigure,
} from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useEditor } from "../session/editor-context.tsx";
import { ClipNumber } from "./clip-number.tsx";
import { ColourField } from "./colour-field.tsx";
import css from "./inspector.module.css";
import { Section } from "./section.tsx";
import { setAll, useChange } from "./use-change.ts";

const styleOf = (clip: Clip): ShapeStyle => (clip as ShapeClip).shape;

interface Props {
  readonly clips: readonly ShapeClip[];
  /** Of the first one; what it has not, is not offered. */
  readonly style: ShapeStyle;
}

function useShapeChange(clips: readonly ShapeClip[]) {
  const change = useChange();
  return {
    set: (shape: Partial<ShapeStyle>) => change.commit("shape", setAll(clips, { shape })),
    show: (shape: Partial<ShapeStyle>) => change.preview("shape", setAll(clips, { shape })),
  };
}

/** Shapes become other shapes, lines other lines and stickers other stickers. */
function likeFigures(figure: Figure): readonly Figure[] {
  if (isLineFigure(figure)) return LINE_FIGURES;
  return isStickerFigure(figure) ? STICKER_FIGURES : AREA_FIGURES;
}

type NumberField = "width" | "height" | "outlineWidth" | "rounding" | "points" | "waist";

function ShapeNumber(props: {
  readonly clips: readonly ShapeClip[];
  readonly field: NumberField;
  readonly label: string;
  /** What 1 in the document is on screen. */
  readonly factor: number;
  readonly least: number;
  readonly most: number;
  readonly unit?: string;
}) {
  const { clips, field, label, factor, least, most, unit } = props;
  return (
    <ClipNumber
      clips={clips}
      edit="shape"
      label={label}
      read={(clip) => styleOf(clip)[field] * factor}
      write={(value) => ({ shape: { [field]: value / factor } })}
      min={least * factor}
      max={most * factor}
      {...(unit === undefined ? {} : { unit })}
    />
  );
}

function Form({ clips, style }: Props) {
  const t = useT("editor");
  const { set } = useShapeChange(clips);
  const { width, height } = useEditor((state) => state.journal.document.settings);
  const px = { clips, factor: Math.min(width, height), least: 0.005, most: 4, unit: "px" };
  const percent = { clips, factor: 100, unit: "%" };
  const { rounds, hasPoints, hasWaist } = figureTraits(style.figure);
  return (
    <>
      <Select
        label={t("shapes.figure")}
        value={style.figure}
        options={likeFigures(style.figure).map((value) => ({
          value,
          label: t(`shapes.figures.${value}`),
        }))}
        onChange={(figure) => set({ figure })}
      />
      <div className={css["two"]}>
        <ShapeNumber {...px} field="width" label={t("shapes.width")} />
        <ShapeNumber {...px} field="height" label={t("shapes.height")} />
        {rounds ? (
          <ShapeNumber
            {...percent}
            field="rounding"
            label={t("shapes.rounding")}
            least={0}
            most={1}
          />
        ) : null}
        {hasPoints ? (
          <ShapeNumber
            clips={clips}
            factor={1}
            field="points"
            label={t("shapes.points")}
            least={3}
            most={24}
          />
        ) : null}
        {hasWaist ? (
          <ShapeNumber
            {...percent}
            field="waist"
            label={t("shapes.waist")}
            least={0.05}
            most={0.95}
          />
        ) : null}
      </div>
    </>
  );
}

function Fill({ clips, style }: Props) {
  const t = useT("editor");
  const { set, show } = useShapeChange(clips);
  return (
    <>
      <Switch
        label={t("shapes.fill")}
        checked={style.fill !== null}
        onChange={(on) => set({ fill: on ? "#ffffff" : null })}
      />
      {style.fill === null ? null : (
        <ColourField
          label={t("inspector.colour")}
          value={style.fill}
          onChange={(fill) => show({ fill })}
          onCommit={(fill) => set({ fill })}
        />
      )}
    </>
  );
}

/** A line is nothing without its outline, so only others can do without one. */
function Outline({ clips, style }: Props) {
  const t = useT("editor");
  const { set, show } = useShapeChange(clips);
  const { width, height } = useEditor((state) => state.journal.document.settings);
  const unit = Math.min(width, height);
  return (
    <>
      {isLineFigure(style.figure) ? null : (
        <Switch
          label={t(isStickerFigure(style.figure) ? "shapes.border" : "inspector.outline")}
          checked={style.outlineColour !== null}
          onChange={(on) =>
            set(on ? { outlineColour: "#ffffff", outlineWidth: 0.01 } : { outlineColour: null })
          }
        />
      )}
      {style.outlineColour === null ? null : (
        <div className={css["two"]}>
          <ColourField
            label={t("inspector.colour")}
            value={style.outlineColour}
            onChange={(outlineColour) => show({ outlineColour })}
            onCommit={(outlineColour) => set({ outlineColour })}
          />
          <ShapeNumber
            clips={clips}
            field="outlineWidth"
            label={t("shapes.thickness")}
            factor={unit}
            least={0}
            most={0.5}
            unit="px"
          />
        </div>
      )}
      {style.outlineColour === null || isStickerFigure(style.figure) ? null : (
        <Switch
          label={t("shapes.dashed")}
          checked={style.dashed}
          onChange={(dashed) => set({ dashed })}
        />
      )}
    </>
  );
}

/** What shapes and stickers are and how they look. */
export function ShapeSection({ clips }: { readonly clips: readonly ShapeClip[] }) {
  const t = useT("editor");
  const { set } = useShapeChange(clips);
  const style = clips[0]?.shape;
  if (style === undefined) return null;
  return (
    <Section
      name="shape"
      title={t(isStickerFigure(style.figure) ? "shapes.sticker" : "shapes.shape")}
    >
      <Form clips={clips} style={style} />
      {figureTraits(style.figure).fills ? <Fill clips={clips} style={style} /> : null}
      <Outline clips={clips} style={style} />
      <Switch
        label={t("inspector.shadow")}
        checked={style.shadow}
        onChange={(shadow) => set({ shadow })}
      />
      <Switch
        label={t("shapes.mirrored")}
        checked={style.mirrored}
        onChange={(mirrored) => set({ mirrored })}
      />
    </Section>
  );
}

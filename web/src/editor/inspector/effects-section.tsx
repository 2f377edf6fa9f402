"use client";
import { PLAIN_LOOK } from "@cutroom/timeline";
import type { MediaClip, PictureLook } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { Select } from "../../ui/select.tsx";
import { useEditor } from "../session/editor-context.tsx";
import css from "./inspector.module.css";
import { LookPercent, LookSection, LookSwitch, lookOf } from "./look-section.tsx";
import { setAll, shared, useChange } from "./use-change.ts";

interface Props {
  readonly clips: readonly MediaClip[];
}

type MaskShape = NonNullable<PictureLook["maskShape"]>;

const EFFECT_FIELDS = ["blur", "sharpen", "vignette", "grain"] as const;
const MASK_SHAPES: readonly MaskShape[] = ["none", "rectangle", "ellipse"];
const { blur, sharpen, vignette, grain, ...REST } = PLAIN_LOOK;
const MASK_RESET = Object.fromEntries(
  Object.entries(REST).filter(([field]) => field.startsWith("mask")),
);

function MaskFields({ clips, shape }: Props & { readonly shape: MaskShape }) {
  if (shape === "none") return null;
  return (
    <div className={css["two"]}>
      <LookPercent clips={clips} field="maskX" min={-100} />
      <LookPercent clips={clips} field="maskY" min={-100} />
      <LookPercent clips={clips} field="maskWidth" min={1} max={200} />
      <LookPercent clips={clips} field="maskHeight" min={1} max={200} />
      {shape === "rectangle" ? <LookPercent clips={clips} field="maskRound" /> : null}
      <LookPercent clips={clips} field="maskFeather" />
      <LookSwitch clips={clips} field="maskInvert" />
    </div>
  );
}

/** Blur, sharpness, vignette and grain; and the shape that shows a part of the picture. */
export function EffectSections({ clips }: Props) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const shape = shared(clips, (clip) => lookOf(clip).maskShape)?.value ?? "none";
  return (
    <>
      <LookSection
        name="effects"
        clips={clips}
        title={t("look.effects")}
        reset={{ blur, sharpen, vignette, grain }}
      >
        <div className={css["two"]}>
          {EFFECT_FIELDS.map((field) => (
            <LookPercent key={field} clips={clips} field={field} />
          ))}
        </div>
      </LookSection>
      <LookSection name="mask" clips={clips} title={t("look.mask")} reset={MASK_RESET}>
        <Select<MaskShape>
          label={t("look.maskShape")}
          value={shape}
          disabled={readOnly}
          options={MASK_SHAPES.map((value) => ({ value, label: t(`look.maskShapes.${value}`) }))}
          onChange={(maskShape) => change.commit("look", setAll(clips, { look: { maskShape } }))}
        />
        <MaskFields clips={clips} shape={shape} />
      </LookSection>
    </>
  );
}

"use client";
import { BUILT_IN_LUTS, PLAIN_LOOK } from "@cutroom/timeline";
import type { BuiltInLut, MediaClip } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { Select } from "../../ui/select.tsx";
import { useEditor } from "../session/editor-context.tsx";
import css from "./inspector.module.css";
import { LookHead, LookPercent, lookOf } from "./look-section.tsx";
import { setAll, shared, useChange } from "./use-change.ts";

const { lut: NO_LUT, lutStrength } = PLAIN_LOOK;

/** The table of colours that the picture ends with, and how much of it there is. */
export function LutSection({ clips }: { readonly clips: readonly MediaClip[] }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const chosen = shared(clips, (clip) => lookOf(clip).lut?.name ?? "none")?.value ?? "none";
  const names = ["none", ...BUILT_IN_LUTS] as const;
  return (
    <section className={css["section"]}>
      <LookHead clips={clips} title={t("look.lut")} reset={{ lut: NO_LUT, lutStrength }} />
      <Select<BuiltInLut | "none">
        label={t("look.lutTable")}
        value={chosen}
        disabled={readOnly}
        options={names.map((value) => ({ value, label: t(`look.luts.${value}`) }))}
        onChange={(name) => {
          const lut = name === "none" ? null : ({ kind: "built-in", name } as const);
          change.commit("look", setAll(clips, { look: { lut } }));
        }}
      />
      {chosen === "none" ? null : <LookPercent clips={clips} field="lutStrength" />}
    </section>
  );
}

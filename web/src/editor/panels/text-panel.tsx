"use client";
import { useT } from "../../i18n/use-t.ts";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { type TitleStart, addTitle } from "../actions/add-title.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./panels.module.css";

/** Where a title starts; everything about it can be changed in the inspector. */
const PRESETS = {
  title: { style: { size: 0.11, weight: 700 } },
  lower: { style: { size: 0.05, align: "left" }, y: 0.34 },
  caption: { style: { size: 0.055, boxColour: "#000000", boxOpacity: 0.6, shadow: false }, y: 0.4 },
  boxed: {
    style: {
      size: 0.08,
      weight: 700,
      colour: "#111111",
      boxColour: "#f2c94c",
      boxOpacity: 1,
      shadow: false,
    },
  },
} as const satisfies Record<string, Omit<TitleStart, "text">>;

const NAMES = ["title", "lower", "caption", "boxed"] as const;

export function TextPanel() {
  const t = useT("editor");
  const env = useEnv();
  const readOnly = useEditor((state) => state.role === "reader");
  return (
    <div className={css["panel"]}>
      <PanelHeader title={t("text.title")} />
      <p className={css["note"]}>{t("text.hint")}</p>
      <ul className={css["presets"]}>
        {NAMES.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={css["preset"]}
              data-preset={name}
              disabled={readOnly}
              onClick={() => {
                const start = { ...PRESETS[name], text: t(`text.samples.${name}`) };
                runPlan(env, addTitle(situationOf(env), start));
              }}
            >
              <span className={css["sample"]}>{t(`text.samples.${name}`)}</span>
              <span className={css["presetName"]}>{t(`text.presets.${name}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

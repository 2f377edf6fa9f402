"use client";
import { useT } from "../../i18n/use-t.ts";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { addTitle } from "../actions/add-title.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import panels from "../panels/panels.module.css";
import tiles from "../panels/transitions-panel.module.css";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./titles.module.css";
import { TITLE_FAMILIES, titlesOfFamily } from "./title-presets.ts";
import { TitleTile } from "./title-tile.tsx";

/** Titles to begin with; those that move do so while they are pointed at. */
export function TitlesPanel() {
  const t = useT("editor");
  const env = useEnv();
  const readOnly = useEditor((state) => state.role === "reader");
  return (
    <div className={panels["panel"]}>
      <PanelHeader title={t("text.title")} />
      <p className={panels["note"]}>{t("text.hint")}</p>
      <div className={tiles["families"]}>
        {TITLE_FAMILIES.map((family) => (
          <section key={family} aria-label={t(`text.families.${family}`)}>
            <h3>{t(`text.families.${family}`)}</h3>
            <div className={css["grid"]}>
              {titlesOfFamily(family).map((id) => (
                <TitleTile
                  key={id}
                  id={id}
                  disabled={readOnly}
                  onAdd={(preset, text) =>
                    runPlan(env, addTitle(situationOf(env), { text, preset }))
                  }
                />
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

"use client";
import { useT } from "../../i18n/use-t.ts";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { addShape } from "../actions/add-shape.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import panels from "../panels/panels.module.css";
import tiles from "../panels/transitions-panel.module.css";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { useShapeDrag } from "./shape-drag.ts";
import { SHAPE_FAMILIES, shapePreset, shapesOfFamily } from "./shape-presets.ts";
import { ShapeTile } from "./shape-tile.tsx";
import css from "./shapes.module.css";

/** Shapes, lines and stickers, each as it will look. */
export function ShapesPanel() {
  const t = useT("editor");
  const env = useEnv();
  const readOnly = useEditor((state) => state.role === "reader");
  const drag = useShapeDrag();
  return (
    <div className={panels["panel"]}>
      <PanelHeader title={t("shapes.title")} />
      <p className={panels["note"]}>{t("shapes.hint")}</p>
      <div className={tiles["families"]}>
        {SHAPE_FAMILIES.map((family) => (
          <section key={family} aria-label={t(`shapes.families.${family}`)}>
            <h3>{t(`shapes.families.${family}`)}</h3>
            <div className={css["grid"]}>
              {shapesOfFamily(family).map((id) => (
                <ShapeTile
                  key={id}
                  id={id}
                  disabled={readOnly}
                  onAdd={(preset, name) =>
                    runPlan(env, addShape(situationOf(env), { name, shape: shapePreset(preset) }))
                  }
                  onDrag={(press, preset, name) =>
                    drag(press, { name, shape: shapePreset(preset) })
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

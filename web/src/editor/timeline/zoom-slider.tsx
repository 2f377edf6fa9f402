"use client";
import { useT } from "../../i18n/use-t.ts";
import { Slider } from "../../ui/slider.tsx";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./timeline.module.css";
import { MAX_PX_PER_SECOND, MIN_PX_PER_SECOND } from "./viewport-maths.ts";

const LOW = Math.log(MIN_PX_PER_SECOND);
const HIGH = Math.log(MAX_PX_PER_SECOND);

/** Zoom on a scale where every step looks as large as the last. */
export function ZoomSlider() {
  const t = useT("editor");
  const env = useEnv();
  const pxPerSecond = useEditor((state) => state.view.pxPerSecond);
  const value = Math.round(((Math.log(pxPerSecond) - LOW) / (HIGH - LOW)) * 100);
  return (
    <Slider
      className={css["zoom"] ?? ""}
      label={t("timeline.zoom")}
      value={value}
      min={0}
      max={100}
      onChange={(next) => {
        const wanted = Math.exp(LOW + (next / 100) * (HIGH - LOW));
        const { zoom, view } = env.store.getState();
        zoom(wanted / view.pxPerSecond);
      }}
    />
  );
}

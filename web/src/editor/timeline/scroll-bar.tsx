"use client";
import { documentDuration } from "@cutroom/timeline";
import { useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { shownDocument } from "../state/document.ts";
import css from "./timeline.module.css";
import { maxScroll, pxToDuration } from "./viewport-maths.ts";

/** Which part of the project is in view; the thumb drags it. */
export function ScrollBar() {
  const t = useT("editor");
  const env = useEnv();
  const view = useEditor((state) => state.view);
  const duration = useEditor((state) => documentDuration(shownDocument(state)));
  const drag = useRef<{ readonly x: number; readonly widthPx: number } | null>(null);
  const shown = pxToDuration(view, view.widthPx);
  const whole = Math.max(maxScroll(view, duration) + shown, view.scrollFlicks + shown, 1);
  const share = shown / whole;
  return (
    <div
      className={css["scrollbar"]}
      role="scrollbar"
      aria-label={t("timeline.scroll")}
      aria-orientation="horizontal"
      aria-controls="timeline-lanes"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((view.scrollFlicks / whole) * 100)}
    >
      <div
        className={css["thumb"]}
        hidden={share >= 1}
        style={{ left: `${(view.scrollFlicks / whole) * 100}%`, width: `${share * 100}%` }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const widthPx = event.currentTarget.parentElement?.clientWidth ?? 1;
          drag.current = { x: event.clientX, widthPx };
        }}
        onPointerMove={(event) => {
          if (drag.current === null) return;
          const moved = (event.clientX - drag.current.x) / drag.current.widthPx;
          drag.current = { ...drag.current, x: event.clientX };
          env.store.getState().scrollByPx((moved * view.widthPx) / share);
        }}
        onPointerUp={() => {
          drag.current = null;
        }}
      />
    </div>
  );
}

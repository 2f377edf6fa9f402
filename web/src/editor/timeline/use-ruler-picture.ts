"use client";
import { documentDuration } from "@cutroom/timeline";
import { useEffect, useRef } from "react";
import { onThemeChange } from "../../ui/use-theme.ts";
import { drawRuler } from "../draw/draw-ruler.ts";
import { type Theme, readTheme } from "../draw/theme.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { shownDocument } from "../state/document.ts";
import { rangeOf } from "../state/range.ts";
import type { EditorState } from "../state/store.ts";

const HEIGHT_PX = 24;

/** What the ruler shows; the playhead is its own element. */
function looksDifferent(now: EditorState, before: EditorState): boolean {
  return (
    now.view !== before.view ||
    shownDocument(now) !== shownDocument(before) ||
    now.inFlicks !== before.inFlicks ||
    now.outFlicks !== before.outFlicks ||
    now.looping !== before.looping ||
    now.exactFrames !== before.exactFrames
  );
}

function paint(element: HTMLCanvasElement, state: EditorState, theme: Theme): void {
  const ctx = element.getContext("2d");
  if (ctx === null) return;
  const { view, looping, exactFrames } = state;
  const document = shownDocument(state);
  const ratio = window.devicePixelRatio;
  const [width, height] = [Math.round(view.widthPx * ratio), Math.round(HEIGHT_PX * ratio)];
  if (element.width !== width) element.width = width;
  if (element.height !== height) element.height = height;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  const scene = {
    view,
    heightPx: HEIGHT_PX,
    fps: document.settings.rate,
    duration: documentDuration(document),
    markers: Object.values(document.markers),
    range: rangeOf(state, document),
    looping,
    exactFrames,
  };
  drawRuler(ctx, scene, theme);
}

/** Keeps the ruler's canvas drawn, before the next frame, past React; gives it, and what is told of it. */
export function useRulerPicture() {
  const env = useEnv();
  const canvas = useRef<HTMLCanvasElement>(null);
  const markers = useEditor((state) => shownDocument(state).markers);
  const inFlicks = useEditor((state) => state.inFlicks);
  const outFlicks = useEditor((state) => state.outFlicks);
  const exactFrames = useEditor((state) => state.exactFrames);

  useEffect(() => {
    let asked = 0;
    let theme: Theme | null = null;
    const redraw = () => {
      if (asked !== 0) return;
      asked = requestAnimationFrame(() => {
        asked = 0;
        const element = canvas.current;
        if (!element?.parentElement) return;
        theme ??= readTheme(element.parentElement);
        paint(element, env.store.getState(), theme);
      });
    };
    redraw();
    const stops = [
      env.store.subscribe((now, before) => {
        if (looksDifferent(now, before)) redraw();
      }),
      onThemeChange(() => {
        theme = null;
        redraw();
      }),
      () => cancelAnimationFrame(asked),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [env]);
  return { canvas, markers, inFlicks, outFlicks, exactFrames };
}

"use client";
import { documentDuration } from "@cutroom/timeline";
import { useEffect, useRef } from "react";
import { useShownTheme } from "../../ui/use-theme.ts";
import { drawRuler } from "../draw/draw-ruler.ts";
import { type Theme, readTheme } from "../draw/theme.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { shownDocument } from "../state/document.ts";
import { rangeOf } from "../state/range.ts";

const HEIGHT_PX = 24;

/** Keeps the ruler's canvas drawn; gives it, and what is seen on it. */
export function useRulerPicture() {
  const env = useEnv();
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useEditor((state) => state.view);
  const shownTheme = useShownTheme();
  const theme = useRef<{ readonly of: string; readonly colours: Theme } | null>(null);
  const duration = useEditor((state) => documentDuration(shownDocument(state)));
  const markers = useEditor((state) => shownDocument(state).markers);
  const fps = useEditor((state) => shownDocument(state).settings.rate);
  const inFlicks = useEditor((state) => state.inFlicks);
  const outFlicks = useEditor((state) => state.outFlicks);
  const looping = useEditor((state) => state.looping);
  const exactFrames = useEditor((state) => state.exactFrames);

  useEffect(() => {
    const element = canvas.current;
    const ctx = element?.getContext("2d");
    if (!element || !ctx) return;
    const ratio = window.devicePixelRatio;
    const [width, height] = [Math.round(view.widthPx * ratio), Math.round(HEIGHT_PX * ratio)];
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const scene = {
      view,
      heightPx: HEIGHT_PX,
      fps,
      duration,
      markers: Object.values(markers),
      range: rangeOf({ inFlicks, outFlicks }, shownDocument(env.store.getState())),
      looping,
      exactFrames,
    };
    if (theme.current?.of !== shownTheme) {
      const colours = readTheme(element.parentElement ?? element);
      theme.current = { of: shownTheme, colours };
    }
    drawRuler(ctx, scene, theme.current.colours);
  }, [env, view, duration, markers, fps, shownTheme, inFlicks, outFlicks, looping, exactFrames]);
  return { canvas, view, markers, inFlicks, outFlicks, exactFrames };
}

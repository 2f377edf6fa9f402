"use client";
import { type RefObject, useEffect, useMemo } from "react";
import { readTheme } from "../draw/theme.ts";
import { drawScene } from "../draw/draw-scene.ts";
import { useWorkspace } from "../../server/workspace.ts";
import { useEnv } from "../session/editor-context.tsx";
import { useRefusalText } from "../session/use-speaker.ts";
import { shownDocument } from "../state/document.ts";
import type { EditorState } from "../state/store.ts";
import { type LaneOverlay, emptyOverlay } from "./lane-overlay.ts";
import { type LanePointer, createLanePointer } from "./lane-pointer.ts";
import { layOutRows } from "./rows.ts";

export interface Lanes {
  readonly overlay: LaneOverlay;
  readonly pointer: LanePointer;
  /** Draws before the next frame, however often it is asked. */
  readonly redraw: () => void;
  readonly scrollTop: () => number;
}

/** What the lanes show; the playhead is its own element, so playing draws nothing here. */
function looksDifferent(now: EditorState, before: EditorState): boolean {
  return (
    now.journal.document !== before.journal.document ||
    now.draft !== before.draft ||
    now.view !== before.view ||
    now.selectedClipIds !== before.selectedClipIds ||
    now.selectedTransitionId !== before.selectedTransitionId
  );
}

interface Elements {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** The canvas of the lanes: sized to what is visible, drawn when something on it changed. */
export function useLanes({ canvas, scroller }: Elements): Lanes {
  const env = useEnv();
  const explain = useRefusalText();
  const lanes = useMemo(() => {
    const overlay = emptyOverlay();
    const scrollTop = () => scroller.current?.scrollTop ?? 0;
    const pointer = createLanePointer({
      env,
      overlay,
      scrollTop,
      explain: (code) => explain(code as Parameters<typeof explain>[0]),
    });
    let asked = 0;
    const redraw = () => {
      if (asked !== 0) return;
      asked = requestAnimationFrame(() => {
        asked = 0;
        paint();
      });
    };
    let theme: ReturnType<typeof readTheme> | null = null;
    const paint = () => {
      const element = canvas.current;
      const ctx = element?.getContext("2d");
      if (!element || !ctx) return;
      theme ??= readTheme(element);
      const ratio = window.devicePixelRatio;
      const state = env.store.getState();
      const document = shownDocument(state);
      const { assets, assetsLoading } = useWorkspace.getState();
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      const scene = {
        ...overlay,
        document,
        rows: layOutRows(document),
        view: state.view,
        scrollTopPx: scrollTop(),
        heightPx: element.height / ratio,
        assets,
        assetsKnown: assetsLoading.status === "ready",
        mediaOf: env.media.of,
        selected: new Set(state.selectedClipIds),
        selectedTransitionId: state.selectedTransitionId,
      };
      drawScene(ctx, scene, theme);
    };
    return { overlay, pointer, redraw, scrollTop };
  }, [env, explain, canvas, scroller]);

  useEffect(() => {
    const { redraw } = lanes;
    const stops = [
      env.store.subscribe((now, before) => {
        if (looksDifferent(now, before)) redraw();
      }),
      useWorkspace.subscribe(redraw),
    ];
    void document.fonts.ready.then(redraw);
    redraw();
    return () => {
      for (const stop of stops) stop();
    };
  }, [env, lanes]);

  useEffect(() => {
    const element = canvas.current;
    const frame = scroller.current;
    if (element === null || frame === null) return undefined;
    const observer = new ResizeObserver(() => {
      const ratio = window.devicePixelRatio;
      const width = element.parentElement?.clientWidth ?? 0;
      const height = frame.clientHeight;
      element.width = Math.round(width * ratio);
      element.height = Math.round(height * ratio);
      element.style.height = `${height}px`;
      env.store.getState().setLaneWidth(width);
      lanes.redraw();
    });
    observer.observe(frame);
    if (element.parentElement !== null) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, [canvas, scroller, env, lanes]);

  return lanes;
}

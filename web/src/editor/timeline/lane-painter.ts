import { drawScene } from "../draw/draw-scene.ts";
import { forgetWidths } from "../draw/fit-text.ts";
import { type Theme, readTheme } from "../draw/theme.ts";
import { useQueueAhead } from "../../generate/queue-store.ts";
import { onThemeChange } from "../../ui/use-theme.ts";
import { useWorkspace } from "../../server/workspace.ts";
import type { EditorEnv } from "../session/editor-env.ts";
import { shownDocument } from "../state/document.ts";
import type { EditorState } from "../state/store.ts";
import type { LaneOverlay } from "./lane-overlay.ts";
import { layOutRows } from "./rows.ts";

interface LaneElements {
  readonly canvas: () => HTMLCanvasElement | null;
  readonly scroller: () => HTMLElement | null;
}

interface LanePainter {
  /** Draws before the next frame, however often it is asked. */
  readonly redraw: () => void;
  /** Fits the canvas to what is visible, and scrolls with it; the answer stops following. */
  readonly followSize: () => () => void;
  /** Draws when something on the lanes changes; the answer stops it. */
  readonly followState: () => () => void;
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

function paint(
  env: EditorEnv,
  canvas: HTMLCanvasElement,
  scrollTopPx: number,
  overlay: LaneOverlay,
  theme: Theme,
): void {
  const ctx = canvas.getContext("2d");
  if (ctx === null) return;
  const ratio = window.devicePixelRatio;
  const state = env.store.getState();
  const document = shownDocument(state);
  const { assets } = useWorkspace.getState();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  const scene = {
    ...overlay,
    document,
    rows: layOutRows(document),
    view: state.view,
    scrollTopPx,
    heightPx: canvas.height / ratio,
    assets,
    mediaOf: env.media.of,
    makingOf: env.makingOf,
    selected: new Set(state.selectedClipIds),
    selectedTransitionId: state.selectedTransitionId,
  };
  drawScene(ctx, scene, theme);
}

/** Chinese arrives later than Latin, and each changes how wide words are; the answer stops it. */
function onFonts(redraw: () => void): () => void {
  const listener = () => {
    forgetWidths();
    redraw();
  };
  document.fonts.addEventListener("loadingdone", listener);
  return () => document.fonts.removeEventListener("loadingdone", listener);
}

/** Keeps the canvas of the lanes drawn. */
export function createLanePainter(
  env: EditorEnv,
  overlay: LaneOverlay,
  elements: LaneElements,
): LanePainter {
  let asked = 0;
  let theme: Theme | null = null;
  // Known from its events: to ask for it while drawing would lay the page out in mid-frame.
  let scrollTopPx = 0;
  const redraw = () => {
    if (asked !== 0) return;
    asked = requestAnimationFrame(() => {
      asked = 0;
      const canvas = elements.canvas();
      if (!canvas?.parentElement) return;
      theme ??= readTheme(canvas.parentElement);
      paint(env, canvas, scrollTopPx, overlay, theme);
    });
  };
  return {
    redraw,
    followState: () => {
      const stops = [
        env.store.subscribe((now, before) => {
          if (looksDifferent(now, before)) redraw();
        }),
        useWorkspace.subscribe(redraw),
        useQueueAhead.subscribe(redraw),
        onThemeChange(() => {
          theme = null;
          redraw();
        }),
        onFonts(redraw),
      ];
      redraw();
      return () => {
        for (const stop of stops) stop();
      };
    },
    followSize: () => {
      const canvas = elements.canvas();
      const scroller = elements.scroller();
      const lanes = canvas?.parentElement;
      if (!canvas || !scroller || !lanes) return () => {};
      const observer = new ResizeObserver(() => {
        const ratio = window.devicePixelRatio;
        canvas.width = Math.round(lanes.clientWidth * ratio);
        canvas.height = Math.round(scroller.clientHeight * ratio);
        canvas.style.height = `${scroller.clientHeight}px`;
        env.store.getState().setLaneWidth(lanes.clientWidth);
        redraw();
      });
      const onScroll = () => {
        ({ scrollTop: scrollTopPx } = scroller);
        redraw();
      };
      onScroll();
      scroller.addEventListener("scroll", onScroll, { passive: true });
      observer.observe(scroller);
      observer.observe(lanes);
      return () => {
        scroller.removeEventListener("scroll", onScroll);
        observer.disconnect();
      };
    },
  };
}

"use client";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { documentDuration } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { ContextMenu, type MenuEntry } from "../../ui/menu.tsx";
import { drawRuler } from "../draw/draw-ruler.ts";
import { type Theme, readTheme } from "../draw/theme.ts";
import { runCommand } from "../commands.ts";
import { useShortcuts } from "../commands/keymap-store.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { shownDocument } from "../state/document.ts";
import { useShownTheme } from "../../ui/use-theme.ts";
import css from "./timeline.module.css";
import { flicksToPx, pxToFlicks } from "./viewport-maths.ts";

const HEIGHT_PX = 24;
const MARKER_HIT_PX = 7;

function useMarkerEntries(markerId: string | null): readonly MenuEntry[] {
  const t = useT("editor");
  const env = useEnv();
  const shortcuts = useShortcuts();
  return [
    {
      id: "add",
      label: t("commands.add-marker"),
      shortcut: shortcuts("add-marker"),
      onSelect: () => runCommand(env, "add-marker"),
    },
    {
      id: "remove",
      label: t("timeline.removeMarker"),
      disabled: markerId === null,
      onSelect: () => {
        if (markerId === null) return;
        env.store.getState().edit("remove-marker", [{ type: "remove-marker", markerId }]);
      },
    },
  ];
}

/** Times and markers. Dragging moves the playhead; a marker is met where it is. */
export function Ruler() {
  const t = useT("editor");
  const env = useEnv();
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useEditor((state) => state.view);
  const shownTheme = useShownTheme();
  const theme = useRef<{ readonly of: string; readonly colours: Theme } | null>(null);
  const duration = useEditor((state) => documentDuration(shownDocument(state)));
  const markers = useEditor((state) => shownDocument(state).markers);
  const fps = useEditor((state) => shownDocument(state).settings.rate);
  const [markerId, setMarkerId] = useState<string | null>(null);

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
    };
    if (theme.current?.of !== shownTheme) {
      const colours = readTheme(element.parentElement ?? element);
      theme.current = { of: shownTheme, colours };
    }
    drawRuler(ctx, scene, theme.current.colours);
  }, [view, duration, markers, fps, shownTheme]);

  const markerAt = (x: number) =>
    Object.values(markers).find(
      (marker) => Math.abs(flicksToPx(view, marker.at) - x) <= MARKER_HIT_PX,
    );
  const scrub = (event: PointerEvent<HTMLCanvasElement>, snap: boolean) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const { seek, setPlaying } = env.store.getState();
    setPlaying(false);
    seek((snap ? markerAt(x)?.at : undefined) ?? pxToFlicks(view, x));
  };
  const entries = useMarkerEntries(markerId);
  return (
    <ContextMenu entries={entries}>
      <div className={css["ruler"]}>
        <canvas
          ref={canvas}
          aria-label={t("timeline.ruler")}
          data-testid="timeline-ruler"
          onContextMenu={(event) => {
            const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
            setMarkerId(markerAt(x)?.id ?? null);
          }}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            scrub(event, true);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event, false);
          }}
        />
      </div>
    </ContextMenu>
  );
}

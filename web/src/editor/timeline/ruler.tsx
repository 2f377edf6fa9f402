"use client";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { type Edit, type Marker, documentDuration } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { ContextMenu, type MenuEntry } from "../../ui/menu.tsx";
import { drawRuler } from "../draw/draw-ruler.ts";
import { type Theme, readTheme } from "../draw/theme.ts";
import { canRun, commandOf, runCommand } from "../commands.ts";
import type { CommandId } from "../commands/command.ts";
import { useShortcuts } from "../commands/keymap-store.ts";
import { useEditor, useEditorParts, useEnv } from "../session/editor-context.tsx";
import { shownDocument } from "../state/document.ts";
import { rangeOf } from "../state/range.ts";
import type { EditLabel } from "../state/edit-label.ts";
import { useShownTheme } from "../../ui/use-theme.ts";
import { MARKER_COLOURS, MARKER_COLOUR_NAMES } from "./marker-colours.ts";
import { MarkerDialog } from "./marker-dialog.tsx";
import css from "./timeline.module.css";
import { useRulerDrag } from "./use-ruler-drag.ts";
import { flicksToPx } from "./viewport-maths.ts";

const HEIGHT_PX = 24;
/** A flag is met from just before its pole to where its shortest note ends. */
const FLAG_HIT_PX = { before: 4, after: 14, below: 15 };

const RANGE_COMMANDS: readonly CommandId[] = [
  "mark-in",
  "mark-out",
  "clear-marks",
  "lift-range",
  "extract-range",
  "loop-range",
];

function useMarkerEntries(markerId: string | null): readonly MenuEntry[] {
  const t = useT("editor");
  const env = useEnv();
  const shortcuts = useShortcuts();
  const readOnly = useEditor((state) => state.role === "reader");
  const colour = useEditor(({ journal }) =>
    markerId === null ? null : (journal.document.markers[markerId]?.colour ?? null),
  );
  const change = (edit: Edit, label: EditLabel) => env.store.getState().edit(label, [edit]);
  const can = useEditorParts((state) =>
    Object.fromEntries(RANGE_COMMANDS.map((id) => [id, canRun(commandOf(id), state)])),
  );
  const add: MenuEntry = {
    id: "add",
    label: t("commands.add-marker"),
    shortcut: shortcuts("add-marker"),
    disabled: readOnly,
    onSelect: () => runCommand(env, "add-marker"),
  };
  const command = (id: CommandId): MenuEntry => ({
    id,
    label: t(`commands.${id}`),
    shortcut: shortcuts(id),
    disabled: can[id] !== true,
    onSelect: () => runCommand(env, id),
  });
  if (markerId === null) {
    return [
      add,
      { kind: "separator", id: "before range" },
      ...RANGE_COMMANDS.map((id) => command(id)),
    ];
  }
  return [
    {
      id: "edit",
      label: t("timeline.editMarker"),
      disabled: readOnly,
      onSelect: () => env.store.getState().editMarker(markerId),
    },
    {
      kind: "submenu",
      id: "colour",
      label: t("timeline.markerColour"),
      disabled: readOnly,
      entries: MARKER_COLOUR_NAMES.map((name) => ({
        kind: "check",
        id: name,
        label: t(`timeline.colours.${name}`),
        checked: colour === MARKER_COLOURS[name],
        onSelect: () =>
          change({ type: "set-marker", markerId, colour: MARKER_COLOURS[name] }, "marker"),
      })),
    },
    { kind: "separator", id: "line" },
    {
      id: "remove",
      label: t("timeline.removeMarker"),
      disabled: readOnly,
      danger: true,
      onSelect: () => change({ type: "remove-marker", markerId }, "remove-marker"),
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
  const inFlicks = useEditor((state) => state.inFlicks);
  const outFlicks = useEditor((state) => state.outFlicks);
  const looping = useEditor((state) => state.looping);
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
      range: rangeOf({ inFlicks, outFlicks }, shownDocument(env.store.getState())),
      looping,
    };
    if (theme.current?.of !== shownTheme) {
      const colours = readTheme(element.parentElement ?? element);
      theme.current = { of: shownTheme, colours };
    }
    drawRuler(ctx, scene, theme.current.colours);
  }, [env, view, duration, markers, fps, shownTheme, inFlicks, outFlicks, looping]);

  const markerUnder = (event: MouseEvent<HTMLCanvasElement>): Marker | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    if (event.clientY - box.top > FLAG_HIT_PX.below) return undefined;
    return Object.values(markers).find((marker) => {
      const fromPole = event.clientX - box.left - flicksToPx(view, marker.at);
      return fromPole >= -FLAG_HIT_PX.before && fromPole <= FLAG_HIT_PX.after;
    });
  };
  const drag = useRulerDrag(markerUnder);
  const entries = useMarkerEntries(markerId);
  return (
    <ContextMenu entries={entries}>
      <div className={css["ruler"]}>
        <canvas
          ref={canvas}
          aria-label={t("timeline.ruler")}
          data-testid="timeline-ruler"
          data-in-flicks={inFlicks ?? undefined}
          data-out-flicks={outFlicks ?? undefined}
          onMouseMove={(event) => {
            const marker = markerUnder(event);
            const words = marker === undefined ? "" : `${marker.name}\n${marker.note ?? ""}`;
            event.currentTarget.title = words.trim();
          }}
          onContextMenu={(event) => setMarkerId(markerUnder(event)?.id ?? null)}
          onDoubleClick={(event) => {
            const marker = markerUnder(event);
            if (marker !== undefined) env.store.getState().editMarker(marker.id);
          }}
          {...drag}
        />
        <MarkerDialog />
      </div>
    </ContextMenu>
  );
}

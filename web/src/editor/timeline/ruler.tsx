"use client";
import { type MouseEvent, useState } from "react";
import type { Edit, Marker } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { ContextMenu, type MenuEntry } from "../../ui/menu.tsx";
import { canRun, commandOf, runCommand } from "../commands.ts";
import type { CommandId } from "../commands/command.ts";
import { useShortcuts } from "../commands/keymap-store.ts";
import { useEditor, useEditorParts, useEnv } from "../session/editor-context.tsx";
import type { EditLabel } from "../state/edit-label.ts";
import { MARKER_COLOURS, MARKER_COLOUR_NAMES } from "./marker-colours.ts";
import { MarkerDialog } from "./marker-dialog.tsx";
import css from "./timeline.module.css";
import { useRulerDrag } from "./use-ruler-drag.ts";
import { useRulerPicture } from "./use-ruler-picture.ts";
import { flicksToPx } from "./viewport-maths.ts";

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
  const { canvas, markers, inFlicks, outFlicks, exactFrames } = useRulerPicture();
  const [markerId, setMarkerId] = useState<string | null>(null);

  const markerUnder = (event: MouseEvent<HTMLCanvasElement>): Marker | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    if (event.clientY - box.top > FLAG_HIT_PX.below) return undefined;
    const { view } = env.store.getState();
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
          data-exact-frames={exactFrames.join(" ")}
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

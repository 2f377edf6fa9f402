"use client";
import { shapeClipFrom } from "@cutroom/timeline";
import type { PointerEvent } from "react";
import { useFileDrag } from "../../library/use-file-drag.ts";
import type { ShapeStart } from "../actions/add-shape.ts";
import type { GestureStart } from "../gestures/gesture.ts";
import { insertClipsGesture } from "../gestures/insert-assets.ts";
import { useEnv } from "../session/editor-context.tsx";

/** Dragging a shape from its tile onto the lanes, as files are dragged from the bin. */
export function useShapeDrag() {
  const env = useEnv();
  const drag = useFileDrag();
  return (press: PointerEvent<HTMLElement>, carried: ShapeStart) => {
    if (env.store.getState().role === "reader") return;
    const gestureOf = (start: GestureStart) => {
      const { rate } = start.document.settings;
      const place = { id: `${start.idBase}-shape`, trackId: "", startFlicks: 0, rate };
      return insertClipsGesture(start, [shapeClipFrom({ ...place, ...carried })]);
    };
    drag(press, {
      label: carried.name,
      onFolder: () => undefined,
      target: {
        over: (event) =>
          env.lanes.target()?.dragOver(gestureOf, event.clientX, event.clientY, event) === true,
        drop: () => env.lanes.target()?.drop(),
        cancel: () => env.lanes.target()?.dragCancel(),
      },
    });
  };
}

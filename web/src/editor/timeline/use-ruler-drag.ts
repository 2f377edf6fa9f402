"use client";
import { type Marker, flicksToFrameNearest, framesToFlicks } from "@cutroom/timeline";
import { type MouseEvent, type PointerEvent, useRef } from "react";
import { useEnv } from "../session/editor-context.tsx";
import { pxToFlicks } from "./viewport-maths.ts";

/** A hand that shakes this little meant a click. */
const CLICK_PX = 3;

interface Drag {
  readonly marker: Marker | undefined;
  readonly fromX: number;
  readonly moved: boolean;
}

/** Dragging the ruler moves the playhead; dragging a flag moves its marker, as one undo step. */
export function useRulerDrag(
  markerUnder: (event: MouseEvent<HTMLCanvasElement>) => Marker | undefined,
) {
  const env = useEnv();
  const drag = useRef<Drag | null>(null);
  const timeAt = (event: PointerEvent<HTMLCanvasElement>) => {
    const { view } = env.store.getState();
    return pxToFlicks(view, event.clientX - event.currentTarget.getBoundingClientRect().left);
  };
  const moveMarker = (marker: Marker, time: number) => {
    const { preview, journal } = env.store.getState();
    const { rate } = journal.document.settings;
    const at = framesToFlicks(flicksToFrameNearest(Math.max(0, time), rate), rate);
    preview("marker", [{ type: "set-marker", markerId: marker.id, at }]);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const marker = markerUnder(event);
      drag.current = { marker, fromX: event.clientX, moved: false };
      const { seek, setPlaying } = env.store.getState();
      setPlaying(false);
      seek(marker?.at ?? timeAt(event));
    },
    onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => {
      const now = drag.current;
      if (now === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      if (now.marker === undefined) env.store.getState().seek(timeAt(event));
      else if (now.moved || Math.abs(event.clientX - now.fromX) > CLICK_PX) {
        drag.current = { ...now, moved: true };
        moveMarker(now.marker, timeAt(event));
      }
    },
    onPointerUp: () => {
      if (drag.current?.moved === true) env.store.getState().commitPreview();
      drag.current = null;
    },
    onPointerCancel: () => {
      if (drag.current?.moved === true) env.store.getState().cancelPreview();
      drag.current = null;
    },
  };
}

"use client";
import { type RefObject, useEffect, useMemo } from "react";
import { useEnv } from "../session/editor-context.tsx";
import type { Refusal } from "../session/editor-env.ts";
import { useRefusalText } from "../session/use-speaker.ts";
import { bindLaneEvents } from "./lane-events.ts";
import { emptyOverlay } from "./lane-overlay.ts";
import { bindPan } from "./pan-lanes.ts";
import { createLanePainter } from "./lane-painter.ts";
import { type LanePointer, createLanePointer } from "./lane-pointer.ts";

export interface Lanes {
  readonly pointer: LanePointer;
  readonly redraw: () => void;
  readonly scrollTop: () => number;
  /** Marks the clip that has the keyboard's focus. */
  readonly focusClip: (clipId: string | null) => void;
}

/** Brings the canvas of the lanes to life. */
export function useLanes(
  canvas: RefObject<HTMLCanvasElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
): Lanes {
  const env = useEnv();
  const refusalText = useRefusalText();
  const { painter, lanes } = useMemo(() => {
    const overlay = emptyOverlay();
    const scrollTop = () => scroller.current?.scrollTop ?? 0;
    const drawing = createLanePainter(env, overlay, {
      canvas: () => canvas.current,
      scroller: () => scroller.current,
    });
    const explain = (code: Refusal["code"]) => refusalText(code);
    const pointer = createLanePointer({ env, overlay, scrollTop, explain });
    const focusClip = (clipId: string | null) => {
      overlay.focusedClipId = clipId;
      drawing.redraw();
    };
    return {
      painter: drawing,
      lanes: { pointer, scrollTop, focusClip, redraw: drawing.redraw },
    };
  }, [env, refusalText, canvas, scroller]);

  useEffect(() => painter.followState(), [painter]);
  useEffect(() => painter.followSize(), [painter]);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    // First, so that it sees a press before the lanes do.
    const unbindPan = bindPan({ env, element, scroller: () => scroller.current });
    const unbindLanes = bindLaneEvents(env, element, lanes);
    return () => {
      unbindPan();
      unbindLanes();
    };
  }, [env, canvas, scroller, lanes]);
  return lanes;
}

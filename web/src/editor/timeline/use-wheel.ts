"use client";
import { type RefObject, useEffect } from "react";
import { useEnv } from "../session/editor-context.tsx";

const ZOOM_PER_PX = 0.0022;
const LINE_PX = 16;

/** Ctrl-wheel zooms at the pointer, Shift-wheel and sideways wheels scroll; others go up and down. */
export function useWheel(area: RefObject<HTMLElement | null>, lanesLeftPx: number): void {
  const env = useEnv();
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent) => {
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
      const { zoom, scrollByPx } = env.store.getState();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const x = event.clientX - element.getBoundingClientRect().left - lanesLeftPx;
        zoom(Math.exp(-event.deltaY * unit * ZOOM_PER_PX), Math.max(0, x));
        return;
      }
      const sideways = event.shiftKey ? event.deltaY + event.deltaX : event.deltaX;
      if (Math.abs(sideways) > (event.shiftKey ? 0 : Math.abs(event.deltaY))) {
        event.preventDefault();
        scrollByPx(sideways * unit);
      }
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [area, env, lanesLeftPx]);
}

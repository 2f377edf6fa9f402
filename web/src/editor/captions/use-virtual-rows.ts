"use client";
import { type RefObject, useEffect, useState } from "react";

export interface VirtualRows {
  /** The rows to draw, half-open. */
  readonly from: number;
  readonly to: number;
  readonly heightPx: number;
}

/** Drawn beyond the edges, so that a quick scroll shows no hole. */
const BEYOND = 4;

/** Which of `count` rows of one height are in sight of a scrolling element. */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
): VirtualRows {
  const [view, setView] = useState({ topPx: 0, heightPx: 600 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const update = () => setView({ topPx: element.scrollTop, heightPx: element.clientHeight });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener("scroll", update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", update);
    };
  }, [scroller]);
  const from = Math.max(0, Math.floor(view.topPx / rowPx) - BEYOND);
  const to = Math.min(count, Math.ceil((view.topPx + view.heightPx) / rowPx) + BEYOND);
  return { from, to, heightPx: count * rowPx };
}

"use client";
import { type RefObject, useEffect } from "react";
import { useEnv } from "../session/editor-context.tsx";
import type { LanePoint } from "./lane-pointer.ts";
import type { Held, LaneTarget } from "./lane-target.ts";
import type { Lanes } from "./use-lanes.ts";

const EDGE_PX = 28;
const SCROLL_PX = 14;

interface Last {
  clientX: number;
  clientY: number;
  held: Held;
}

const heldOf = ({ ctrlKey, metaKey, shiftKey, altKey }: Held): Held => ({
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
});

/**
 * Pointer and keys of a running drag. Escape ends it without a trace, before any shortcut sees
 * it; the view scrolls by itself while the pointer is held near an edge.
 */
export function useLaneEvents(canvas: RefObject<HTMLCanvasElement | null>, lanes: Lanes): void {
  const env = useEnv();
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const { pointer, redraw } = lanes;
    let box = element.getBoundingClientRect();
    let last: Last | null = null;
    let scrolling = 0;

    const pointOf = (clientX: number, clientY: number): LanePoint => ({
      x: clientX - box.left,
      y: clientY - box.top + lanes.scrollTop(),
    });
    const follow = () => {
      if (last === null || !pointer.dragging()) return;
      pointer.move(pointOf(last.clientX, last.clientY), last.held);
      redraw();
    };
    const scroll = () => {
      scrolling = 0;
      if (last === null || !pointer.dragging()) return;
      const x = last.clientX - box.left;
      const by = x < EDGE_PX ? -SCROLL_PX : x > box.width - EDGE_PX ? SCROLL_PX : 0;
      if (by !== 0) {
        env.store.getState().scrollByPx(by);
        follow();
      }
      scrolling = requestAnimationFrame(scroll);
    };
    const stop = () => {
      last = null;
      cancelAnimationFrame(scrolling);
      scrolling = 0;
      redraw();
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      box = element.getBoundingClientRect();
      element.setPointerCapture(event.pointerId);
      last = { clientX: event.clientX, clientY: event.clientY, held: heldOf(event) };
      pointer.press(pointOf(event.clientX, event.clientY), heldOf(event));
      scrolling = requestAnimationFrame(scroll);
      redraw();
    };
    const onMove = (event: PointerEvent) => {
      if (pointer.dragging()) {
        last = { clientX: event.clientX, clientY: event.clientY, held: heldOf(event) };
        follow();
        return;
      }
      box = element.getBoundingClientRect();
      element.style.cursor = pointer.hover(pointOf(event.clientX, event.clientY));
      redraw();
    };
    const onUp = () => {
      if (!pointer.dragging()) return;
      pointer.release();
      stop();
    };
    const onLeave = () => {
      if (pointer.dragging()) return;
      pointer.hover(null);
      redraw();
    };
    const cancel = () => {
      if (!pointer.dragging()) return;
      pointer.cancel();
      stop();
    };
    const onKey = (event: KeyboardEvent) => {
      if (!pointer.dragging()) return;
      event.stopPropagation();
      event.preventDefault();
      if (event.key === "Escape") cancel();
      else if (last !== null) {
        last = { ...last, held: heldOf(event) };
        follow();
      }
    };
    const target: LaneTarget = {
      redraw,
      dragOver: (source, clientX, clientY, held) => {
        box = element.getBoundingClientRect();
        const inside =
          clientX >= box.left &&
          clientX <= box.right &&
          clientY >= box.top &&
          clientY <= box.bottom;
        if (!inside) {
          cancel();
          return false;
        }
        last = { clientX, clientY, held: heldOf(held) };
        pointer.carryAsset(source, pointOf(clientX, clientY), heldOf(held));
        if (scrolling === 0) scrolling = requestAnimationFrame(scroll);
        redraw();
        return true;
      },
      drop: () => onUp(),
      dragCancel: cancel,
    };
    env.lanes.target = target;
    const events = new AbortController();
    const { signal } = events;
    element.addEventListener("pointerdown", onDown, { signal });
    element.addEventListener("pointermove", onMove, { signal });
    element.addEventListener("pointerup", onUp, { signal });
    element.addEventListener("pointercancel", cancel, { signal });
    element.addEventListener("pointerleave", onLeave, { signal });
    window.addEventListener("keydown", onKey, { signal, capture: true });
    window.addEventListener("keyup", onKey, { signal, capture: true });
    return () => {
      events.abort();
      cancel();
      env.lanes.target = null;
    };
  }, [canvas, lanes, env]);
}

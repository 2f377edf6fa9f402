"use client";
import type { Asset } from "@cutroom/contracts";
import { type PointerEvent, useEffect, useRef } from "react";
import { sourceOf } from "../actions/add-asset.ts";
import { useEnv } from "../session/editor-context.tsx";

const DRAG_FROM_PX = 5;

/** The folder, or step of the way to one, below the pointer. */
function folderAt(event: { readonly clientX: number; readonly clientY: number }) {
  const below = document.elementFromPoint(event.clientX, event.clientY);
  return below?.closest<HTMLElement>("[data-folder-drop]") ?? null;
}

/**
 * Dragging a file from the bin. By pointer events rather than the browser's drag and drop, so
 * that the ghost on the lanes is a real clip that sticks, and Escape takes it back. A folder
 * takes it as well.
 */
export function useAssetDrag(asset: Asset, onFolder: (folderId: string | null) => void) {
  const env = useEnv();
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  return (press: PointerEvent<HTMLElement>) => {
    const source = sourceOf(asset);
    if (press.button !== 0 || press.pointerType === "touch") return;
    if (source === null || env.store.getState().role === "reader") return;
    const events = new AbortController();
    const { signal } = events;
    let carrying = false;
    let folder: HTMLElement | null = null;
    const overFolder = (next: HTMLElement | null) => {
      folder?.removeAttribute("data-over");
      next?.setAttribute("data-over", "");
      folder = next;
    };
    const end = () => {
      overFolder(null);
      events.abort();
      stop.current = null;
      document.body.style.removeProperty("cursor");
    };
    const cancel = () => {
      env.lanes.target()?.dragCancel();
      end();
    };
    stop.current = cancel;
    const onMove = (event: globalThis.PointerEvent) => {
      const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
      if (!carrying && far < DRAG_FROM_PX) return;
      carrying = true;
      event.preventDefault();
      const over = env.lanes.target()?.dragOver(source, event.clientX, event.clientY, event);
      overFolder(folderAt(event));
      document.body.style.cursor = over === true || folder !== null ? "copy" : "grabbing";
    };
    const onUp = () => {
      const id = folder?.dataset["folderDrop"];
      if (carrying && id !== undefined) {
        env.lanes.target()?.dragCancel();
        onFolder(id === "" ? null : id);
      } else if (carrying) env.lanes.target()?.drop();
      end();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !carrying) return;
      event.stopPropagation();
      cancel();
    };
    window.addEventListener("pointermove", onMove, { signal });
    window.addEventListener("pointerup", onUp, { signal });
    window.addEventListener("pointercancel", cancel, { signal });
    // Before the lanes' own listener, which keeps Escape to itself.
    document.documentElement.addEventListener("keydown", onKey, { signal, capture: true });
  };
}

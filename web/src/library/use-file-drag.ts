"use client";
/** Dragging files by pointer events: onto a folder, or to another place that takes them. */
import { type PointerEvent, useEffect, useRef } from "react";
import css from "./folders.module.css";

const DRAG_FROM_PX = 5;

/** Where files go besides folders. */
export interface DragTarget {
  /** Follows the pointer; whether it would take them here. */
  readonly over: (event: globalThis.PointerEvent) => boolean;
  readonly drop: () => void;
  readonly cancel: () => void;
}

interface Carried {
  /** Beside the pointer while nothing else shows what is carried. */
  readonly label: string;
  readonly onFolder: (folderId: string | null) => void;
  readonly target: DragTarget | null;
}

/** The folder, or step of the way to one, below the pointer. */
function folderAt(event: { readonly clientX: number; readonly clientY: number }) {
  const below = document.elementFromPoint(event.clientX, event.clientY);
  return below?.closest<HTMLElement>("[data-folder-drop]") ?? null;
}

/** The words that follow the pointer. */
function createGhost(text: string) {
  const ghost = document.createElement("div");
  ghost.className = css["ghost"] ?? "";
  ghost.textContent = text;
  document.body.append(ghost);
  return {
    move: ({ clientX, clientY }: globalThis.PointerEvent, hidden: boolean) => {
      ghost.hidden = hidden;
      ghost.style.translate = `${clientX + 12}px ${clientY + 12}px`;
    },
    remove: () => ghost.remove(),
  };
}

/** One drag, from the press on; the answer takes it back. */
function follow(
  press: PointerEvent<HTMLElement>,
  { label, onFolder, target }: Carried,
): () => void {
  const events = new AbortController();
  const { signal } = events;
  let ghost: ReturnType<typeof createGhost> | null = null;
  let folder: HTMLElement | null = null;
  const overFolder = (next: HTMLElement | null) => {
    folder?.removeAttribute("data-over");
    next?.setAttribute("data-over", "");
    folder = next;
  };
  const end = () => {
    overFolder(null);
    events.abort();
    ghost?.remove();
    delete document.body.dataset["carrying"];
    document.body.style.removeProperty("cursor");
  };
  const cancel = () => {
    if (signal.aborted) return;
    target?.cancel();
    end();
  };
  const onMove = (event: globalThis.PointerEvent) => {
    const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
    if (ghost === null && far < DRAG_FROM_PX) return;
    ghost ??= createGhost(label);
    document.body.dataset["carrying"] = "";
    event.preventDefault();
    const taken = target?.over(event) ?? false;
    overFolder(folderAt(event));
    ghost.move(event, taken);
    document.body.style.cursor = taken || folder !== null ? "copy" : "grabbing";
  };
  const onUp = () => {
    const id = folder?.dataset["folderDrop"];
    if (ghost !== null && id !== undefined) {
      target?.cancel();
      onFolder(id === "" ? null : id);
    } else if (ghost !== null) target?.drop();
    end();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || ghost === null) return;
    event.stopPropagation();
    cancel();
  };
  window.addEventListener("pointermove", onMove, { signal });
  window.addEventListener("pointerup", onUp, { signal });
  window.addEventListener("pointercancel", cancel, { signal });
  // Before the lanes' own listener, which keeps Escape to itself.
  document.documentElement.addEventListener("keydown", onKey, { signal, capture: true });
  return cancel;
}

/**
 * Starts a drag at a press. By pointer events rather than the browser's drag and drop, so that
 * what is shown on the way is real, and Escape takes it back.
 */
export function useFileDrag(): (press: PointerEvent<HTMLElement>, carried: Carried) => void {
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  return (press, carried) => {
    if (press.button !== 0 || press.pointerType === "touch") return;
    stop.current = follow(press, carried);
  };
}

import type { EditorEnv } from "../session/editor-env.ts";

interface Panned {
  readonly env: EditorEnv;
  readonly element: HTMLElement;
  /** Goes up and down. */
  readonly scroller: () => HTMLElement | null;
}

/**
 * Moves along the timeline: with the hand tool, with Space held, or with the middle button. A
 * press that moves the view does nothing else, so it is caught before the lanes see it.
 */
export function bindPan({ env, element, scroller }: Panned): () => void {
  let space: { readonly wasPlaying: boolean } | null = null;
  let from: { readonly x: number; readonly y: number } | null = null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.code === "Space" && !event.repeat) {
      space = { wasPlaying: env.store.getState().playing };
    }
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.code === "Space") space = null;
  };
  const onDown = (event: PointerEvent) => {
    const { tool, setPlaying } = env.store.getState();
    const byHand = event.button === 0 && (tool === "hand" || space !== null);
    if (!byHand && event.button !== 1) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Space has started or stopped playing when it went down; it was meant for this.
    if (space !== null) setPlaying(space.wasPlaying);
    element.setPointerCapture(event.pointerId);
    from = { x: event.clientX, y: event.clientY };
    element.style.cursor = "grabbing";
  };
  const onMove = (event: PointerEvent) => {
    if (from === null) return;
    event.stopImmediatePropagation();
    env.store.getState().scrollByPx(from.x - event.clientX);
    scroller()?.scrollBy({ top: from.y - event.clientY, behavior: "instant" });
    from = { x: event.clientX, y: event.clientY };
  };
  const onUp = () => {
    if (from === null) return;
    from = null;
    element.style.cursor = env.store.getState().tool === "hand" ? "grab" : "default";
  };
  const events = new AbortController();
  const { signal } = events;
  window.addEventListener("keydown", onKeyDown, { signal, capture: true });
  window.addEventListener("keyup", onKeyUp, { signal, capture: true });
  window.addEventListener("blur", () => (space = null), { signal });
  element.addEventListener("pointerdown", onDown, { signal, capture: true });
  element.addEventListener("pointermove", onMove, { signal, capture: true });
  element.addEventListener("pointerup", onUp, { signal });
  element.addEventListener("pointercancel", onUp, { signal });
  return () => events.abort();
}

import type { EditorEnv } from "../session/editor-env.ts";
import type { LanePoint, LanePointer } from "./lane-pointer.ts";
import type { Held, LaneTarget } from "./lane-target.ts";

const EDGE_PX = 28;
const SCROLL_PX = 14;

interface Surface {
  readonly pointer: LanePointer;
  readonly redraw: () => void;
  readonly scrollTop: () => number;
}

interface Last {
  readonly clientX: number;
  readonly clientY: number;
  readonly held: Held;
}

const lastOf = (event: Held & { readonly clientX: number; readonly clientY: number }): Last => ({
  clientX: event.clientX,
  clientY: event.clientY,
  held: heldOf(event),
});
const heldOf = ({ ctrlKey, metaKey, shiftKey, altKey }: Held): Held => ({
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
});

/** A drag in page coordinates; the view scrolls by itself while it is held near an edge. */
function createDrag(env: EditorEnv, element: HTMLElement, { pointer, redraw, scrollTop }: Surface) {
  let box = element.getBoundingClientRect();
  let last: Last | null = null;
  let scrolling = 0;
  const pointAt = ({ clientX, clientY }: Omit<Last, "held">): LanePoint => ({
    x: clientX - box.left,
    y: clientY - box.top + scrollTop(),
  });
  const follow = (next: Last | null = last) => {
    if (next === null || !pointer.dragging()) return;
    last = next;
    pointer.move(pointAt(next), next.held);
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
  return {
    pointAt,
    follow,
    measure: () => {
      box = element.getBoundingClientRect();
      return box;
    },
    begin: (at: Last) => {
      last = at;
      if (scrolling === 0) scrolling = requestAnimationFrame(scroll);
      redraw();
    },
    end: () => {
      last = null;
      cancelAnimationFrame(scrolling);
      scrolling = 0;
      redraw();
    },
    last: () => last,
  };
}

type Drag = ReturnType<typeof createDrag>;

function assetTarget(
  surface: Surface,
  drag: Drag,
  release: () => void,
  cancel: () => void,
): LaneTarget {
  return {
    redraw: surface.redraw,
    dragOver: (gestureOf, clientX, clientY, held) => {
      const box = drag.measure();
      const inside =
        clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
      if (!inside) {
        cancel();
        return false;
      }
      const at = { clientX, clientY, held: heldOf(held) };
      surface.pointer.carry(gestureOf, drag.pointAt(at), at.held);
      drag.begin(at);
      return true;
    },
    drop: release,
    dragCancel: cancel,
  };
}

/**
 * Pointer and keys on the lanes. Escape ends a drag without a trace, before any shortcut sees
 * it. The answer takes everything off again.
 */
export function bindLaneEvents(
  env: EditorEnv,
  element: HTMLCanvasElement,
  surface: Surface,
): () => void {
  const { pointer, redraw } = surface;
  const drag = createDrag(env, element, surface);
  const finish = (end: () => void) => () => {
    if (!pointer.dragging()) return;
    end();
    drag.end();
  };
  const release = finish(pointer.release);
  const cancel = finish(pointer.cancel);
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    drag.measure();
    element.setPointerCapture(event.pointerId);
    pointer.press(drag.pointAt(event), heldOf(event));
    drag.begin(lastOf(event));
  };
  const onMove = (event: PointerEvent) => {
    if (pointer.dragging()) {
      drag.follow(lastOf(event));
      return;
    }
    drag.measure();
    element.style.cursor = pointer.hover(drag.pointAt(event));
    redraw();
  };
  const onLeave = () => {
    if (pointer.dragging()) return;
    pointer.hover(null);
    redraw();
  };
  const onDoubleClick = (event: MouseEvent) => {
    drag.measure();
    pointer.open(drag.pointAt(event));
  };
  const onKey = (event: KeyboardEvent) => {
    if (!pointer.dragging()) return;
    event.stopPropagation();
    event.preventDefault();
    const last = drag.last();
    if (event.key === "Escape") cancel();
    else if (last !== null) drag.follow({ ...last, held: heldOf(event) });
  };
  const events = new AbortController();
  const { signal } = events;
  element.addEventListener("pointerdown", onDown, { signal });
  element.addEventListener("pointermove", onMove, { signal });
  element.addEventListener("pointerup", release, { signal });
  element.addEventListener("pointercancel", cancel, { signal });
  element.addEventListener("dblclick", onDoubleClick, { signal });
  element.addEventListener("pointerleave", onLeave, { signal });
  window.addEventListener("keydown", onKey, { signal, capture: true });
  window.addEventListener("keyup", onKey, { signal, capture: true });
  env.lanes.attach(assetTarget(surface, drag, release, cancel));
  return () => {
    events.abort();
    cancel();
    env.lanes.attach(null);
  };
}

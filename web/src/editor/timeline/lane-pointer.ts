import type { Gesture, GestureStart } from "../gestures/gesture.ts";
import type { EditorEnv } from "../session/editor-env.ts";
import { type EditRefusal, shownDocument } from "../state/document.ts";
import { type Hit, clipsInMarquee, hitTest } from "./hit-test.ts";
import { type LaneOverlay, clearGesture } from "./lane-overlay.ts";
import type { Held } from "./lane-target.ts";
import { cursorOf, pickGesture } from "./pick-gesture.ts";
import { layOutRows, rowsHeight } from "./rows.ts";
import { showFrame } from "./show-frame.ts";
import { pxToDuration, pxToFlicks } from "./viewport-maths.ts";

/** A point of the lanes' content. */
export interface LanePoint {
  readonly x: number;
  readonly y: number;
}

type Drag =
  | { readonly kind: "press"; readonly hit: Hit; readonly from: LanePoint; readonly held: Held }
  | { readonly kind: "marquee"; readonly from: LanePoint; readonly before: readonly string[] }
  | { readonly kind: "gesture"; readonly gesture: Gesture; readonly start: GestureStart };

const DRAG_FROM_PX = 3;
const SNAP_PX = 8;
/** This far below the last lane begins the room for a new one. */
const BELOW_PX = 6;

/** What the pointer does on the lanes, without knowing of elements or events. */
export interface LanePointer {
  readonly hover: (at: LanePoint | null) => string;
  readonly press: (at: LanePoint, held: Held) => void;
  readonly move: (at: LanePoint, held: Held) => void;
  readonly release: () => void;
  /** What a double press on a point opens. */
  readonly open: (at: LanePoint) => void;
  readonly cancel: () => void;
  readonly dragging: () => boolean;
  /** Something from a panel is over the lanes. */
  readonly carry: (gestureOf: (start: GestureStart) => Gesture, at: LanePoint, held: Held) => void;
}

interface LanePointerDeps {
  readonly env: EditorEnv;
  readonly overlay: LaneOverlay;
  readonly scrollTop: () => number;
  readonly explain: (code: EditRefusal["code"]) => string;
}

/** Reads the lanes at a point and shows what a gesture means there. */
function createReader({ env, overlay, scrollTop, explain }: LanePointerDeps) {
  const state = () => env.store.getState();
  // By the lanes as they were: a track that the gesture adds must not move the others about.
  const lanesAt = (y: number) => {
    const rows = layOutRows(state().journal.document);
    const row = rows.find(({ topPx, heightPx }) => y < topPx + heightPx) ?? rows.at(-1);
    return { trackId: row?.trackId ?? "", belowAll: y > rowsHeight(rows) + BELOW_PX };
  };
  return {
    hitAt: ({ x, y }: LanePoint): Hit => {
      const document = shownDocument(state());
      return hitTest(document, layOutRows(document), state().view, x, y);
    },
    startAt: (at: LanePoint): GestureStart => {
      const { journal, view, snapping, playheadFlicks } = state();
      return {
        document: journal.document,
        timeFlicks: pxToFlicks(view, at.x),
        trackId: lanesAt(at.y).trackId,
        playheadFlicks,
        snapFlicks: snapping ? pxToDuration(view, SNAP_PX) : -1,
        idBase: env.newId(),
      };
    },
    show: (gesture: Gesture, start: GestureStart, at: LanePoint, held: Held) => {
      const frame = gesture.at({
        timeFlicks: pxToFlicks(state().view, at.x),
        ...lanesAt(at.y),
        ripple: held.ctrlKey || held.metaKey,
        copy: held.altKey,
        free: held.shiftKey,
      });
      const place = { x: at.x, y: at.y - scrollTop(), explain };
      showFrame(env, overlay, gesture, start, frame, place);
    },
    sweep: (from: LanePoint, to: LanePoint, before: readonly string[]) => {
      const document = shownDocument(state());
      const ids = clipsInMarquee(document, layOutRows(document), state().view, from, to);
      state().selectClips([...new Set([...before, ...ids])]);
      overlay.marquee = { x0: from.x, y0: from.y, x1: to.x, y1: to.y };
    },
  };
}

/** A press that has moved far enough becomes a gesture, or a marquee where there is none. */
function beginDrag(
  env: EditorEnv,
  { hit, from, held }: Extract<Drag, { kind: "press" }>,
  start: GestureStart,
): Drag {
  const { selectedClipIds, selectClips, tool, setHint, role } = env.store.getState();
  const gesture = role === "writer" ? pickGesture(hit, tool, start, selectedClipIds) : null;
  if (gesture === null) {
    return { kind: "marquee", from, before: additive(held) ? selectedClipIds : [] };
  }
  if (hit.kind === "clip" && !selectedClipIds.includes(hit.clip.id)) selectClips([hit.clip.id]);
  setHint(gesture.hint);
  return { kind: "gesture", gesture, start };
}

/** Keeps what the gesture shows and selects what it carried. */
function keep(env: EditorEnv, carried: ReadonlySet<string>): void {
  const { commitPreview, selectClips } = env.store.getState();
  const ids = [...carried];
  if (commitPreview() && ids.length > 0) selectClips(ids);
}

export function createLanePointer(deps: LanePointerDeps): LanePointer {
  const { env, overlay } = deps;
  const reader = createReader(deps);
  let drag: Drag | null = null;

  const state = () => env.store.getState();
  const end = () => {
    drag = null;
    clearGesture(overlay);
    state().setHint(null);
  };
  return {
    dragging: () => drag !== null,
    cancel: () => {
      if (drag?.kind === "gesture") state().cancelPreview();
      end();
    },
    hover: (at) => {
      const hit: Hit = at === null ? { kind: "nothing" } : reader.hitAt(at);
      overlay.hoveredClipId = hit.kind === "clip" ? hit.clip.id : null;
      return cursorOf(hit, state().tool);
    },
    press: (at, held) => {
      const hit = reader.hitAt(at);
      if (hit.kind === "clip" && !additive(held)) {
        const { selectedClipIds, selectClips } = state();
        if (!selectedClipIds.includes(hit.clip.id)) selectClips([hit.clip.id]);
      }
      drag = { kind: "press", hit, from: at, held };
    },
    move: (at, held) => {
      if (drag?.kind === "press") {
        const { from } = drag;
        if (Math.hypot(at.x - from.x, at.y - from.y) < DRAG_FROM_PX) return;
        drag = beginDrag(env, drag, reader.startAt(from));
      }
      if (drag?.kind === "gesture") reader.show(drag.gesture, drag.start, at, held);
      else if (drag?.kind === "marquee") reader.sweep(drag.from, at, drag.before);
    },
    release: () => {
      if (drag?.kind === "press") click(env, drag.hit, drag.from, drag.held);
      else if (drag?.kind === "gesture") keep(env, overlay.carried);
      end();
    },
    open: (at) => {
      const hit = reader.hitAt(at);
      if (hit.kind === "clip") state().openCompound(hit.clip.id);
    },
    carry: (gestureOf, at, held) => {
      if (drag?.kind !== "gesture") {
        const start = reader.startAt(at);
        drag = { kind: "gesture", gesture: gestureOf(start), start };
        state().setHint("drop");
      }
      reader.show(drag.gesture, drag.start, at, held);
    },
  };
}

function additive(held: Held): boolean {
  return held.ctrlKey || held.metaKey || held.shiftKey;
}

/** A press without a drag: selects, or on empty ground clears and moves the playhead there. */
function click(env: EditorEnv, hit: Hit, at: LanePoint, held: Held): void {
  const { selectClips, selectAlone, selectTransition, clearSelection, seek, view, setPlaying } =
    env.store.getState();
  switch (hit.kind) {
    case "clip":
      if (held.altKey) selectAlone(hit.clip.id);
      else
        selectClips([hit.clip.id], held.shiftKey ? "add" : additive(held) ? "toggle" : "replace");
      return;
    case "cut":
      selectClips([hit.left.id, hit.right.id]);
      return;
    case "transition":
      selectTransition(hit.transition.id);
      return;
    case "lane":
    case "nothing":
      if (additive(held)) return;
      clearSelection();
      setPlaying(false);
      seek(pxToFlicks(view, at.x));
  }
}

import type { SourceAsset } from "@cutroom/timeline";
import type { Gesture, GestureStart } from "../gestures/gesture.ts";
import { insertAssetGesture } from "../gestures/insert-asset.ts";
import type { EditorEnv } from "../session/editor-env.ts";
import { shownDocument } from "../state/document.ts";
import { type Hit, clipsInMarquee, hitTest } from "./hit-test.ts";
import { type LaneOverlay, clearGesture } from "./lane-overlay.ts";
import type { Held } from "./lane-target.ts";
import { cursorOf, pickGesture } from "./pick-gesture.ts";
import { layOutRows } from "./rows.ts";
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

/** What the pointer does on the lanes, without knowing of elements or events. */
export interface LanePointer {
  readonly hover: (at: LanePoint | null) => string;
  readonly press: (at: LanePoint, held: Held) => void;
  readonly move: (at: LanePoint, held: Held) => void;
  readonly release: () => void;
  readonly cancel: () => void;
  readonly dragging: () => boolean;
  /** A file from the bin is over the lanes. */
  readonly carryAsset: (source: SourceAsset, at: LanePoint, held: Held) => void;
}

export interface LanePointerDeps {
  readonly env: EditorEnv;
  readonly overlay: LaneOverlay;
  readonly scrollTop: () => number;
  readonly explain: (code: string) => string;
}

export function createLanePointer(deps: LanePointerDeps): LanePointer {
  const { env, overlay } = deps;
  let drag: Drag | null = null;

  const state = () => env.store.getState();
  const hitAt = ({ x, y }: LanePoint): Hit => {
    const document = shownDocument(state());
    return hitTest(document, layOutRows(document), state().view, x, y);
  };
  const rowNear = (y: number): string => {
    const rows = layOutRows(shownDocument(state()));
    const row = rows.find(({ topPx, heightPx }) => y < topPx + heightPx) ?? rows.at(-1);
    return row?.trackId ?? "";
  };
  const startAt = (at: LanePoint): GestureStart => {
    const { journal, view, snapping, playheadFlicks } = state();
    return {
      document: journal.document,
      timeFlicks: pxToFlicks(view, at.x),
      trackId: rowNear(at.y),
      playheadFlicks,
      snapFlicks: snapping ? pxToDuration(view, SNAP_PX) : -1,
      idBase: env.newId(),
    };
  };
  const show = (gesture: Gesture, start: GestureStart, at: LanePoint, held: Held) => {
    const frame = gesture.at({
      timeFlicks: pxToFlicks(state().view, at.x),
      trackId: rowNear(at.y),
      ripple: held.ctrlKey || held.metaKey,
      copy: held.altKey,
      free: held.shiftKey,
    });
    const y = at.y - deps.scrollTop();
    showFrame(env, overlay, gesture, start, frame, { x: at.x, y, explain: deps.explain });
  };
  const begin = (press: Extract<Drag, { kind: "press" }>): Drag => {
    const { hit, from } = press;
    const { selectedClipIds, selectClips, tool, setHint } = state();
    const start = startAt(from);
    const gesture =
      state().role === "writer" ? pickGesture(hit, tool, start, selectedClipIds) : null;
    if (gesture === null)
      return { kind: "marquee", from, before: additive(press.held) ? selectedClipIds : [] };
    if (hit.kind === "clip" && !selectedClipIds.includes(hit.clip.id)) selectClips([hit.clip.id]);
    setHint(gesture.hint);
    return { kind: "gesture", gesture, start };
  };
  const sweep = (from: LanePoint, to: LanePoint, before: readonly string[]) => {
    const document = shownDocument(state());
    const ids = clipsInMarquee(document, layOutRows(document), state().view, from, to);
    state().selectClips([...new Set([...before, ...ids])]);
    overlay.marquee = { x0: from.x, y0: from.y, x1: to.x, y1: to.y };
  };
  const end = () => {
    drag = null;
    clearGesture(overlay);
    state().setHint(null);
  };
  const cancel = () => {
    if (drag?.kind === "gesture") state().cancelPreview();
    end();
  };
  return {
    dragging: () => drag !== null,
    cancel,
    hover: (at) => {
      const hit: Hit = at === null ? { kind: "nothing" } : hitAt(at);
      overlay.hoveredClipId = hit.kind === "clip" ? hit.clip.id : null;
      return cursorOf(hit, state().tool);
    },
    press: (at, held) => {
      const hit = hitAt(at);
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
        drag = begin(drag);
      }
      if (drag?.kind === "gesture") show(drag.gesture, drag.start, at, held);
      else if (drag?.kind === "marquee") sweep(drag.from, at, drag.before);
    },
    release: () => {
      if (drag?.kind === "press") click(env, drag.hit, drag.from, drag.held);
      else if (drag?.kind === "gesture") state().commitPreview();
      end();
    },
    carryAsset: (source, at, held) => {
      if (drag?.kind !== "gesture") {
        const start = startAt(at);
        drag = { kind: "gesture", gesture: insertAssetGesture(start, source), start };
        state().setHint("drop");
      }
      show(drag.gesture, drag.start, at, held);
    },
  };
}

function additive(held: Held): boolean {
  return held.ctrlKey || held.metaKey || held.shiftKey;
}

/** A press without a drag: selects, or on empty ground clears and moves the playhead there. */
function click(env: EditorEnv, hit: Hit, at: LanePoint, held: Held): void {
  const { selectClips, selectTransition, clearSelection, seek, view, setPlaying } =
    env.store.getState();
  switch (hit.kind) {
    case "clip":
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

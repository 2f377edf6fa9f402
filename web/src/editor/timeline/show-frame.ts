import { type Flicks, type ProjectDocument, formatTimecode } from "@cutroom/timeline";
import { overwrittenParts } from "../draw/overwritten.ts";
import type { Gesture, GestureFrame, GestureStart } from "../gestures/gesture.ts";
import type { EditorEnv } from "../session/editor-env.ts";
import type { EditRefusal } from "../state/document.ts";
import type { LaneOverlay } from "./lane-overlay.ts";
import { formatDelta } from "./timecode.ts";

/** The ids of a draft that a gesture carries, the new ones included. */
function carriedIn(draft: ProjectDocument, frame: GestureFrame, start: GestureStart): Set<string> {
  const made = frame.label === "duplicate" ? start.idBase : null;
  const ids = new Set(frame.carriedClipIds);
  if (made === null) return ids;
  for (const id of Object.keys(draft.clips)) if (id.startsWith(`${made}-`)) ids.add(id);
  return ids;
}

/** What a trimmed or rolled edge did reach: it may have stopped before the pointer did. */
function reached(
  before: ProjectDocument,
  draft: ProjectDocument,
  frame: GestureFrame,
): Flicks | null {
  const [edit] = frame.edits;
  if (edit?.type === "trim-clip") {
    const [old, now] = [before.clips[edit.clipId], draft.clips[edit.clipId]];
    if (old === undefined || now === undefined) return null;
    const grown = now.duration - old.duration;
    return edit.edge === "start" ? -grown : grown;
  }
  if (edit?.type === "slide") {
    const [old, now] = [before.clips[edit.clipId], draft.clips[edit.clipId]];
    return old === undefined || now === undefined ? null : now.start - old.start;
  }
  if (edit?.type === "roll") {
    const [old, now] = [before.clips[edit.rightClipId], draft.clips[edit.rightClipId]];
    return old === undefined || now === undefined ? null : now.start - old.start;
  }
  return frame.deltaFlicks;
}

function linesOf(
  gesture: Gesture,
  frame: GestureFrame,
  start: GestureStart,
  draft: ProjectDocument,
): readonly string[] {
  const { rate } = start.document.settings;
  const delta = reached(start.document, draft, frame);
  if (delta === null) return [];
  if (gesture.hint === "drop") return [formatTimecode(delta, rate)];
  if (gesture.hint === "fade") return [formatTimecode(delta, rate)];
  const [edit] = frame.edits;
  const clip = edit?.type === "trim-clip" ? draft.clips[edit.clipId] : undefined;
  const [carried] = frame.carriedClipIds;
  const moved = carried === undefined ? undefined : draft.clips[carried];
  const second =
    clip === undefined
      ? moved && formatTimecode(moved.start, rate)
      : formatTimecode(clip.duration, rate);
  return second === undefined ? [formatDelta(delta, rate)] : [formatDelta(delta, rate), second];
}

/**
 * Previews one moment of a gesture in the store and on the overlay. A refusal leaves the last
 * good picture and says why beside the pointer.
 */
export function showFrame(
  env: EditorEnv,
  overlay: LaneOverlay,
  gesture: Gesture,
  start: GestureStart,
  frame: GestureFrame,
  at: {
    readonly x: number;
    readonly y: number;
    readonly explain: (code: EditRefusal["code"]) => string;
  },
): void {
  const state = env.store.getState();
  if (frame.edits.length === 0) {
    state.cancelPreview();
    overlay.carried = new Set(frame.carriedClipIds);
    overlay.overwritten = [];
    overlay.snapAtFlicks = null;
    overlay.bubble = null;
    return;
  }
  const shown = state.preview(frame.label, frame.edits);
  if (!shown.ok) {
    overlay.overwritten = [];
    overlay.bubble = { ...at, lines: [at.explain(shown.failure.code)], bad: true };
    return;
  }
  const draft = shown.value;
  overlay.carried = carriedIn(draft, frame, start);
  const overwrites = frame.edits.some((edit) => "mode" in edit && edit.mode === "overwrite");
  overlay.overwritten = overwrites ? overwrittenParts(start.document, draft, overlay.carried) : [];
  overlay.snapAtFlicks = frame.snapAtFlicks;
  const lines = linesOf(gesture, frame, start, draft);
  overlay.bubble = lines.length === 0 ? null : { x: at.x, y: at.y, lines, bad: false };
}

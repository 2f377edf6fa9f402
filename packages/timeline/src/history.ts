/**
 * Undo and redo as plain data. A step is a patch with a label; a gesture (a drag, a slider)
 * becomes one step however many changes it made. Committed steps survive as JSON.
 */
import { z } from "zod";
import { applyOps } from "./apply-ops.ts";
import type { PatchFailure } from "./apply-ops.ts";
import { makePatch } from "./diff-documents.ts";
import type { ProjectDocument } from "./document.ts";
import { patchOp } from "./patch.ts";
import type { Patch, PatchOp } from "./patch.ts";
import { fail, ok } from "./result.ts";
import type { Failure, Result } from "./result.ts";

/** Older steps are forgotten. */
export const HISTORY_LIMIT = 1000;

export interface HistoryStep {
  /** What to call the step in a menu; a key of the interface's texts. */
  readonly label: string;
  readonly patch: Patch;
}

interface Gesture {
  readonly label: string;
  readonly base: ProjectDocument;
  readonly current: ProjectDocument;
}

export interface History {
  /** Oldest first. */
  readonly past: readonly HistoryStep[];
  /** The next one to redo last. */
  readonly future: readonly HistoryStep[];
  /** The gesture in progress; never stored. */
  readonly gesture: Gesture | null;
}

export type HistoryFailure =
  | Failure<"history.empty" | "history.gesture-open" | "history.unreadable">
  | PatchFailure;

export interface HistoryMove {
  readonly history: History;
  readonly document: ProjectDocument;
  /** What happened to the document: send these to the server. */
  readonly ops: readonly PatchOp[];
  readonly label: string;
}

export function emptyHistory(): History {
  return { past: [], future: [], gesture: null };
}

/** Adds a finished edit as one step and forgets what could be redone; ignores an empty patch. */
export function record(history: History, label: string, patch: Patch): History {
  if (patch.forward.length === 0) return history;
  const past = [...history.past, { label, patch }].slice(-HISTORY_LIMIT);
  return { past, future: [], gesture: history.gesture };
}

/** Starts a gesture on `document`; one that is still open is committed first. */
export function beginGesture(history: History, label: string, document: ProjectDocument): History {
  const settled = commitGesture(history).history;
  return { ...settled, gesture: { label, base: document, current: document } };
}

/** Tells what the gesture has made of the document so far; nothing when none is open. */
export function appendGesture(history: History, document: ProjectDocument): History {
  if (!history.gesture) return history;
  return { ...history, gesture: { ...history.gesture, current: document } };
}

/** Ends the gesture as one step; `patch` is null when it changed nothing. */
export function commitGesture(history: History): {
  readonly history: History;
  readonly patch: Patch | null;
} {
  const { gesture } = history;
  if (!gesture) return { history, patch: null };
  const closed = { ...history, gesture: null };
  const patch = makePatch(gesture.base, gesture.current);
  if (patch.forward.length === 0) return { history: closed, patch: null };
  return { history: record(closed, gesture.label, patch), patch };
}

/** Drops the gesture without a step; `document` is the one it began on, null when none is open. */
export function cancelGesture(history: History): {
  readonly history: History;
  readonly document: ProjectDocument | null;
} {
  return { history: { ...history, gesture: null }, document: history.gesture?.base ?? null };
}

/**
 * Takes the last step back. Fails with `history.empty`, with `history.gesture-open`, or as
 * `applyOps` does when `document` is not the one that the step led to.
 */
export function undo(
  history: History,
  document: ProjectDocument,
): Result<HistoryMove, HistoryFailure> {
  if (history.gesture) return fail("history.gesture-open");
  const step = history.past.at(-1);
  if (!step) return fail("history.empty");
  const back = applyOps(document, step.patch.inverse);
  if (!back.ok) return back;
  const past = history.past.slice(0, -1);
  return ok({
    history: { past, future: [...history.future, step], gesture: null },
    document: back.value,
    ops: step.patch.inverse,
    label: step.label,
  });
}

/** Repeats the step that was undone last. Fails as `undo` does. */
export function redo(
  history: History,
  document: ProjectDocument,
): Result<HistoryMove, HistoryFailure> {
  if (history.gesture) return fail("history.gesture-open");
  const step = history.future.at(-1);
  if (!step) return fail("history.empty");
  const again = applyOps(document, step.patch.forward);
  if (!again.ok) return again;
  const future = history.future.slice(0, -1);
  return ok({
    history: { past: [...history.past, step], future, gesture: null },
    document: again.value,
    ops: step.patch.forward,
    label: step.label,
  });
}

const steps = z.array(
  z.strictObject({
    label: z.string().max(200),
    patch: z.strictObject({ forward: z.array(patchOp), inverse: z.array(patchOp) }),
  }),
);
const stored = z.strictObject({ version: z.literal(1), past: steps, future: steps });

/** Plain JSON of the committed steps; an open gesture is left out. */
export function historyToJson(history: History): z.infer<typeof stored> {
  return structuredJson({ version: 1, past: history.past, future: history.future });
}

function structuredJson(value: object): z.infer<typeof stored> {
  return JSON.parse(JSON.stringify(value)) as z.infer<typeof stored>;
}

/** Reads what `historyToJson` gave. Fails with `history.unreadable`. */
export function historyFromJson(json: unknown): Result<History, HistoryFailure> {
  const parsed = stored.safeParse(json);
  if (!parsed.success) return fail("history.unreadable");
  const { past, future } = parsed.data;
  return ok({ past, future, gesture: null });
}

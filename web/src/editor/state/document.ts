import {
  type Edit,
  type EditFailure,
  type Failure,
  type FilledFile,
  type History,
  type ProjectDocument,
  type Result,
  appendGesture,
  beginGesture,
  commitGesture,
  diffDocuments,
  editDocument,
  fail,
  fillPlaceholders,
  makePatch,
  ok,
} from "@cutroom/timeline";
import { type Journal, type JournalEntry, advance } from "../session/journal.ts";
import type { EditLabel } from "./edit-label.ts";
import type { EditorState, SliceDeps, SliceSet } from "./store.ts";

export type EditRefusal = EditFailure | Failure<"editor.read-only">;
type EditOutcome = Result<ProjectDocument, EditRefusal>;

export interface DocumentSlice {
  readonly journal: Journal;
  /** What a running gesture shows; nothing of it is stored or sent. */
  readonly draft: ProjectDocument | null;
  /** A reader sees everything and changes nothing: another tab writes. */
  readonly role: "writer" | "reader";
  /** All of `edits`, in order, as one undo step; or none and the reason. */
  readonly edit: (label: EditLabel, edits: readonly Edit[]) => EditOutcome;
  /** Another whole document in place of this one, as one undo step; false when nothing changed. */
  readonly replaceDocument: (label: EditLabel, document: ProjectDocument) => boolean;
  /** Shows `edits` on top of the document as it was when the gesture began. */
  readonly preview: (label: EditLabel, edits: readonly Edit[]) => EditOutcome;
  /** Keeps what the gesture shows, as one undo step; false when it changed nothing. */
  readonly commitPreview: () => boolean;
  /** The document as it was, and nothing to undo. */
  readonly cancelPreview: () => void;
  /** The label of the step that was undone; null when there is none. */
  readonly undo: () => string | null;
  readonly redo: () => string | null;
  /** Binds placeholders to files that have come; no step, and not while something is dragged. */
  readonly fill: (fileOf: (assetId: string) => FilledFile | undefined) => void;
  readonly rename: (name: string) => void;
  readonly setRole: (role: "writer" | "reader") => void;
  /** Opens another state of the project: after a conflict, or when this tab takes the pen. */
  readonly openJournal: (journal: Journal) => void;
}

/** What is on screen: the gesture's draft, else the document. */
export function shownDocument(state: Pick<EditorState, "draft" | "journal">): ProjectDocument {
  return state.draft ?? state.journal.document;
}

/** Several edits as if they were one: the first refusal refuses all. */
export function applyEdits(document: ProjectDocument, edits: readonly Edit[]): EditOutcome {
  let current = document;
  for (const edit of edits) {
    const applied = editDocument(current, edit);
    if (!applied.ok) return applied;
    current = applied.value;
  }
  return ok(current);
}

type Dispatch = (entry: JournalEntry, document?: ProjectDocument) => boolean;

/** A gesture's history lives outside of the state: only its end is a fact. */
function previews(
  set: SliceSet,
  get: () => EditorState,
  dispatch: Dispatch,
): Pick<DocumentSlice, "preview" | "commitPreview" | "cancelPreview"> {
  let gesture: { readonly history: History; readonly label: EditLabel } | null = null;
  return {
    preview: (label, edits) => {
      const { journal, role } = get();
      if (role === "reader") return fail("editor.read-only");
      const applied = applyEdits(journal.document, edits);
      if (!applied.ok) return applied;
      const history = gesture?.history ?? beginGesture(journal.history, label, journal.document);
      gesture = { history: appendGesture(history, applied.value), label };
      set({ draft: applied.value });
      return applied;
    },
    commitPreview: () => {
      const { draft } = get();
      if (gesture === null || draft === null) return false;
      const { label } = gesture;
      const { patch } = commitGesture(gesture.history);
      gesture = null;
      set({ draft: null });
      if (patch === null) return false;
      return dispatch({ type: "commit", label, ...patch }, draft);
    },
    cancelPreview: () => {
      gesture = null;
      if (get().draft !== null) set({ draft: null });
    },
  };
}

/** The document and everything that may change it. */
export function documentSlice(
  set: SliceSet,
  get: () => EditorState,
  deps: SliceDeps,
): DocumentSlice {
  const dispatch: Dispatch = (entry, document) => {
    const next = advance(get().journal, entry, document);
    if (next === null) return false;
    deps.log.append(entry, next);
    set({ journal: next, draft: null });
    get().settleAfterEdit();
    deps.onChange();
    return true;
  };
  const move = (type: "undo" | "redo"): string | null => {
    const { journal, role, cancelPreview } = get();
    cancelPreview();
    if (role === "reader") return null;
    const label = (type === "undo" ? journal.history.past : journal.history.future).at(-1)?.label;
    return label !== undefined && dispatch({ type }) ? label : null;
  };
  return {
    journal: deps.journal,
    draft: null,
    role: "reader",
    edit: (label, edits) => {
      const { journal, role, cancelPreview } = get();
      cancelPreview();
      if (role === "reader") return fail("editor.read-only");
      const applied = applyEdits(journal.document, edits);
      if (!applied.ok) return applied;
      const patch = makePatch(journal.document, applied.value);
      if (patch.forward.length > 0) dispatch({ type: "commit", label, ...patch }, applied.value);
      return applied;
    },
    replaceDocument: (label, document) => {
      const { journal, role, cancelPreview } = get();
      cancelPreview();
      const patch = makePatch(journal.document, document);
      if (role === "reader" || patch.forward.length === 0) return false;
      return dispatch({ type: "commit", label, ...patch }, document);
    },
    ...previews(set, get, dispatch),
    fill: (fileOf) => {
      const { journal, role, draft } = get();
      if (role === "reader" || draft !== null) return;
      const forward = diffDocuments(journal.document, fillPlaceholders(journal.document, fileOf));
      if (forward.length > 0) dispatch({ type: "fill", forward });
    },
    undo: () => move("undo"),
    redo: () => move("redo"),
    rename: (name) => {
      const trimmed = name.trim().slice(0, 200);
      const { journal, role } = get();
      if (role === "reader" || trimmed === "" || trimmed === journal.name) return;
      dispatch({ type: "rename", name: trimmed });
    },
    setRole: (role) => {
      get().cancelPreview();
      set({ role });
    },
    openJournal: (journal) => {
      get().cancelPreview();
      deps.log.restart(journal);
      set({ journal });
      get().settleAfterEdit();
    },
  };
}

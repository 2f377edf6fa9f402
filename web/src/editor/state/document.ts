import {
  type Edit,
  type EditFailure,
  type Failure,
  type FilledFile,
  type Flicks,
  type History,
  type ProjectDocument,
  type Result,
  appendGesture,
  beginGesture,
  commitGesture,
  diffDocuments,
  editWithin,
  fail,
  fillPlaceholders,
  insideOf,
  isCompound,
  makePatch,
  ok,
} from "@cutroom/timeline";
import { type Journal, type JournalEntry, advance } from "../session/journal.ts";
import type { EditLabel } from "./edit-label.ts";
import type { EditorState, SliceDeps, SliceSet } from "./store.ts";

export type EditRefusal = EditFailure | Failure<"editor.read-only">;
type EditOutcome = Result<ProjectDocument, EditRefusal>;

export interface OpenCompound {
  readonly sequenceId: string;
  readonly name: string;
  /** Where the playhead was when it was opened. */
  readonly leftAtFlicks: Flicks;
}

export interface DocumentSlice {
  /** The project as the log has it and the server gets it. */
  readonly project: Journal;
  /** The same, but `document` is what is open of it: all of it, or the inside of a compound clip. */
  readonly journal: Journal;
  /** The compound clips that are open, each within the one before. */
  readonly openCompounds: readonly OpenCompound[];
  /** Shows the inside of a compound clip of what is open, at the same moment. */
  readonly openCompound: (clipId: string) => void;
  /** Back to where only this many are open, at the moment that was left. */
  readonly closeCompounds: (count: number) => void;
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

const innermost = (open: readonly OpenCompound[]) => open.at(-1)?.sequenceId ?? null;

/** The state of a project of which these compound clips are open, as far as they are there. */
export function openedProject(
  project: Journal,
  open: readonly OpenCompound[],
): Pick<DocumentSlice, "project" | "journal" | "openCompounds"> {
  const gone = open.findIndex(({ sequenceId }) => !insideOf(project.document, sequenceId));
  const openCompounds = gone === -1 ? open : open.slice(0, gone);
  const sequenceId = innermost(openCompounds);
  const inside = sequenceId === null ? null : insideOf(project.document, sequenceId);
  const journal = inside === null ? project : { ...project, document: inside };
  return { project, journal, openCompounds };
}

/** Several edits as if they were one, inside of a sequence or outside (null): the first refusal refuses all. */
export function applyEdits(
  document: ProjectDocument,
  edits: readonly Edit[],
  sequenceId: string | null = null,
): EditOutcome {
  let current = document;
  for (const edit of edits) {
    const applied = editWithin(current, sequenceId, edit);
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
  let gesture: {
    readonly history: History;
    readonly label: EditLabel;
    readonly draft: ProjectDocument;
  } | null = null;
  return {
    preview: (label, edits) => {
      const { project, openCompounds, role } = get();
      if (role === "reader") return fail("editor.read-only");
      const applied = applyEdits(project.document, edits, innermost(openCompounds));
      if (!applied.ok) return applied;
      const history = gesture?.history ?? beginGesture(project.history, label, project.document);
      gesture = { history: appendGesture(history, applied.value), label, draft: applied.value };
      const shown = openedProject({ ...project, document: applied.value }, openCompounds);
      set({ draft: shown.journal.document });
      return ok(shown.journal.document);
    },
    commitPreview: () => {
      if (gesture === null || get().draft === null) return false;
      const { label, draft } = gesture;
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

function compounds(
  set: SliceSet,
  get: () => EditorState,
): Pick<DocumentSlice, "openCompound" | "closeCompounds"> {
  const show = (open: readonly OpenCompound[], atFlicks: Flicks) => {
    get().cancelPreview();
    set({ ...openedProject(get().project, open), playing: false });
    get().clearSelection();
    get().seek(atFlicks);
  };
  return {
    openCompound: (clipId) => {
      const { journal, openCompounds, playheadFlicks } = get();
      const clip = journal.document.clips[clipId];
      if (clip === undefined || !isCompound(clip)) return;
      const { sequenceId, name } = clip;
      const within = Math.max(0, Math.min(clip.duration, playheadFlicks - clip.start));
      const open = [...openCompounds, { sequenceId, name, leftAtFlicks: playheadFlicks }];
      show(open, clip.sourceStart + within);
    },
    closeCompounds: (count) => {
      const { openCompounds } = get();
      const left = openCompounds[count];
      if (left !== undefined) show(openCompounds.slice(0, count), left.leftAtFlicks);
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
    const next = advance(get().project, entry, document);
    if (next === null) return false;
    deps.log.append(entry, next);
    set({ ...openedProject(next, get().openCompounds), draft: null });
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
    ...openedProject(deps.journal, []),
    ...compounds(set, get),
    draft: null,
    role: "reader",
    edit: (label, edits) => {
      const { project, openCompounds, role, cancelPreview } = get();
      cancelPreview();
      if (role === "reader") return fail("editor.read-only");
      const applied = applyEdits(project.document, edits, innermost(openCompounds));
      if (!applied.ok) return applied;
      const patch = makePatch(project.document, applied.value);
      if (patch.forward.length > 0) dispatch({ type: "commit", label, ...patch }, applied.value);
      return ok(get().journal.document);
    },
    replaceDocument: (label, document) => {
      const { project, role, cancelPreview } = get();
      cancelPreview();
      const patch = makePatch(project.document, document);
      if (role === "reader" || patch.forward.length === 0) return false;
      return dispatch({ type: "commit", label, ...patch }, document);
    },
    ...previews(set, get, dispatch),
    fill: (fileOf) => {
      const { project, role, draft } = get();
      if (role === "reader" || draft !== null) return;
      const forward = diffDocuments(project.document, fillPlaceholders(project.document, fileOf));
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
      set(openedProject(journal, get().openCompounds));
      get().settleAfterEdit();
    },
  };
}

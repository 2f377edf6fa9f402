/**
 * What this browser knows of a project, as a pure fold over an append-only log. The same fold
 * runs live and after a crash, so what was on screen is what comes back (E1).
 */
import {
  type History,
  type PatchOp,
  type ProjectDocument,
  type Result,
  applyOps,
  diffDocuments,
  emptyHistory,
  historyFromJson,
  historyToJson,
  migrateDocument,
  record,
  redo,
  undo,
} from "@cutroom/timeline";
import { type Batch, type Change, makeBatch } from "./batch.ts";

export interface Journal {
  readonly name: string;
  readonly document: ProjectDocument;
  /** The server's revision that `document` without the unsaved changes is. */
  readonly revision: number;
  readonly history: History;
  readonly inFlight: Batch | null;
  readonly unsent: readonly Change[];
}

export type JournalEntry =
  | {
      readonly type: "commit";
      readonly label: string;
      readonly forward: readonly PatchOp[];
      readonly inverse: readonly PatchOp[];
    }
  /** Files of placeholders have come: nobody did it, so nobody undoes it. */
  | { readonly type: "fill"; readonly forward: readonly PatchOp[] }
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  | { readonly type: "rename"; readonly name: string }
  | { readonly type: "freeze"; readonly batchId: string; readonly count: number }
  | { readonly type: "acknowledge"; readonly batchId: string; readonly revision: number };

export interface ServerProject {
  readonly name: string;
  readonly revision: number;
  readonly document: ProjectDocument;
}

/** A project as the server has it, with nothing to undo. */
export function journalOf(server: ServerProject): Journal {
  return { ...server, history: emptyHistory(), inFlight: null, unsent: [] };
}

const opsChange = (ops: readonly PatchOp[]): Change => ({ kind: "ops", ops });

function moveInHistory(journal: Journal, move: typeof undo): Journal | null {
  const moved = move(journal.history, journal.document);
  if (!moved.ok) return null;
  const { history, document, ops } = moved.value;
  return { ...journal, history, document, unsent: [...journal.unsent, opsChange(ops)] };
}

/**
 * The journal after one entry; null when the entry does not apply, which for a stored log means
 * that it is damaged from here on. `document` is the already known result of a commit and saves
 * computing it again.
 */
export function advance(
  journal: Journal,
  entry: JournalEntry,
  document?: ProjectDocument,
): Journal | null {
  switch (entry.type) {
    case "commit": {
      const applied: Result<ProjectDocument, unknown> =
        document === undefined
          ? applyOps(journal.document, entry.forward)
          : { ok: true, value: document };
      if (!applied.ok) return null;
      const patch = { forward: entry.forward, inverse: entry.inverse };
      return {
        ...journal,
        document: applied.value,
        history: record(journal.history, entry.label, patch),
        unsent: [...journal.unsent, opsChange(entry.forward)],
      };
    }
    case "fill": {
      const applied = applyOps(journal.document, entry.forward);
      if (!applied.ok) return null;
      const unsent = [...journal.unsent, opsChange(entry.forward)];
      return { ...journal, document: applied.value, unsent };
    }
    case "undo":
      return moveInHistory(journal, undo);
    case "redo":
      return moveInHistory(journal, redo);
    case "rename":
      return {
        ...journal,
        name: entry.name,
        unsent: [...journal.unsent, { kind: "name", name: entry.name }],
      };
    case "freeze":
      return {
        ...journal,
        inFlight: makeBatch(entry.batchId, journal.revision, journal.unsent.slice(0, entry.count)),
        unsent: journal.unsent.slice(entry.count),
      };
    case "acknowledge":
      if (journal.inFlight?.id !== entry.batchId) return null;
      return { ...journal, inFlight: null, revision: entry.revision };
  }
}

/** Everything the log still tells, up to its first damaged entry. */
export function replay(start: Journal, entries: readonly JournalEntry[]): Journal {
  let journal = start;
  for (const entry of entries) {
    const next = advance(journal, entry);
    if (next === null) return journal;
    journal = next;
  }
  return journal;
}

/** JSON-safe, for a checkpoint. */
export function journalToJson(journal: Journal): unknown {
  return { ...journal, history: historyToJson(journal.history) };
}

/** Null when it is not a journal of this version and cannot be made one. */
export function journalFromJson(json: unknown): Journal | null {
  const loose = json as Journal & { readonly history: unknown };
  const document = migrateDocument(loose.document);
  const history = historyFromJson(loose.history);
  if (!document.ok || !history.ok) return null;
  return { ...loose, document: document.value, history: history.value };
}

export function hasUnsaved(journal: Pick<Journal, "inFlight" | "unsent">): boolean {
  return journal.inFlight !== null || journal.unsent.length > 0;
}

/**
 * What to open: the local journal when it holds unsaved work or is exactly what the server has
 * (then undo goes on where it was), else the server's project.
 */
export function reconcile(local: Journal | null, server: ServerProject): Journal {
  if (local === null) return journalOf(server);
  if (hasUnsaved(local)) return local;
  const same =
    local.revision === server.revision &&
    diffDocuments(server.document, local.document).length === 0;
  return same ? { ...local, name: server.name } : journalOf(server);
}

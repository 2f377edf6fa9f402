import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import {
  type Journal,
  type JournalEntry,
  journalFromJson,
  journalToJson,
  replay,
} from "./journal.ts";

interface StoredEntry {
  readonly projectId: string;
  readonly seq: number;
  readonly entry: JournalEntry;
}
interface Checkpoint {
  readonly projectId: string;
  /** Entries up to this one are inside. */
  readonly seq: number;
  readonly journal: unknown;
}

/** Where a log lies; IndexedDB in the browser. Every promise ends when the data is stored. */
export interface LogStore {
  readonly read: (projectId: string) => Promise<{
    readonly checkpoint: Checkpoint | null;
    /** In order of `seq`. */
    readonly entries: readonly StoredEntry[];
  }>;
  readonly append: (entry: StoredEntry) => Promise<void>;
  /** Stores the checkpoint and drops the entries inside it, in one transaction. */
  readonly compact: (checkpoint: Checkpoint) => Promise<void>;
}

/** The logs of all projects, as this browser keeps them. */
export interface KeptLogs extends Pick<LogStore, "read"> {
  readonly projects: () => Promise<readonly string[]>;
  /** Takes a project's log away as if it had never been opened here. */
  readonly remove: (projectId: string) => Promise<void>;
}

export interface OpLog {
  /** The journal as it was when the last page died; null when there is none. */
  readonly open: () => Promise<Journal | null>;
  /** Starts over from `journal`. */
  readonly restart: (journal: Journal) => void;
  /** Queues the entry; `journal` is the state after it. */
  readonly append: (entry: JournalEntry, journal: Journal) => void;
  /** Ends when everything appended so far is stored; throws what the store threw. */
  readonly stored: () => Promise<void>;
}

const ENTRIES_PER_CHECKPOINT = 64;

/** What a log tells of a project, and the last number in it; no journal when there is none. */
export async function readJournal(
  projectId: string,
  store: Pick<LogStore, "read">,
): Promise<{ readonly seq: number; readonly journal: Journal | null }> {
  const { checkpoint: found, entries } = await store.read(projectId);
  const seq = Math.max(found?.seq ?? 0, entries.at(-1)?.seq ?? 0);
  const start = found === null ? null : journalFromJson(found.journal);
  if (found === null || start === null) return { seq, journal: null };
  const later = entries.filter((stored) => stored.seq > found.seq);
  const journal = replay(
    start,
    later.map(({ entry }) => entry),
  );
  return { seq, journal };
}

/** The append-only log of one project with a checkpoint every so often. */
export function createOpLog(projectId: string, store: LogStore): OpLog {
  let seq = 0;
  let sinceCheckpoint = 0;
  let tail: Promise<unknown> = Promise.resolve();
  const queue = (write: () => Promise<void>) => {
    tail = tail.then(write);
    // `stored` reports the failure; here it only must not count as unhandled.
    tail.catch(() => undefined);
  };
  const checkpoint = (journal: Journal) => {
    sinceCheckpoint = 0;
    const at = { projectId, seq, journal: journalToJson(journal) };
    queue(() => store.compact(at));
  };
  return {
    open: async () => {
      const found = await readJournal(projectId, store);
      ({ seq } = found);
      return found.journal;
    },
    restart: (journal) => checkpoint(journal),
    append: (entry, journal) => {
      seq += 1;
      sinceCheckpoint += 1;
      const stored = { projectId, seq, entry };
      queue(() => store.append(stored));
      if (sinceCheckpoint >= ENTRIES_PER_CHECKPOINT) checkpoint(journal);
    },
    stored: async () => {
      await tail;
    },
  };
}

interface LogSchema extends DBSchema {
  entries: { key: [string, number]; value: StoredEntry };
  checkpoints: { key: string; value: Checkpoint };
}

function openDatabase(): Promise<IDBPDatabase<LogSchema>> {
  return openDB<LogSchema>("cutroom-editor", 1, {
    upgrade: (database) => {
      database.createObjectStore("entries", { keyPath: ["projectId", "seq"] });
      database.createObjectStore("checkpoints", { keyPath: "projectId" });
    },
  });
}

const upTo = (projectId: string, seq: number) =>
  IDBKeyRange.bound([projectId, 0], [projectId, seq]);

/** The logs in this browser's IndexedDB. */
export function indexedDbLog(): LogStore & KeptLogs {
  const database = openDatabase();
  return {
    read: async (projectId) => {
      const transaction = (await database).transaction(["entries", "checkpoints"]);
      const [checkpoint, entries] = await Promise.all([
        transaction.objectStore("checkpoints").get(projectId),
        transaction.objectStore("entries").getAll(upTo(projectId, Number.MAX_SAFE_INTEGER)),
      ]);
      return { checkpoint: checkpoint ?? null, entries };
    },
    projects: async () => {
      const transaction = (await database).transaction(["entries", "checkpoints"]);
      const [entries, checkpoints] = await Promise.all([
        transaction.objectStore("entries").getAllKeys(),
        transaction.objectStore("checkpoints").getAllKeys(),
      ]);
      return [...new Set([...checkpoints, ...entries.map(([projectId]) => projectId)])];
    },
    remove: async (projectId) => {
      const transaction = (await database).transaction(["entries", "checkpoints"], "readwrite");
      await Promise.all([
        transaction.objectStore("checkpoints").delete(projectId),
        transaction.objectStore("entries").delete(upTo(projectId, Number.MAX_SAFE_INTEGER)),
        transaction.done,
      ]);
    },
    append: async (entry) => {
      await (await database).put("entries", entry);
    },
    compact: async (checkpoint) => {
      const transaction = (await database).transaction(["entries", "checkpoints"], "readwrite");
      await Promise.all([
        transaction.objectStore("checkpoints").put(checkpoint),
        transaction.objectStore("entries").delete(upTo(checkpoint.projectId, checkpoint.seq)),
        transaction.done,
      ]);
    },
  };
}

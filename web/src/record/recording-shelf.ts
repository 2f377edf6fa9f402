/**
 * Recordings in this browser's IndexedDB, second by second, until the library has them: a tab
 * that dies loses one second at most.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Recording } from "./recording.ts";

interface Schema extends DBSchema {
  recordings: { key: string; value: Recording; indexes: { userId: string } };
  chunks: { key: [string, number]; value: { recordingId: string; seq: number; bytes: Blob } };
}

export interface RecordingShelf {
  readonly begin: (recording: Recording) => Promise<void>;
  /** Ends when the chunk is stored; throws what the store threw, as when the disk is full. */
  readonly append: (recording: Recording, seq: number, bytes: Blob) => Promise<void>;
  /**
   * Those of the user that no open tab works on, newest first. `onMore` is called once for each
   * other one when its tab lets go of it: the page before a reload may do so a moment later.
   */
  readonly left: (userId: string, onMore: () => void) => Promise<readonly Recording[]>;
  /** All that is stored of it, always as the same file. */
  readonly file: (recording: Recording) => Promise<File>;
  readonly forget: (id: string) => Promise<void>;
}

const lockOf = (id: string) => `cutroom-recording-${id}`;

/** Marks a recording as being worked on until the answer is called, or the tab is gone. */
export function holdRecording(id: string): () => void {
  let release = () => {};
  const until = new Promise<void>((resolve) => (release = resolve));
  void navigator.locks.request(lockOf(id), () => until);
  return () => release();
}

const awaited = new Set<string>();

function tellWhenFree(id: string, onFree: () => void): void {
  if (awaited.has(id)) return;
  awaited.add(id);
  void navigator.locks.request(lockOf(id), { mode: "shared" }, () => {
    awaited.delete(id);
    // Not within the lock: whoever looks would find it held.
    setTimeout(onFree);
  });
}

const allOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

function openShelf(): RecordingShelf {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = () =>
    (opened ??= openDB<Schema>("cutroom-recordings", 1, {
      upgrade(db) {
        db.createObjectStore("recordings", { keyPath: "id" }).createIndex("userId", "userId");
        db.createObjectStore("chunks", { keyPath: ["recordingId", "seq"] });
      },
    }));
  return {
    begin: async (recording) => {
      await (await database()).put("recordings", recording);
    },
    append: async (recording, seq, bytes) => {
      const both = (await database()).transaction(["recordings", "chunks"], "readwrite");
      await Promise.all([
        both.objectStore("chunks").put({ recordingId: recording.id, seq, bytes }),
        both.objectStore("recordings").put(recording),
        both.done,
      ]);
    },
    left: async (userId, onMore) => {
      const [all, { held = [] }] = await Promise.all([
        (await database()).getAllFromIndex("recordings", "userId", userId),
        navigator.locks.query(),
      ]);
      const names = new Set(held.map(({ name }) => name));
      const isBusy = ({ id }: Recording) => names.has(lockOf(id));
      for (const { id } of all.filter(isBusy)) tellWhenFree(id, onMore);
      return all
        .filter((recording) => recording.lengthMs > 0 && !isBusy(recording))
        .toSorted((a, b) => b.startedAtMs - a.startedAtMs);
    },
    file: async ({ id, fileName, mimeType, startedAtMs }) => {
      const chunks = await (await database()).getAll("chunks", allOf(id));
      const bytes = chunks.map((chunk) => chunk.bytes);
      return new File(bytes, fileName, { type: mimeType, lastModified: startedAtMs });
    },
    forget: async (id) => {
      const both = (await database()).transaction(["recordings", "chunks"], "readwrite");
      await Promise.all([
        both.objectStore("chunks").delete(allOf(id)),
        both.objectStore("recordings").delete(id),
        both.done,
      ]);
    },
  };
}

export const recordingShelf: RecordingShelf = openShelf();

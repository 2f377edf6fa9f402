/** Media in this browser's IndexedDB, by identity; the page and the worker open the same. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { type KeptFile, filesToEvict, largestFileBytes, mediaBudgetBytes } from "./media-budget.ts";

/** A file in use is marked as used this often. */
const MARK_EVERY_MS = 60_000;

interface Schema extends DBSchema {
  files: { key: string; value: { readonly id: string; readonly blob: Blob } };
  uses: { key: string; value: KeptFile };
}

export interface MediaShelf {
  /** Null when it is not kept. */
  readonly find: (id: string) => Promise<Blob | null>;
  /** Keeps the file and lets older ones go for it; a file that is too large is not kept. */
  readonly keep: (id: string, blob: Blob) => Promise<void>;
  readonly largestFileBytes: () => Promise<number>;
  readonly usage: () => Promise<{ readonly bytes: number; readonly budgetBytes: number }>;
  readonly clear: () => Promise<void>;
}

async function budget(): Promise<number> {
  const { quota = 0 } = await navigator.storage.estimate();
  return mediaBudgetBytes(quota);
}

export function openMediaShelf(): MediaShelf {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = () =>
    (opened ??= openDB<Schema>("cutroom-media", 1, {
      upgrade(db) {
        db.createObjectStore("files", { keyPath: "id" });
        db.createObjectStore("uses", { keyPath: "id" });
      },
    }));
  const marked = new Map<string, number>();
  const mark = async (id: string, bytes: number) => {
    const usedAtMs = Date.now();
    if (usedAtMs - (marked.get(id) ?? 0) < MARK_EVERY_MS) return;
    marked.set(id, usedAtMs);
    await (await database()).put("uses", { id, bytes, usedAtMs });
  };
  return {
    find: async (id) => {
      const file = await (await database()).get("files", id);
      if (file === undefined) return null;
      await mark(id, file.blob.size);
      return file.blob;
    },
    keep: async (id, blob) => {
      const budgetBytes = await budget();
      if (blob.size > largestFileBytes(budgetBytes)) return;
      const change = (await database()).transaction(["files", "uses"], "readwrite");
      const [files, uses] = [change.objectStore("files"), change.objectStore("uses")];
      const others = (await uses.getAll()).filter((one) => one.id !== id);
      for (const old of filesToEvict(others, blob.size, budgetBytes)) {
        void files.delete(old);
        void uses.delete(old);
      }
      void files.put({ id, blob });
      void uses.put({ id, bytes: blob.size, usedAtMs: Date.now() });
      await change.done;
    },
    largestFileBytes: async () => largestFileBytes(await budget()),
    usage: async () => {
      const uses = await (await database()).getAll("uses");
      return {
        bytes: uses.reduce((sum, { bytes }) => sum + bytes, 0),
        budgetBytes: await budget(),
      };
    },
    clear: async () => {
      marked.clear();
      const change = (await database()).transaction(["files", "uses"], "readwrite");
      void change.objectStore("files").clear();
      void change.objectStore("uses").clear();
      await change.done;
    },
  };
}

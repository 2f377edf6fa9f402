/** Unfinished uploads, remembered by this browser so that a reload does not start them again. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

export interface RememberedUpload {
  readonly fingerprint: string;
  readonly userId: string;
  readonly uploadId: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly startedAtMs: number;
}

export interface UploadMemory {
  find(fingerprint: string): Promise<RememberedUpload | undefined>;
  remember(upload: RememberedUpload): Promise<void>;
  forget(fingerprint: string): Promise<void>;
  listOf(userId: string): Promise<readonly RememberedUpload[]>;
}

interface Schema extends DBSchema {
  uploads: { key: string; value: RememberedUpload; indexes: { userId: string } };
}

/** The memory in IndexedDB. */
export function browserUploadMemory(): UploadMemory {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = () =>
    (opened ??= openDB<Schema>("cutroom-uploads", 1, {
      upgrade(db) {
        db.createObjectStore("uploads", { keyPath: "fingerprint" }).createIndex("userId", "userId");
      },
    }));
  return {
    find: async (fingerprint) => (await database()).get("uploads", fingerprint),
    remember: async (upload) => {
      await (await database()).put("uploads", upload);
    },
    forget: async (fingerprint) => {
      await (await database()).delete("uploads", fingerprint);
    },
    listOf: async (userId) => (await database()).getAllFromIndex("uploads", "userId", userId),
  };
}

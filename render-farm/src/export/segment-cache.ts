/**
 * Rendered segments kept on the scratch disk and found again by what they were made from, so
 * that a small edit renders only what it changed. A file's name holds the hash of its bytes: a
 * truncated or altered file is a miss, never a picture.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface SegmentCache {
  /** The key of something made from `parts` by this cache's encoder. */
  keyOf(parts: unknown): string;
  /** Puts the segment of `key` at `path`; false when there is none, or it is not whole. */
  take(key: string, path: string): Promise<boolean>;
  /**
   * Remembers the file at `path`; beyond the size limit the least recently used go. A disk that
   * is full or broken costs a later hit and nothing else.
   */
  keep(key: string, path: string): Promise<void>;
  /** Never gives the segment of `key` again: what was made of it is not what was asked for. */
  forget(key: string): Promise<void>;
  /** Gives up at least `bytes`, or all there are. */
  release(bytes: number): Promise<void>;
}

export interface SegmentCacheOptions {
  readonly directory: string;
  readonly maxBytes: number;
  /** Everything of the engine that may change its bytes; part of every key. */
  readonly encoder: string;
}

interface Entry {
  readonly name: string;
  readonly bytes: number;
}

const NAME = /^([0-9a-f]{64})-([0-9a-f]{64})\.segment$/;

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** Least recently used first; leftovers of an interrupted write are removed. */
async function readEntries(directory: string): Promise<Map<string, Entry>> {
  const found: { key: string; usedAtMs: number; entry: Entry }[] = [];
  for (const name of await readdir(directory)) {
    const key = NAME.exec(name)?.[1];
    if (key === undefined) {
      await rm(join(directory, name), { recursive: true, force: true });
      continue;
    }
    const { size, mtimeMs } = await stat(join(directory, name));
    found.push({ key, usedAtMs: mtimeMs, entry: { name, bytes: size } });
  }
  return new Map(
    found.toSorted((a, b) => a.usedAtMs - b.usedAtMs).map(({ key, entry }) => [key, entry]),
  );
}

/** Opens the cache in `directory`, which belongs to this process alone. */
export async function openSegmentCache(options: SegmentCacheOptions): Promise<SegmentCache> {
  const { directory, maxBytes, encoder } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // In order of use: a Map keeps the order of insertion.
  const entries = await readEntries(directory);
  let writes = 0;

  async function drop(key: string): Promise<number> {
    const entry = entries.get(key);
    if (entry === undefined) return 0;
    entries.delete(key);
    await rm(join(directory, entry.name), { force: true });
    return entry.bytes;
  }

  async function release(bytes: number): Promise<void> {
    let freed = 0;
    for (const key of entries.keys()) {
      if (freed >= bytes) return;
      freed += await drop(key);
    }
  }

  async function evict(): Promise<void> {
    const total = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    await release(total - maxBytes);
  }

  await evict();
  return {
    keyOf: (parts) => sha256(JSON.stringify([encoder, parts])),
    async take(key, path) {
      const entry = entries.get(key);
      if (entry === undefined) return false;
      const file = join(directory, entry.name);
      const bytes = await readFile(file).catch(() => null);
      if (bytes === null || NAME.exec(entry.name)?.[2] !== sha256(bytes)) {
        await drop(key);
        return false;
      }
      await writeFile(path, bytes);
      entries.delete(key);
      entries.set(key, entry);
      const now = new Date();
      await utimes(file, now, now).catch(() => null);
      return true;
    },
    async keep(key, path) {
      writes += 1;
      const arriving = join(directory, `arriving-${writes}`);
      try {
        const bytes = await readFile(path);
        if (bytes.length > maxBytes) return;
        const name = `${key}-${sha256(bytes)}.segment`;
        await writeFile(arriving, bytes, { mode: 0o600 });
        await drop(key);
        await rename(arriving, join(directory, name));
        entries.set(key, { name, bytes: bytes.length });
        await evict();
      } catch {
        await rm(arriving, { force: true }).catch(() => null);
      }
    },
    forget: async (key) => void (await drop(key)),
    release,
  };
}

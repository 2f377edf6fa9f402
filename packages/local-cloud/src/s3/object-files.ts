/**
 * Objects on disk. A small record per object (named by the hash of its key, so that no key can
 * point outside) names the data files that hold its bytes. The rename of the record is the one
 * moment at which an object appears, changes or goes: a kill leaves the old or the new one.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Checksums } from "./checksums.ts";
import { S3Error } from "./s3-error.ts";

export interface Segment {
  readonly file: string;
  readonly sizeBytes: number;
}

export interface ObjectMeta {
  readonly contentType: string;
  /** cache-control, content-disposition, content-encoding, content-language, expires */
  readonly headers: Readonly<Record<string, string>>;
  /** Without the `x-amz-meta-` in front. */
  readonly userMeta: Readonly<Record<string, string>>;
}

export interface ObjectRecord extends ObjectMeta {
  readonly bucket: string;
  readonly key: string;
  readonly segments: readonly Segment[];
  readonly sizeBytes: number;
  readonly etag: string;
  readonly checksums: Checksums;
  readonly modifiedMs: number;
}

/**
 * Writes a file whole or not at all, and durably. `apply` runs when all is written: it calls
 * `rename` and changes what is in memory in the same breath, or throws to leave all as it was.
 */
export async function writeDurably(
  path: string,
  text: string,
  apply: (rename: () => void) => void,
): Promise<void> {
  const fresh = `${path}.${randomUUID()}.new`;
  const file = await open(fresh, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    apply(() => renameSync(fresh, path));
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Records of a folder; what a kill left half-written is removed. */
export function readRecords<T>(directory: string): T[] {
  const records: T[] = [];
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (name.endsWith(".json")) records.push(JSON.parse(readFileSync(path, "utf8")) as T);
    else if (name.endsWith(".new")) rmSync(path, { force: true });
  }
  return records;
}

/** The order in which S3 lists keys. */
export const byBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));

export class ObjectFiles {
  readonly #recordsDirectory: string;
  readonly #dataDirectory: string;
  readonly #buckets = new Map<string, Map<string, ObjectRecord>>();
  readonly #sorted = new Map<string, readonly string[]>();
  /** Data files being read, with the number of readers. */
  readonly #readers = new Map<string, number>();
  /** Data files to remove when their last reader is done. */
  readonly #doomed = new Set<string>();

  readonly #reserveBytes: number;

  /** @param reserveBytes what has to stay free on the disk, for whoever else writes there. */
  constructor(directory: string, buckets: readonly string[], reserveBytes: number) {
    this.#reserveBytes = reserveBytes;
    this.#recordsDirectory = join(directory, "objects");
    this.#dataDirectory = join(directory, "data");
    mkdirSync(this.#recordsDirectory, { recursive: true });
    mkdirSync(this.#dataDirectory, { recursive: true });
    for (const bucket of buckets) this.#buckets.set(bucket, new Map());
    for (const record of readRecords<ObjectRecord>(this.#recordsDirectory)) {
      this.#objects(record.bucket).set(record.key, record);
    }
  }

  #objects(bucket: string): Map<string, ObjectRecord> {
    const objects = this.#buckets.get(bucket) ?? new Map<string, ObjectRecord>();
    this.#buckets.set(bucket, objects);
    return objects;
  }

  /** Data files that belong to objects. */
  usedFiles(): Set<string> {
    const used = new Set<string>();
    for (const objects of this.#buckets.values()) {
      for (const record of objects.values()) {
        for (const segment of record.segments) used.add(segment.file);
      }
    }
    return used;
  }

  /** Removes data files that neither an object nor `alsoUsed` names: remains of a kill. */
  sweep(alsoUsed: Iterable<string>): void {
    const used = this.usedFiles();
    for (const file of alsoUsed) used.add(file);
    for (const file of readdirSync(this.#dataDirectory)) {
      if (!used.has(file)) rmSync(join(this.#dataDirectory, file), { force: true });
    }
  }

  hasBucket(bucket: string): boolean {
    return this.#buckets.has(bucket);
  }

  find(bucket: string, key: string): ObjectRecord | undefined {
    return this.#buckets.get(bucket)?.get(key);
  }

  /** Keys in the order of their UTF-8 bytes, as S3 lists them. */
  sortedKeys(bucket: string): readonly string[] {
    const known = this.#sorted.get(bucket);
    if (known !== undefined) return known;
    const keys = Array.from(this.#objects(bucket).keys()).toSorted(byBytes);
    this.#sorted.set(bucket, keys);
    return keys;
  }

  #recordPath(bucket: string, key: string): string {
    const name = createHash("sha256").update(`${bucket}/${key}`).digest("hex");
    return join(this.#recordsDirectory, `${name}.json`);
  }

  /** @throws {S3Error} `InsufficientStorage` when `sizeBytes` more would use up the reserve. */
  async requireRoom(sizeBytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#dataDirectory);
    if (bavail * bsize - sizeBytes < this.#reserveBytes) throw new S3Error("InsufficientStorage");
  }

  newDataFile(): string {
    return randomUUID();
  }

  dataPath(file: string): string {
    return join(this.#dataDirectory, file);
  }

  /**
   * Makes the object what `record` says. `allowed` is asked at the very moment of the change,
   * so that "only if absent" cannot be overtaken; when it throws, nothing changes.
   */
  async put(
    record: ObjectRecord,
    allowed: (present: ObjectRecord | undefined) => void,
  ): Promise<void> {
    const { bucket, key } = record;
    let replaced: ObjectRecord | undefined;
    await writeDurably(this.#recordPath(bucket, key), JSON.stringify(record), (rename) => {
      replaced = this.find(bucket, key);
      allowed(replaced);
      rename();
      this.#objects(bucket).set(key, record);
    });
    if (replaced === undefined) this.#sorted.delete(bucket);
    else await this.discard(replaced.segments);
  }

  async delete(bucket: string, key: string): Promise<void> {
    const present = this.find(bucket, key);
    if (present === undefined) return;
    rmSync(this.#recordPath(bucket, key), { force: true });
    this.#objects(bucket).delete(key);
    this.#sorted.delete(bucket);
    await this.discard(present.segments);
  }

  /** Keeps an object's bytes while they are read. Call the returned function once, when done. */
  pin(record: ObjectRecord): () => void {
    for (const { file } of record.segments) {
      this.#readers.set(file, (this.#readers.get(file) ?? 0) + 1);
    }
    return () => {
      for (const { file } of record.segments) {
        const left = (this.#readers.get(file) ?? 1) - 1;
        if (left > 0) this.#readers.set(file, left);
        else {
          this.#readers.delete(file);
          if (this.#doomed.delete(file)) rmSync(this.dataPath(file), { force: true });
        }
      }
    };
  }

  /** Removes data files, those being read after their last reader. */
  async discard(segments: readonly { readonly file: string }[]): Promise<void> {
    for (const { file } of segments) {
      if (this.#readers.has(file)) this.#doomed.add(file);
      else await rm(this.dataPath(file), { force: true });
    }
  }
}

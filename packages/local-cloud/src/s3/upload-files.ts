/** Multipart uploads that are under way, on disk: one record per upload and one per part. */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Checksums } from "./checksums.ts";
import { byBytes, readRecords, writeDurably } from "./object-files.ts";
import type { ObjectFiles, ObjectMeta } from "./object-files.ts";

export interface PartRecord {
  readonly partNumber: number;
  readonly file: string;
  readonly sizeBytes: number;
  /** Hex MD5, without quotes. */
  readonly etag: string;
  readonly checksums: Checksums;
  readonly modifiedMs: number;
}

export interface UploadRecord extends ObjectMeta {
  readonly bucket: string;
  readonly key: string;
  readonly uploadId: string;
  readonly startedMs: number;
  readonly checksumAlgorithm: string | null;
}

export interface Upload {
  readonly record: UploadRecord;
  readonly parts: Map<number, PartRecord>;
  /** While it is being completed or aborted nothing else may change it. */
  isClosing: boolean;
}

class UploadClosed extends Error {}

export class UploadFiles {
  readonly #directory: string;
  readonly #objects: ObjectFiles;
  readonly #uploads = new Map<string, Upload>();

  constructor(directory: string, objects: ObjectFiles) {
    this.#directory = join(directory, "uploads");
    this.#objects = objects;
    mkdirSync(this.#directory, { recursive: true });
    const owned = objects.usedFiles();
    for (const uploadId of readdirSync(this.#directory)) this.#load(uploadId, owned);
  }

  #load(uploadId: string, owned: ReadonlySet<string>): void {
    const directory = join(this.#directory, uploadId);
    const head = join(directory, "upload");
    const parts = readRecords<PartRecord>(directory);
    // A kill between the object's record and the upload's end: the upload is complete.
    if (!existsSync(head) || parts.some((part) => owned.has(part.file))) {
      rmSync(directory, { recursive: true, force: true });
      return;
    }
    const record = JSON.parse(readFileSync(head, "utf8")) as UploadRecord;
    const byNumber = parts.map((part) => [part.partNumber, part] as const);
    this.#uploads.set(uploadId, { record, parts: new Map(byNumber), isClosing: false });
  }

  *dataFiles(): Generator<string> {
    for (const upload of this.#uploads.values()) {
      for (const part of upload.parts.values()) yield part.file;
    }
  }

  async create(start: Omit<UploadRecord, "uploadId">): Promise<UploadRecord> {
    const record = { ...start, uploadId: randomUUID().replaceAll("-", "") };
    const directory = join(this.#directory, record.uploadId);
    mkdirSync(directory);
    await writeDurably(join(directory, "upload"), JSON.stringify(record), (rename) => rename());
    this.#uploads.set(record.uploadId, { record, parts: new Map(), isClosing: false });
    return record;
  }

  find(bucket: string, key: string, uploadId: string): Upload | undefined {
    const upload = this.#uploads.get(uploadId);
    return upload?.record.bucket === bucket && upload.record.key === key ? upload : undefined;
  }

  list(bucket: string): UploadRecord[] {
    return Array.from(this.#uploads.values(), (upload) => upload.record)
      .filter((record) => record.bucket === bucket)
      .toSorted((a, b) => byBytes(a.key, b.key) || a.startedMs - b.startedMs);
  }

  /** False when the upload ended meanwhile; the part's data is then not kept. */
  async putPart(upload: Upload, part: PartRecord): Promise<boolean> {
    const { uploadId } = upload.record;
    const path = join(this.#directory, uploadId, `part-${part.partNumber}.json`);
    let replaced: PartRecord | undefined;
    try {
      await writeDurably(path, JSON.stringify(part), (rename) => {
        if (upload.isClosing) throw new UploadClosed();
        rename();
        replaced = upload.parts.get(part.partNumber);
        upload.parts.set(part.partNumber, part);
      });
    } catch (error) {
      if (upload.isClosing) return false;
      throw error;
    }
    if (replaced !== undefined) await this.#objects.discard([replaced]);
    return true;
  }

  /** Forgets the upload; `kept` are the data files that now belong to an object. */
  async end(upload: Upload, kept: ReadonlySet<string>): Promise<void> {
    upload.isClosing = true;
    this.#uploads.delete(upload.record.uploadId);
    const directory = join(this.#directory, upload.record.uploadId);
    // Its head first: what a kill leaves of it then does not come back as an upload without parts.
    rmSync(join(directory, "upload"), { force: true });
    await rm(directory, { recursive: true, force: true });
    const left = Array.from(upload.parts.values()).filter((part) => !kept.has(part.file));
    await this.#objects.discard(left);
  }
}

"use client";
/**
 * The queue of uploads of this tab. Uppy keeps the list, its order and pausing; how a file gets
 * to the store is `upload-file.ts`, because Uppy's S3 plug-in wants the browser to talk S3 for
 * starting, listing and completing, which only our API may do.
 */
import Uppy from "@uppy/core";
import { TaskQueue } from "@uppy/core/utils";
import type { Client } from "@cutroom/contracts";
import { whenOnline } from "../connection.ts";
import { pause } from "../retry.ts";
import { hashFile } from "./hash-file.ts";
import { browserUploadMemory } from "./memory.ts";
import { fingerprint } from "./parts.ts";
import { putPart } from "./put-part.ts";
import type { UploadDeps } from "./upload-file.ts";
import { Stopped, runUpload } from "./upload-run.ts";
import { changeRow, dropRow, isUploading, putRow, readInterrupted } from "./uploads-store.ts";

const FILES_AT_ONCE = 3;

/** What the list on screen can do. */
export interface Uploader {
  /** Adds files and starts; a file that is in the list already is left alone. */
  add(files: readonly File[]): void;
  pauseOrResume(id: string): void;
  retry(id: string): void;
  /** Takes the file off the list; what was sent is dropped from the store. */
  cancel(id: string): void;
  /** Gives up an upload of an earlier visit, by its fingerprint. */
  discard(key: string): void;
}

class UppyUploader implements Uploader {
  readonly #uppy = new Uppy({ id: "library", autoProceed: true });
  readonly #queue = new TaskQueue({ concurrency: FILES_AT_ONCE });
  readonly #running = new Map<string, AbortController>();
  readonly #deps: UploadDeps;

  constructor(deps: UploadDeps) {
    this.#deps = deps;
    const { capabilities } = this.#uppy.getState();
    this.#uppy.setState({ capabilities: { ...capabilities, resumableUploads: true } });
    this.#uppy.addUploader(async (ids) => {
      // Marks them as begun: Uppy would otherwise begin them again with the next batch.
      this.#uppy.emit("upload-start", this.#uppy.getFilesByIds(ids));
      await Promise.all(ids.map((id) => this.#enqueue(id)));
    });
    this.#uppy.on("upload-pause", (file, isPaused) => {
      if (file !== undefined) this.#onPause(file.id, isPaused);
    });
  }

  add(files: readonly File[]): void {
    for (const file of files) {
      const entry = { name: file.name, type: file.type, data: file, source: "local" };
      try {
        const id = this.#uppy.addFile(entry);
        putRow({
          id,
          fileName: file.name,
          sizeBytes: file.size,
          state: "queued",
          percent: 0,
          secondsLeft: null,
          assetId: null,
          failure: null,
        });
      } catch (error) {
        // Uppy's word for a file that is in the list already.
        if (!(error instanceof Error && "isRestriction" in error)) throw error;
      }
    }
  }

  pauseOrResume(id: string): void {
    this.#uppy.pauseResume(id);
  }

  retry(id: string): void {
    changeRow(id, { state: "queued", failure: null });
    void this.#enqueue(id);
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort(new Stopped());
    dropRow(id);
    const file = this.#fileOf(id);
    if (file === undefined) return;
    this.#uppy.removeFile(id);
    this.discard(fingerprint(file, this.#deps.userId));
  }

  discard(key: string): void {
    void this.#abandon(key);
  }

  #fileOf(id: string): File | undefined {
    return this.#uppy.getFiles().find((file) => file.id === id)?.data as File | undefined;
  }

  #enqueue(id: string): Promise<void> {
    return this.#queue.add(() => this.#run(id));
  }

  async #run(id: string): Promise<void> {
    const file = this.#fileOf(id);
    if (file === undefined || this.#uppy.getFile(id).isPaused === true) return;
    const control = new AbortController();
    this.#running.set(id, control);
    const arrived = await runUpload(id, file, this.#deps, control.signal);
    if (this.#running.get(id) === control) this.#running.delete(id);
    if (arrived) this.#uppy.removeFile(id);
    await this.#readInterrupted();
  }

  #onPause(id: string, isPaused: boolean): void {
    if (isPaused) {
      this.#running.get(id)?.abort(new Stopped());
      changeRow(id, { state: "paused", secondsLeft: null });
      return;
    }
    this.retry(id);
  }

  async #abandon(key: string): Promise<void> {
    const known = await this.#deps.memory.find(key);
    if (known === undefined) return;
    await this.#deps.memory.forget(key);
    await this.#deps.api.abortUpload({ params: { upload_id: known.uploadId } });
    await this.#readInterrupted();
  }

  #readInterrupted(): Promise<void> {
    return readInterrupted(this.#deps.memory, this.#deps.userId);
  }
}

/** The uploader of a signed-in user; one per page. Asks before the page is left while it works. */
export function startUploader(api: Client, userId: string): Uploader {
  window.addEventListener("beforeunload", (event) => {
    if (isUploading()) event.preventDefault();
  });
  return new UppyUploader({
    api,
    memory: browserUploadMemory(),
    userId,
    nowMs: Date.now,
    hash: hashFile,
    put: putPart,
    whenOnline,
    pause,
  });
}

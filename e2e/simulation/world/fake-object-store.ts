import type { ObjectHead, ObjectStore } from "@cutroom/ports";
import type { Faults } from "./faults.ts";
import type { Scheduler } from "./scheduler.ts";
import { InjectedFault } from "./sessions.ts";

/** Knows of every object who put it there. */
export class FakeObjectStore implements ObjectStore {
  isDown = false;
  readonly objects = new Map<string, { sizeBytes: number; by: string }>();
  readonly #scheduler: Scheduler;
  readonly #faults: Faults;

  constructor(scheduler: Scheduler, faults: Faults) {
    this.#scheduler = scheduler;
    this.#faults = faults;
  }

  async #reach<T>(label: string, effect: () => T): Promise<T> {
    const { flow } = this.#scheduler;
    await this.#scheduler.turn(`store ${label}`);
    if (this.isDown || this.#faults.trouble() !== null) {
      flow.hurt = true;
      throw new InjectedFault("the object store does not answer");
    }
    return effect();
  }

  /** A worker's upload through a presigned URL: past the API. */
  put(key: string, object: { sizeBytes: number; by: string }): Promise<void> {
    return this.#reach(`put ${key}`, () => void this.objects.set(key, object));
  }

  head(key: string): Promise<ObjectHead | null> {
    return this.#reach(`head ${key}`, () => {
      const found = this.objects.get(key);
      if (found === undefined) return null;
      return { sizeBytes: found.sizeBytes, etag: found.by, contentType: null };
    });
  }

  delete(key: string): Promise<void> {
    return this.#reach(`delete ${key}`, () => void this.objects.delete(key));
  }

  #link(key: string, expiresInS: number) {
    const expiresAtMs = this.#scheduler.nowMs + expiresInS * 1_000;
    return Promise.resolve({ url: `http://store.invalid/${key}`, expiresAtMs });
  }

  async presignPut(key: string, options: { expiresInS: number }) {
    return { ...(await this.#link(key, options.expiresInS)), fallbackUrl: null };
  }

  presignGet(key: string, options: { expiresInS: number }) {
    return this.#link(key, options.expiresInS);
  }

  presignPart(key: string, part: { expiresInS: number }) {
    return this.#link(key, part.expiresInS);
  }

  createMultipart(key: string): Promise<{ uploadId: string }> {
    return this.#reach(`multipart ${key}`, () => ({ uploadId: key }));
  }

  listParts() {
    return this.#reach("parts", () => null);
  }

  completeMultipart(): Promise<void> {
    return this.#reach("complete", () => undefined);
  }

  abortMultipart(): Promise<void> {
    return this.#reach("abort", () => undefined);
  }

  listObjects(page: { after: string; limit: number }) {
    const found = [...this.objects]
      .filter(([key]) => key > page.after)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, page.limit)
      .map(([key, { sizeBytes }]) => ({ key, sizeBytes, storedAtMs: this.#scheduler.nowMs }));
    return this.#reach("objects", () => found);
  }

  listMultipartUploads() {
    return this.#reach("uploads", () => []);
  }
}

/** Takes up the free space of a disk, as somebody else's files would. */
import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { dirname } from "node:path";

const BLOCK = Buffer.alloc(1024 ** 2, 1);

export class Ballast {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Leaves so many bytes to others, as nearly as the disk counts. */
  leave(freeBytes: number): void {
    const file = openSync(this.#path, "a");
    try {
      for (;;) {
        const { bavail, bsize } = statfsSync(dirname(this.#path));
        const extra = bavail * bsize - freeBytes;
        if (extra < bsize) return;
        writeSync(file, BLOCK, 0, Math.min(extra, BLOCK.length));
      }
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    } finally {
      closeSync(file);
    }
  }

  /** Gives all of it back. */
  drop(): void {
    rmSync(this.#path, { force: true });
  }
}

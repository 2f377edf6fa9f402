import { closeSync, openSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { diskFiles } from "./wasm-disk.mjs";

/** As much of Emscripten's file system as a mount needs. */
const FS = {
  ErrnoError: class extends Error {
    readonly errno: number;
    constructor(errno: number) {
      super(`errno ${errno}`);
      this.errno = errno;
    }
  },
  createNode: (parent: unknown, name: string, mode: number) => ({ parent, name, mode }),
};

describe("the files of FFmpeg in WebAssembly", () => {
  let hostFd: number;
  beforeEach(() => {
    hostFd = openSync("/dev/full", "r+");
  });
  afterEach(() => closeSync(hostFd));

  test("a full disk is called by its name, so that FFmpeg can tell it (I2)", () => {
    const root = diskFiles(FS).mount({ opts: { directory: "/" } });
    const write = () => root.stream_ops.write({ hostFd }, Buffer.from("x"), 0, 1, 0);
    // ENOSPC as WASI counts.
    expect(write).toThrow(expect.objectContaining({ errno: 51 }));
  });
});

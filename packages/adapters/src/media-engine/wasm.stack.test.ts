import { deepStrictEqual } from "node:assert/strict";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { mediaEngineCases } from "@cutroom/ports/media-engine.cases";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, describe, test } from "vitest";
import { createWasmEngine } from "./wasm.ts";

const directories: string[] = [];
let engine: MediaEngine;

beforeAll(async () => {
  engine = await createWasmEngine();
});

afterAll(async () => {
  await engine.close();
  await Promise.all(directories.map((one) => rm(one, { recursive: true, force: true })));
});

describe("media engine: wasm", () => {
  mediaEngineCases(
    { test, equal: deepStrictEqual },
    {
      engine: () => engine,
      makeDirectory: async () => {
        const made = await mkdtemp(path.join(os.tmpdir(), "engine-"));
        directories.push(made);
        return made;
      },
      fileExists: (directory, name) =>
        stat(path.join(directory, name)).then(
          () => true,
          () => false,
        ),
      readText: (directory, name) => readFile(path.join(directory, name), "utf8"),
    },
  );
});

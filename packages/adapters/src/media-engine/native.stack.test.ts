import { deepStrictEqual } from "node:assert/strict";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { mediaEngineCases } from "@cutroom/ports/media-engine.cases";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { probeSandbox } from "./sandbox.ts";
import { confineNative, createNativeEngine, probeNative } from "./native.ts";

const directories: string[] = [];
let engine: MediaEngine;
let sandbox: string;

beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  const confined = await confineNative(found, process.env["PATH"] ?? "");
  sandbox = confined.sandbox.name;
  engine = createNativeEngine(confined);
});

afterAll(async () => {
  await engine.close();
  await Promise.all(directories.map((one) => rm(one, { recursive: true, force: true })));
});

const makeDirectory = async () => {
  const made = await mkdtemp(path.join(os.tmpdir(), "engine-"));
  directories.push(made);
  return made;
};

describe("media engine: native", () => {
  mediaEngineCases(
    { test, equal: deepStrictEqual },
    {
      engine: () => engine,
      makeDirectory,
      fileExists: (directory, name) =>
        stat(path.join(directory, name)).then(
          () => true,
          () => false,
        ),
      readText: (directory, name) => readFile(path.join(directory, name), "utf8"),
    },
  );
});

describe("the sandbox around a native engine", () => {
  const read = (directory: string, source: readonly string[]) =>
    engine.run({
      tool: "ffmpeg",
      args: ["-v", "error", ...source, "-f", "null", "-"],
      directory,
      timeoutMs: 30_000,
    });

  test("a job sees its own directory, and no other one where bubblewrap works (F135)", async () => {
    const [own, other] = [await makeDirectory(), await makeDirectory()];
    const sound = Buffer.alloc(9_600);
    await Promise.all([own, other].map((at) => writeFile(path.join(at, "a.raw"), sound)));
    const format = ["-f", "s16le", "-ar", "48000", "-ac", "1", "-i"];
    expect((await read(own, [...format, "a.raw"])).ok).toBe(true);
    const stranger = await read(own, [...format, path.join(other, "a.raw")]);
    expect(stranger.ok).toBe(!sandbox.includes("bubblewrap"));
    const secret = await read(own, [...format, "/etc/passwd"]);
    expect(secret.ok).toBe(!sandbox.includes("bubblewrap"));
  });
});

describe("looking for a sandbox", () => {
  const none = () => Promise.resolve(null);

  test("without its tools there is none, and that is said", async () => {
    expect((await probeSandbox("/bin/true", none)).name).toBe("none");
  });

  test("one that does not start is not used", async () => {
    const broken = (name: string) => Promise.resolve(name === "bwrap" ? "/bin/false" : null);
    expect((await probeSandbox("/bin/true", broken)).name).toBe("none");
  });
});

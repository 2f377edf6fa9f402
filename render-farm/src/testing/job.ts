/** A job's surroundings for tests: a fresh directory, an engine, plenty of time. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import { createWasmEngine } from "@cutroom/adapters/media-engine/wasm";
import type { MediaEngine } from "@cutroom/ports";
import type { JobContext } from "../job-context.ts";

export async function testEngine(kind: "native" | "wasm"): Promise<MediaEngine> {
  if (kind === "wasm") return createWasmEngine();
  const native = await probeNative(process.env["PATH"] ?? "");
  if (native === null) throw new Error("these tests need ffmpeg and ffprobe on the PATH");
  return createNativeEngine(native);
}

export interface TestJob {
  readonly context: JobContext;
  readonly progress: number[];
  readonly log: Readonly<Record<string, unknown>>[];
  readonly abort: () => void;
  remove(): Promise<void>;
}

export async function testJob(engine: MediaEngine): Promise<TestJob> {
  const directory = await mkdtemp(join(tmpdir(), "farm-test-"));
  const controller = new AbortController();
  const progress: number[] = [];
  const log: Readonly<Record<string, unknown>>[] = [];
  return {
    log,
    progress,
    abort: () => controller.abort(),
    context: {
      engine,
      directory,
      signal: controller.signal,
      clock: { nowMs: () => Date.now() },
      deadlineAtMs: Date.now() + 110_000,
      progress: (percent) => void progress.push(percent),
      log: (event, fields) => void log.push({ event, ...fields }),
      cpu: { ms: 0 },
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

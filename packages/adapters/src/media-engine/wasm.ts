/**
 * FFmpeg as WebAssembly (`@ffmpeg/core`, one thread) in a worker thread per running job. Used
 * where no native FFmpeg is installed; slower, but the same frames.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { EngineJob, EngineOutcome, MediaEngine } from "@cutroom/ports";
import { tail } from "./output-tail.ts";
import { frameReader } from "./progress.ts";

/** A core that has run about a hundred jobs reads outside its memory; it is replaced early. */
const JOBS_PER_CORE = 10;

interface Core {
  readonly worker: Worker;
  jobsDone: number;
}

/** Node has it; its typings leave it to the DOM's. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
};

type CoreMessage =
  | { readonly kind: "stdout" | "stderr" | "progress" | "crashed"; readonly text: string }
  | { readonly kind: "done"; readonly exitCode: number; readonly cpuMs: number };

/** Loads the core once (about a second) and asks it for its version. */
export async function createWasmEngine(): Promise<MediaEngine> {
  const coreFile = createRequire(import.meta.url).resolve("@ffmpeg/core");
  const corePath = path.join(path.dirname(coreFile), "..", "esm", "ffmpeg-core.js");
  const wasm = await readFile(path.join(path.dirname(corePath), "ffmpeg-core.wasm"));
  const cores = createCores(corePath, await WebAssembly.compile(wasm));
  const ask: EngineJob = { tool: "ffmpeg", args: ["-version"], directory: "/", timeoutMs: 60_000 };
  const answer = await runJob(cores, ask);
  const version = /^ffmpeg version (\S+)/m.exec(answer.stdout)?.[1];
  if (version === undefined) throw new Error(`ffmpeg-core does not start: ${answer.stderr}`);
  const jobs = new Set<Promise<EngineOutcome>>();
  return {
    kind: "wasm",
    version,
    run: (job) => {
      const running = runJob(cores, job).finally(() => jobs.delete(running));
      jobs.add(running);
      return running;
    },
    close: async () => {
      for (const stop of cores.running) stop();
      await Promise.allSettled(jobs);
      await cores.close();
    },
  };
}

type Cores = ReturnType<typeof createCores>;

function createCores(corePath: string, wasmModule: object) {
  const idle: Core[] = [];
  const running = new Set<() => void>();
  return {
    running,
    /** A ready core: an idle one, or a new one. */
    async take(fresh: boolean): Promise<Core> {
      const waiting = fresh ? undefined : idle.pop();
      if (waiting) return waiting;
      const worker = new Worker(new URL("wasm-worker.mjs", import.meta.url), {
        workerData: { corePath, wasmModule },
        env: {},
        stdout: true,
        stderr: true,
      });
      await new Promise<void>((resolve, reject) => {
        worker.once("message", () => resolve());
        worker.once("error", reject);
      });
      worker.unref();
      return { worker, jobsDone: 0 };
    },
    async giveBack(core: Core, healthy: boolean): Promise<void> {
      core.jobsDone += 1;
      core.worker.removeAllListeners("message").removeAllListeners("error");
      if (healthy && core.jobsDone < JOBS_PER_CORE) idle.push(core);
      else await core.worker.terminate();
    },
    async close(): Promise<void> {
      await Promise.all(idle.splice(0).map((core) => core.worker.terminate()));
    },
  };
}

async function runJob(cores: Cores, job: EngineJob): Promise<EngineOutcome> {
  if (job.signal?.aborted === true) return failed("aborted", null, "", "");
  // FFmpeg cleans up after itself at the end of a good run only: after an early exit (no
  // input: "-version"), and always after ffprobe, the next run on the core hangs or repeats it.
  const probes = job.tool === "ffprobe";
  const leavesEarly = probes || !job.args.includes("-i");
  const core = await cores.take(probes);
  let healthy = false;
  try {
    const outcome = await superviseJob(cores, core, job);
    healthy = outcome.ok && !leavesEarly;
    return outcome;
  } finally {
    await cores.giveBack(core, healthy);
  }
}

function superviseJob(cores: Cores, core: Core, job: EngineJob): Promise<EngineOutcome> {
  const stdout = tail();
  const stderr = tail();
  const onProgress = frameReader(job.onFrame);
  const { worker } = core;
  const { promise, resolve } = promiseWithResolver();
  const fail = (reason: Reason, exitCode: number | null = null) =>
    resolve(failed(reason, exitCode, stdout.text(), stderr.text()));
  const onMessage = (message: CoreMessage) => {
    switch (message.kind) {
      case "stdout":
        return stdout.push(Buffer.from(`${message.text}\n`));
      case "stderr":
        return stderr.push(Buffer.from(`${message.text}\n`));
      case "progress":
        return onProgress(Buffer.from(message.text));
      case "crashed":
        stderr.push(Buffer.from(message.text));
        return fail("crashed");
      case "done": {
        if (message.exitCode !== 0) return fail("exit", message.exitCode);
        const cpuMs = Math.round(message.cpuMs);
        return resolve({ ok: true, stdout: stdout.text(), stderr: stderr.text(), cpuMs });
      }
      default:
        return message satisfies never;
    }
  };
  worker.on("message", onMessage);
  worker.on("error", (error) => onMessage({ kind: "crashed", text: String(error) }));
  worker.ref();
  const onAbort = () => fail("aborted");
  const timer = setTimeout(() => fail("timeout"), job.timeoutMs);
  job.signal?.addEventListener("abort", onAbort, { once: true });
  cores.running.add(onAbort);
  const { tool, args, directory } = job;
  const progress = job.onFrame !== undefined;
  const order = { tool, args: [...args], directory: path.resolve(directory), progress };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  worker.postMessage(order);
  return promise.finally(() => {
    clearTimeout(timer);
    job.signal?.removeEventListener("abort", onAbort);
    cores.running.delete(onAbort);
    worker.unref();
  });
}

function promiseWithResolver() {
  let resolve: (outcome: EngineOutcome) => void = () => undefined;
  const promise = new Promise<EngineOutcome>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

type Reason = Extract<EngineOutcome, { ok: false }>["reason"];

function failed(
  reason: Reason,
  exitCode: number | null,
  stdout: string,
  stderr: string,
): EngineOutcome {
  return { ok: false, reason, exitCode, stdout, stderr };
}

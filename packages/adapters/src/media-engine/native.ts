/**
 * FFmpeg as a native program: no shell, its own process group, and the whole group killed at
 * the time limit or on abort, so nothing outlives its job.
 */
import { spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import path from "node:path";
import type { ChildProcess } from "node:child_process";
import type { EngineJob, EngineOutcome, MediaEngine } from "@cutroom/ports";
import { tail } from "./output-tail.ts";
import { frameReader } from "./progress.ts";
import { NO_SANDBOX, probeSandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

export interface NativeOptions {
  readonly ffmpegPath: string;
  readonly ffprobePath: string;
  readonly version: string;
  /** How much the scheduler should prefer other processes; 0 to 19. */
  readonly niceness?: number;
  /** Around every run; absent: nothing. */
  readonly sandbox?: Sandbox;
}

type End = Extract<EngineOutcome, { ok: false }>["reason"] | null;

export function createNativeEngine(options: NativeOptions): MediaEngine {
  const running = new Set<() => Promise<void>>();
  return {
    kind: "native",
    version: options.version,
    run: (job) => runJob(options, job, running),
    close: async () => {
      await Promise.all([...running].map((stop) => stop()));
    },
  };
}

/**
 * The native engine of this machine: ffmpeg and ffprobe from `searchPath` (the form of PATH),
 * with their version; null when one is missing or does not run.
 */
export async function probeNative(searchPath: string): Promise<NativeOptions | null> {
  const ffmpegPath = await findProgram("ffmpeg", searchPath);
  const ffprobePath = await findProgram("ffprobe", searchPath);
  if (ffmpegPath === null || ffprobePath === null) return null;
  const engine = createNativeEngine({ ffmpegPath, ffprobePath, version: "unknown" });
  const ask = { args: ["-version"], directory: "/", timeoutMs: 10_000 };
  const [encoder, prober] = await Promise.all([
    engine.run({ tool: "ffmpeg", ...ask }),
    engine.run({ tool: "ffprobe", ...ask }),
  ]);
  const version = /^ffmpeg version (\S+)/.exec(encoder.stdout)?.[1];
  if (!encoder.ok || !prober.ok || version === undefined) return null;
  return { ffmpegPath, ffprobePath, version };
}

/** The same engine inside the strongest sandbox that works here; its name is for the log. */
export async function confineNative(
  native: NativeOptions,
  searchPath: string,
): Promise<NativeOptions & { readonly sandbox: Sandbox }> {
  const find = (name: string) => findProgram(name, searchPath);
  return { ...native, sandbox: await probeSandbox(native.ffmpegPath, find) };
}

async function findProgram(name: string, searchPath: string): Promise<string | null> {
  for (const directory of searchPath.split(path.delimiter).filter((one) => one !== "")) {
    const candidate = path.join(directory, name);
    try {
      await access(candidate, constants.X_OK);
      return candidate;
    } catch {
      continue;
    }
  }
  return null;
}

function commandOf(options: NativeOptions, job: EngineJob): [string, string[]] {
  const program = job.tool === "ffmpeg" ? options.ffmpegPath : options.ffprobePath;
  const progress = job.onFrame ? ["-nostats", "-progress", "pipe:3"] : [];
  const args = job.tool === "ffmpeg" ? ["-benchmark", ...progress, ...job.args] : job.args;
  const niceness = options.niceness ?? 0;
  const [first, rest] = (options.sandbox ?? NO_SANDBOX).wrap(program, args, job);
  return niceness > 0 ? ["nice", ["-n", String(niceness), first, ...rest]] : [first, rest];
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has ended by itself in the meantime.
  }
}

async function runJob(
  options: NativeOptions,
  job: EngineJob,
  running: Set<() => Promise<void>>,
): Promise<EngineOutcome> {
  if (job.signal?.aborted === true) {
    return { ok: false, reason: "aborted", exitCode: null, stdout: "", stderr: "" };
  }
  const [program, args] = commandOf(options, job);
  const child = spawn(program, args, {
    cwd: job.directory,
    detached: true,
    shell: false,
    // A clean environment: no proxy, no FFREPORT, no font path can change a render.
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const stdout = tail();
  const stderr = tail();
  child.stdout?.on("data", stdout.push);
  child.stderr?.on("data", stderr.push);
  child.stdio[3]?.on("data", frameReader(job.onFrame));

  let end: End = null;
  const stop = (reason: End) => {
    end ??= reason;
    killGroup(child);
  };
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code));
  });
  const timer = setTimeout(() => stop("timeout"), job.timeoutMs);
  const onAbort = () => stop("aborted");
  job.signal?.addEventListener("abort", onAbort, { once: true });
  const close = async () => {
    stop("aborted");
    await ended.catch(() => null);
  };
  running.add(close);
  try {
    const exitCode = await ended;
    const texts = { stdout: stdout.text(), stderr: stderr.text() };
    if (end === null && exitCode === 0) return { ok: true, ...texts, cpuMs: cpuMsOf(texts.stderr) };
    return {
      ok: false,
      reason: end ?? (exitCode === null ? "crashed" : "exit"),
      exitCode,
      ...texts,
    };
  } finally {
    clearTimeout(timer);
    job.signal?.removeEventListener("abort", onAbort);
    running.delete(close);
    killGroup(child);
  }
}

/** From `-benchmark`, which prints `bench: utime=1.2s stime=0.1s rtime=0.6s`. */
function cpuMsOf(stderr: string): number {
  const found = /utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr);
  return found ? Math.round((Number(found[1]) + Number(found[2])) * 1000) : 0;
}

/**
 * Worker: runs `@ffmpeg/core` (single thread; GPL, a file of its own), one job after the other,
 * each with files of its own.
 */
import { tellLoaded } from "../../offline/loaded-by-worker.ts";
import { vendorUrl } from "../vendor.ts";
import { keepsStack } from "./core-stack.ts";
import type { StackExports } from "./core-stack.ts";

export interface CoreJob {
  /** By file name; gone when the job has ended. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly args: readonly string[];
  readonly outputName: string;
  readonly timeoutMs: number;
}

/** The first answer is that the core is ready; each job has one of its own. */
export interface CoreAnswer {
  /** What the job wrote; null when the core is ready, and when there was a problem. */
  readonly output: Uint8Array | null;
  readonly problem: string | null;
}

interface FfmpegCore {
  readonly asm: StackExports;
  readonly ret: number;
  readonly FS: {
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array;
    unlink(path: string): void;
  };
  setTimeout(timeoutMs: number): void;
  exec(...args: readonly string[]): void;
  reset(): void;
}

interface CoreModule {
  readonly default: (options: { readonly mainScriptUrlOrBlob: string }) => Promise<FfmpegCore>;
}

async function loadCore(): Promise<FfmpegCore> {
  const coreURL = vendorUrl("ffmpeg/ffmpeg-core.js");
  const { default: createCore } = (await import(
    /* turbopackIgnore: true */ /* @vite-ignore */ coreURL
  )) as CoreModule;
  // How its build wants to be told where the other file lies.
  const places = btoa(JSON.stringify({ wasmURL: vendorUrl("ffmpeg/ffmpeg-core.wasm") }));
  const core = await createCore({ mainScriptUrlOrBlob: `${coreURL}#${places}` });
  tellLoaded(coreURL);
  return core;
}

function runJob(core: FfmpegCore, { files, args, outputName, timeoutMs }: CoreJob): Uint8Array {
  for (const [fileName, bytes] of files) core.FS.writeFile(fileName, bytes);
  core.setTimeout(timeoutMs);
  keepsStack(core.asm, () => core.exec(...args));
  const exit = core.ret;
  core.reset();
  if (exit !== 0) throw new Error(`ffmpeg ended with ${exit}`);
  const output = core.FS.readFile(outputName);
  for (const fileName of [...files.keys(), outputName]) core.FS.unlink(fileName);
  return output;
}

const loading = loadCore();

loading.then(
  () => answerWith({ output: null, problem: null }),
  (error: unknown) => answerWith({ output: null, problem: String(error) }),
);

self.addEventListener("message", ({ data }: MessageEvent<CoreJob>) => {
  loading
    .then((core) => answerWith({ output: runJob(core, data), problem: null }))
    .catch((error: unknown) => answerWith({ output: null, problem: String(error) }));
});

function answerWith(answer: CoreAnswer): void {
  const transfer = answer.output === null ? [] : [answer.output.buffer];
  self.postMessage(answer, { transfer });
}

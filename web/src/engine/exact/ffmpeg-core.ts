/** Loads `@ffmpeg/core` in a worker of its own. */
import { vendorUrl } from "../vendor.ts";
import type { CoreAnswer, CoreJob } from "./core-worker.ts";
import type { Core } from "./recycled-core.ts";

class FfmpegWorker implements Core {
  readonly #worker = new Worker(new URL("./core-worker.ts", import.meta.url), { type: "module" });
  #waiting: {
    readonly resolve: (output: Uint8Array | null) => void;
    readonly reject: (cause: Error) => void;
  } | null = null;

  constructor() {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<CoreAnswer>) => {
      if (data.problem === null) this.#waiting?.resolve(data.output);
      else this.#waiting?.reject(new Error(data.problem));
    });
    this.#worker.addEventListener("error", () => this.#fail("the FFmpeg worker stopped"));
  }

  async ready(): Promise<void> {
    await this.#answer();
  }

  async run(job: CoreJob): Promise<Uint8Array> {
    this.#worker.postMessage(job, []);
    const output = await this.#answer();
    if (output === null) throw new Error("FFmpeg wrote nothing");
    return output;
  }

  end(): void {
    this.#worker.terminate();
    this.#fail("the FFmpeg worker was ended");
  }

  #answer(): Promise<Uint8Array | null> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  #fail(problem: string): void {
    this.#waiting?.reject(new Error(problem));
  }
}

/** `onProgress`: share of the download, 0 to 1. */
export async function loadFfmpegCore(onProgress: (share: number) => void): Promise<Core> {
  await download(vendorUrl("ffmpeg/ffmpeg-core.wasm"), onProgress);
  const core = new FfmpegWorker();
  try {
    await core.ready();
  } catch (error) {
    core.end();
    throw error;
  }
  return core;
}

/** Fills the HTTP cache, which the worker then loads from; the bytes themselves are let go. */
async function download(url: string, onProgress: (share: number) => void): Promise<void> {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`the exact engine answered ${answer.status}`);
  const total = Number(answer.headers.get("content-length") ?? 0);
  const reader = answer.body.getReader();
  let done = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    done += part.value.byteLength;
    if (total > 0) onProgress(Math.min(1, done / total));
  }
}

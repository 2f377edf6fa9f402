/** Loads `@ffmpeg/core` (single thread; GPL, a file of its own) in its worker. */
import type { FFmpeg } from "@ffmpeg/ffmpeg";
import { tellLoaded } from "../../offline/loaded-by-worker.ts";
import { vendorUrl } from "../vendor.ts";
import type { Core } from "./recycled-core.ts";

/** `onProgress`: share of the download, 0 to 1. */
export async function loadFfmpegCore(onProgress: (share: number) => void): Promise<Core> {
  const wasmURL = vendorUrl("ffmpeg/ffmpeg-core.wasm");
  await download(wasmURL, onProgress);
  // Served as it is, worker and all: bundlers try to follow the worker's address and cannot,
  // because it is known at run time only.
  const { FFmpeg: Engine } = (await import(
    /* turbopackIgnore: true */ /* @vite-ignore */ vendorUrl("ffmpeg/index.js")
  )) as { readonly FFmpeg: new () => FFmpeg };
  const ffmpeg = new Engine();
  const coreURL = vendorUrl("ffmpeg/ffmpeg-core.js");
  await ffmpeg.load({ coreURL, wasmURL });
  tellLoaded(coreURL);
  return {
    write: async (fileName, bytes) => {
      // The buffer is handed to the worker and gone here, so it gets its own.
      await ffmpeg.writeFile(fileName, bytes.slice());
    },
    run: (args, timeoutMs) => ffmpeg.exec([...args], timeoutMs),
    read: async (fileName) => {
      const data = await ffmpeg.readFile(fileName);
      if (typeof data === "string") throw new TypeError("text where bytes were asked for");
      return data;
    },
    remove: async (fileName) => {
      await ffmpeg.deleteFile(fileName);
    },
    end: () => ffmpeg.terminate(),
  };
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

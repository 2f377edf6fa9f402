/** Reads a HEIC photo with libheif, in a thread of its own that ends with it. */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { ok } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import { faulted, refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";

export interface HeifPicture {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Straight alpha, upright, row by row from the top. */
  readonly rgba: Uint8Array;
}

type Answer =
  | ({ readonly kind: "read" } & HeifPicture)
  | { readonly kind: "too-large"; readonly width: number; readonly height: number }
  | { readonly kind: "failed"; readonly text: string };

/** Of JavaScript; the library's own memory ends at 2 GiB. */
const HEAP_MIB = 512;
/** Far longer than 40 megapixels take. */
const LONGEST_MS = 120_000;

function explain(text: string): StepResult<never> {
  const kept = text.slice(0, 3_000);
  if (/not been built in|unsupported/i.test(kept)) return refused("UNSUPPORTED_FORMAT", kept);
  if (/end of file|cannot read full/i.test(kept)) return refused("TRUNCATED", kept);
  return refused("CORRUPT", kept);
}

function askThread(
  { signal }: JobContext,
  order: { readonly filePath: string; readonly maxPixels: number },
  timeoutMs: number,
): Promise<StepResult<Answer>> {
  const library = createRequire(import.meta.url).resolve("libheif-js/libheif-wasm/libheif.js");
  const thread = new Worker(new URL("heif-worker.mjs", import.meta.url), {
    workerData: { libraryPath: library, ...order },
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
  let onAbort = () => {};
  let timer: NodeJS.Timeout | undefined;
  const answered = new Promise<StepResult<Answer>>((resolve) => {
    onAbort = () => resolve(refused("CANCELED", "the job was aborted"));
    timer = setTimeout(() => resolve(refused("DEADLINE", "the photo took too long")), timeoutMs);
    signal.addEventListener("abort", onAbort, { once: true });
    thread.once("message", (answer: Answer) => resolve(ok(answer)));
    thread.once("error", (error) => resolve(refused("CORRUPT", `libheif ended: ${String(error)}`)));
    thread.once("exit", (code) => resolve(faulted("RENDER_FAILED", `libheif left with ${code}`)));
  });
  return answered.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    return thread.terminate();
  });
}

/**
 * PIXEL_LIMIT before anything is decoded, TRUNCATED, CORRUPT, or UNSUPPORTED_FORMAT for pictures
 * of another kind in the same container.
 */
export async function readHeif(
  context: JobContext,
  filePath: string,
  maxPixels: number,
): Promise<StepResult<HeifPicture>> {
  if (context.signal.aborted) return refused("CANCELED", "the job was aborted");
  const leftMs = context.deadlineAtMs - context.clock.nowMs();
  if (leftMs <= 0) return refused("DEADLINE", "no time left for the photo");
  const asked = await askThread(context, { filePath, maxPixels }, Math.min(leftMs, LONGEST_MS));
  if (!asked.ok) return asked;
  const answer = asked.value;
  if (answer.kind === "read") return ok(answer);
  if (answer.kind === "failed") return explain(answer.text);
  return refused("PIXEL_LIMIT", `announces ${answer.width}x${answer.height}`);
}

/**
 * Brings one object to the scratch directory: streamed, hashed on the way, resumed by Range
 * where the connection broke, and believed only when it is as long as announced.
 */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { Readable, addAbortSignal } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { ok } from "@cutroom/timeline";
import { faulted, refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";

export interface DownloadRequest {
  readonly url: string;
  readonly path: string;
  /** Exactly this many bytes must arrive. */
  readonly sizeBytes: number;
  /** They are a part of the object that begins here; absent: all of it. */
  readonly fromByte?: number;
  readonly signal: AbortSignal;
  readonly onBytes?: (done: number) => void;
}

export interface Downloaded {
  readonly sha256: string;
}

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 200;

/** The store says that there is no such object: no retry will change that. */
const GONE = new Set([404, 410]);

interface Progress {
  done: number;
  hash: ReturnType<typeof createHash>;
}

async function receive(
  request: DownloadRequest,
  file: FileHandle,
  progress: Progress,
): Promise<number> {
  const { fromByte, sizeBytes } = request;
  const isPart = fromByte !== undefined;
  const first = (fromByte ?? 0) + progress.done;
  const last = isPart ? fromByte + sizeBytes - 1 : "";
  const headers = isPart || progress.done > 0 ? { range: `bytes=${first}-${last}` } : undefined;
  const response = await fetch(request.url, {
    signal: request.signal,
    ...(headers === undefined ? {} : { headers }),
  });
  // Who answers a part with the whole sends other bytes than were asked for.
  const isOther = isPart && response.status !== 206;
  if (!response.ok || isOther || response.body === null) {
    await response.body?.cancel();
    return response.status;
  }
  if (response.status !== 206 && progress.done > 0) {
    progress.done = 0;
    progress.hash = createHash("sha256");
    await file.truncate(0);
  }
  // An abort between two chunks may leave the body of a fetch open for ever; a stream it ends.
  const body = addAbortSignal(request.signal, Readable.fromWeb(response.body));
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    if (progress.done + chunk.length > request.sizeBytes) return 413;
    await file.write(chunk, 0, chunk.length, progress.done);
    progress.hash.update(chunk);
    progress.done += chunk.length;
    request.onBytes?.(progress.done);
  }
  return response.status;
}

/**
 * STORAGE_FAILED, retryable, when the bytes do not arrive; ASSET_MISSING when the store has no
 * such object; CANCELED when the signal aborts.
 */
export async function download(request: DownloadRequest): Promise<StepResult<Downloaded>> {
  const file = await open(request.path, "w", 0o600);
  const progress: Progress = { done: 0, hash: createHash("sha256") };
  let last = "nothing arrived";
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1), null, request);
      try {
        const status = await receive(request, file, progress);
        if (GONE.has(status)) return refused("ASSET_MISSING", `the store answered ${status}`);
        if (status === 413) return refused("STORAGE_FAILED", "longer than announced");
        last = `status ${status}, ${progress.done} of ${request.sizeBytes} bytes`;
        if (status < 300 && progress.done === request.sizeBytes) {
          return ok({ sha256: progress.hash.digest("hex") });
        }
      } catch (error) {
        if (request.signal.aborted) break;
        last = `${String(error)} after ${progress.done} of ${request.sizeBytes} bytes`;
      }
    }
  } catch (error) {
    if (!request.signal.aborted) throw error;
  } finally {
    await file.close();
  }
  if (request.signal.aborted) return refused("CANCELED", "the job was aborted");
  return faulted("STORAGE_FAILED", `download: ${last}`);
}

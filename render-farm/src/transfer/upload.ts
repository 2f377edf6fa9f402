/**
 * Sends one finished file to the store: streamed with its length, tried again with pauses, by every
 * way to the store that there is.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ok } from "@cutroom/timeline";
import { faulted, refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";

export interface UploadRequest {
  readonly name: string;
  /** Presigned for one key, by each endpoint of the store; they are tried in turn. */
  readonly urls: readonly [string, ...string[]];
  readonly contentType: string;
  readonly path: string;
  readonly signal: AbortSignal;
}

export interface Stored {
  readonly name: string;
  readonly size_bytes: number;
  readonly sha256: string;
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 300;
/** A connection on which nothing moves for this long is given up. */
const STALL_MS = 60_000;

/** One PUT. Node's own client, because fetch sends streams without a length. */
async function put(
  sending: UploadRequest,
  to: string,
  sizeBytes: number,
): Promise<{ status: number; sha256: string }> {
  const url = new URL(to);
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const hash = createHash("sha256");
  const outgoing = send(url, {
    method: "PUT",
    headers: { "content-type": sending.contentType, "content-length": sizeBytes },
    signal: sending.signal,
    timeout: STALL_MS,
  });
  outgoing.once("timeout", () => outgoing.destroy(new Error("the store does not answer")));
  const answered = new Promise<number>((resolve, reject) => {
    outgoing.once("error", reject);
    outgoing.once("response", (response) => {
      response.resume();
      response.once("error", reject);
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
  });
  const [, status] = await Promise.all([
    pipeline(
      createReadStream(sending.path),
      async function* hashed(source) {
        for await (const chunk of source as AsyncIterable<Uint8Array>) {
          hash.update(chunk);
          yield chunk;
        }
      },
      outgoing,
    ),
    answered,
  ]);
  return { status, sha256: hash.digest("hex") };
}

/** STORAGE_FAILED, retryable, when the store does not take it; CANCELED when aborted. */
export async function upload(request: UploadRequest): Promise<StepResult<Stored>> {
  const { size } = await stat(request.path);
  let last = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (request.signal.aborted) break;
    try {
      if (attempt > 0) await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1), null, request);
      const to = request.urls[attempt % request.urls.length] ?? request.urls[0];
      const { status, sha256 } = await put(request, to, size);
      if (status >= 200 && status < 300) {
        return ok({ name: request.name, size_bytes: size, sha256 });
      }
      last = `status ${status}`;
    } catch (error) {
      last = String(error);
    }
  }
  if (request.signal.aborted) return refused("CANCELED", "the job was aborted");
  return faulted("STORAGE_FAILED", `upload of ${request.name}: ${last}`);
}

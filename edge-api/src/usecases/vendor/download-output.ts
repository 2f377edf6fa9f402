/** Fetches what a vendor has made, whole or not at all (I6, F127). */
import type { Result } from "@cutroom/timeline";
import { ok } from "@cutroom/timeline";
import type { Hop, HopAnswer } from "../../deps.ts";

export type DownloadFailure =
  /** The address does not serve it any more: a new one may. */
  | { readonly code: "expired"; readonly internal: string }
  | { readonly code: "failed"; readonly internal: string };

export interface Wanted {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly hopTo: (url: string) => Hop;
}

/** More than ten seconds of 4K weigh, and as much as one process may hold of them at once. */
const MOST_BYTES = 192 * 1024 * 1024;
const HOP_TIMEOUT_MS = 60_000;
const REDIRECTS = 3;
const TRIES = 5;
const GONE = new Set([401, 403, 404, 410]);

class Failed extends Error {
  readonly failure: DownloadFailure;
  constructor(code: DownloadFailure["code"], internal: string) {
    super(internal);
    this.failure = { code, internal };
  }
}

/** Follows redirects, each judged as the first was; keys go to the first host alone. */
async function reach(wanted: Wanted, from: number): Promise<HopAnswer> {
  const first = new URL(wanted.url);
  let url = first;
  for (let turn = 0; turn <= REDIRECTS; turn += 1) {
    const own = url.origin === first.origin ? wanted.headers : {};
    const range = from > 0 ? { range: `bytes=${from}-` } : {};
    const headers = { ...own, ...range };
    const answer = await wanted.hopTo(url.href)({
      url: url.href,
      headers,
      timeoutMs: HOP_TIMEOUT_MS,
    });
    if (answer === "blocked") throw new Failed("failed", "an address that may not be called");
    const next = answer.headers.get("location");
    if (answer.status < 300 || answer.status >= 400 || next === null) return answer;
    answer.discard();
    url = new URL(next, url);
  }
  throw new Failed("failed", "too many redirects");
}

interface Partial {
  chunks: Uint8Array[];
  sizeBytes: number;
  /** As announced; null while nobody has said. */
  wholeBytes: number | null;
}

/** The size of the whole, by the header of an answer that starts at `from`. */
function wholeOf({ status, headers }: HopAnswer, from: number): number | null {
  const range = /\/(\d+)$/u.exec(headers.get("content-range") ?? "")?.[1];
  if (status === 206) return range === undefined ? null : Number(range);
  const length = headers.get("content-length");
  return length === null ? null : from + Number(length);
}

/** Reads on from where it was cut; starts anew where the host knows no ranges. */
async function readOn(wanted: Wanted, got: Partial): Promise<void> {
  const answer = await reach(wanted, got.sizeBytes);
  const { status } = answer;
  if (status !== 200 && status !== 206) answer.discard();
  if (GONE.has(status)) throw new Failed("expired", `status ${status}`);
  if (status !== 200 && status !== 206) throw new Error(`status ${status}`);
  if (status === 200) Object.assign(got, { chunks: [], sizeBytes: 0, wholeBytes: null });
  const whole = wholeOf(answer, got.sizeBytes);
  if (got.wholeBytes !== null && whole !== got.wholeBytes) {
    Object.assign(got, { chunks: [], sizeBytes: 0, wholeBytes: null });
    answer.discard();
    throw new Error("the file has changed its size");
  }
  got.wholeBytes = whole;
  if ((whole ?? 0) > MOST_BYTES) throw new Failed("failed", `${whole} bytes`);
  for await (const chunk of answer.body) {
    got.chunks.push(Uint8Array.from(chunk));
    got.sizeBytes += chunk.byteLength;
    if (got.sizeBytes > MOST_BYTES) throw new Failed("failed", "more bytes than announced");
  }
}

function join(got: Partial): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(got.sizeBytes);
  let at = 0;
  for (const chunk of got.chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/**
 * All bytes of an output. A connection that is cut goes on where it was; what was announced has to
 * arrive.
 */
export async function downloadOutput(
  wanted: Wanted,
): Promise<Result<Uint8Array<ArrayBuffer>, DownloadFailure>> {
  const got: Partial = { chunks: [], sizeBytes: 0, wholeBytes: null };
  let internal = "";
  for (let turn = 0; turn < TRIES; turn += 1) {
    try {
      await readOn(wanted, got);
      if (got.sizeBytes > 0 && (got.wholeBytes ?? got.sizeBytes) === got.sizeBytes) {
        return ok(join(got));
      }
      internal = `${got.sizeBytes} of ${got.wholeBytes} bytes`;
    } catch (error) {
      if (error instanceof Failed) return { ok: false, failure: error.failure };
      internal = String(error);
    }
  }
  return { ok: false, failure: { code: "failed", internal } };
}

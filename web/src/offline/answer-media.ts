/** Media as the worker answers it: from the shelf when it is there, else from the store. */
import { readRange } from "./byte-range.ts";
import type { MediaShelf } from "./media-shelf.ts";

/** First comes what the page is waiting for. */
const FILL_AFTER_MS = 3_000;

interface Wanted {
  readonly id: string;
  readonly request: Request;
  /** Work that goes on after the answer; the worker stays alive for it. */
  readonly later: (work: Promise<unknown>) => void;
}

interface MediaDeps {
  readonly shelf: MediaShelf;
  readonly fetch: typeof fetch;
  readonly pause: (ms: number) => Promise<void>;
}

/** As the store would answer, so that canvases may be read and pages be isolated. */
const STORE_HEADERS = {
  "accept-ranges": "bytes",
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** The answer to a request for a file that is on the shelf. */
export function answerFrom(blob: Blob, rangeHeader: string | null): Response {
  const range = readRange(rangeHeader, blob.size);
  if (range === "unsatisfiable") {
    const headers = { ...STORE_HEADERS, "content-range": `bytes */${blob.size}` };
    return new Response(null, { status: 416, headers });
  }
  const { from, to } = range ?? { from: 0, to: blob.size };
  const headers = {
    ...STORE_HEADERS,
    "content-type": blob.type,
    "content-length": String(to - from),
    ...(range === null ? {} : { "content-range": `bytes ${from}-${to - 1}/${blob.size}` }),
  };
  return new Response(blob.slice(from, to, blob.type), {
    status: range === null ? 200 : 206,
    headers,
  });
}

/** Answers for media; files that are read in parts are fetched whole, one at a time, a moment later. */
export function createMediaAnswer(deps: MediaDeps): (wanted: Wanted) => Promise<Response> {
  const whole = (url: string, priority: RequestPriority) =>
    deps.fetch(url, { mode: "cors", credentials: "omit", priority });
  const keep = async (id: string, answer: Response) => {
    const declared = Number(answer.headers.get("content-length") ?? 0);
    if (answer.status !== 200 || declared > (await deps.shelf.largestFileBytes())) {
      await answer.body?.cancel();
      return;
    }
    await deps.shelf.keep(id, await answer.blob());
  };
  const filling = new Map<string, Promise<void>>();
  let queue: Promise<unknown> = Promise.resolve();
  const fill = (id: string, url: string) => {
    const known = filling.get(id);
    if (known !== undefined) return known;
    const filled = queue
      .then(() => deps.pause(FILL_AFTER_MS))
      .then(async () => keep(id, await whole(url, "low")))
      // A full disk or a lost network: the file is read from the store again.
      .catch(() => undefined)
      .finally(() => filling.delete(id));
    filling.set(id, filled);
    queue = filled;
    return filled;
  };
  return async ({ id, request, later }) => {
    const kept = await deps.shelf.find(id).catch(() => null);
    const range = request.headers.get("range");
    if (kept !== null) return answerFrom(kept, range);
    if (range !== null) {
      later(fill(id, request.url));
      return deps.fetch(request);
    }
    // Asked for by CORS even for a plain picture: bytes that may not be seen cannot be kept.
    const answer = await whole(request.url, "auto").catch(() => deps.fetch(request));
    if (answer.ok) later(keep(id, answer.clone()).catch(() => undefined));
    return answer;
  };
}

/** One file into the library: instant, resumed, or sent part by part. No screen, no Uppy. */
import type { Asset, Client, ProblemBody, ProblemCode } from "@cutroom/contracts";
import type { UploadMemory } from "./memory.ts";
import { type Part, fingerprint, missingParts, partsOf } from "./parts.ts";
import type { PutOutcome } from "./put-part.ts";
import { type PartsTransport, sendParts } from "./send-parts.ts";

/** Up to here the whole file is hashed first, so that bytes the workspace has are not sent. */
const HASH_FIRST_BYTES = 512 * 1024 * 1024;

export type UploadStage = "checking" | "sending" | "finishing";

export interface UploadDeps {
  readonly api: Client;
  readonly memory: UploadMemory;
  readonly userId: string;
  readonly nowMs: () => number;
  /** Hex sha256 of the file, read as a stream. */
  readonly hash: (
    file: File,
    options: { readonly signal: AbortSignal; readonly onRead: (bytes: number) => void },
  ) => Promise<string>;
  readonly put: (
    url: string,
    body: Blob,
    options: { readonly signal: AbortSignal; readonly onSent: (bytes: number) => void },
  ) => Promise<PutOutcome>;
  readonly whenOnline: PartsTransport["whenOnline"];
  readonly pause: PartsTransport["pause"];
}

export interface UploadWatch {
  readonly signal: AbortSignal;
  /** Bytes read or sent so far of the stage. */
  readonly onProgress: (stage: UploadStage, bytes: number) => void;
  /** As soon as the library knows the file. */
  readonly onAsset: (asset: Asset) => void;
}

/** A refusal of the API, to be shown by its code. */
export class UploadRefused extends Error {
  override readonly name = "UploadRefused";
  readonly problem: ProblemBody;
  constructor(problem: ProblemBody) {
    super(problem.title);
    this.problem = problem;
  }
}

const CLOSED: ReadonlySet<ProblemCode> = new Set(["request.not-found", "upload.closed"]);

interface OpenUpload {
  readonly uploadId: string;
  readonly parts: readonly Part[];
  readonly missing: readonly Part[];
}

async function resume(file: File, key: string, deps: UploadDeps): Promise<OpenUpload | null> {
  const known = await deps.memory.find(key);
  if (known === undefined) return null;
  const answer = await deps.api.listUploadParts({ params: { upload_id: known.uploadId } });
  if (!answer.ok && !CLOSED.has(answer.failure.code)) throw new UploadRefused(answer.failure);
  if (!answer.ok || answer.value.upload.state !== "OPEN") {
    await deps.memory.forget(key);
    return null;
  }
  const parts = partsOf(file.size, answer.value.upload.part_size);
  return { uploadId: known.uploadId, parts, missing: missingParts(parts, answer.value.parts) };
}

async function announce(
  file: File,
  key: string,
  sha256: string | undefined,
  deps: UploadDeps,
  watch: UploadWatch,
): Promise<OpenUpload | null> {
  const answer = await deps.api.createUpload({
    body: {
      file_name: file.name.slice(-300),
      size_bytes: file.size,
      ...(file.type === "" ? {} : { content_type: file.type }),
      ...(sha256 === undefined ? {} : { sha256 }),
    },
  });
  if (!answer.ok) throw new UploadRefused(answer.failure);
  watch.onAsset(answer.value.asset);
  const { upload } = answer.value;
  if (upload === null) return null;
  await deps.memory.remember({
    fingerprint: key,
    userId: deps.userId,
    uploadId: upload.id,
    fileName: file.name,
    sizeBytes: file.size,
    startedAtMs: deps.nowMs(),
  });
  const parts = partsOf(file.size, upload.part_size);
  return { uploadId: upload.id, parts, missing: parts };
}

async function send(
  file: File,
  open: OpenUpload,
  deps: UploadDeps,
  watch: UploadWatch,
): Promise<void> {
  const missingBytes = open.missing.reduce((sum, part) => sum + part.end - part.start, 0);
  const had = file.size - missingBytes;
  watch.onProgress("sending", had);
  await sendParts(
    open.missing,
    {
      sign: async (numbers) => {
        const answer = await deps.api.signUploadParts({
          params: { upload_id: open.uploadId },
          body: { part_numbers: [...numbers] },
        });
        if (!answer.ok) throw new UploadRefused(answer.failure);
        return new Map(answer.value.parts.map((part) => [part.part_number, part.url]));
      },
      put: (url, part, options) => deps.put(url, file.slice(part.start, part.end), options),
      whenOnline: deps.whenOnline,
      pause: deps.pause,
    },
    { signal: watch.signal, onSent: (bytes) => watch.onProgress("sending", had + bytes) },
  );
}

async function complete(
  uploadId: string,
  sha256: string | undefined,
  deps: UploadDeps,
): Promise<Asset> {
  const answer = await deps.api.completeUpload({
    params: { upload_id: uploadId },
    body: sha256 === undefined ? {} : { sha256 },
  });
  if (!answer.ok) throw new UploadRefused(answer.failure);
  return answer.value.asset;
}

/**
 * Uploads one file. Rejects with `UploadRefused` (the API said no), `PartFailed` (the store could
 * not be reached) or the signal's reason; a later call with the same file goes on where it stopped.
 */
export async function uploadFile(file: File, deps: UploadDeps, watch: UploadWatch): Promise<void> {
  const key = fingerprint(file, deps.userId);
  const hash = () =>
    deps.hash(file, {
      signal: watch.signal,
      onRead: (bytes) => watch.onProgress("checking", bytes),
    });
  let open = await resume(file, key, deps);
  let sha256: string | undefined;
  if (open === null) {
    sha256 = file.size > 0 && file.size <= HASH_FIRST_BYTES ? await hash() : undefined;
    open = await announce(file, key, sha256, deps, watch);
  }
  if (open === null) return;
  await send(file, open, deps, watch);
  watch.onProgress("finishing", file.size);
  try {
    watch.onAsset(await complete(open.uploadId, sha256, deps));
  } catch (error) {
    const lost = error instanceof UploadRefused && error.problem.code !== "service.unavailable";
    // A store that lost a part is asked again on the next try; anything else cannot be mended.
    if (lost && error.problem.code !== "upload.incomplete") await deps.memory.forget(key);
    throw error;
  }
  await deps.memory.forget(key);
}

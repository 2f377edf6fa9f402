/** One master in the job's directory, under a name of our own that tells its demuxer. */
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { ok } from "@cutroom/timeline";
import { HEAD_BYTES, sniff } from "../ingest/sniff.ts";
import type { Container } from "../ingest/sniff.ts";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { download } from "../transfer/download.ts";

/** What a master can be; the compiler chooses the demuxer by the ending. */
const ENDINGS: Partial<Record<Container, string>> = {
  mov: "mov",
  matroska: "webm",
  wav: "wav",
  flac: "flac",
  png: "png",
};

async function endingOf(path: string): Promise<string | null> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const sniffed = sniff(new Uint8Array(buffer.buffer, buffer.byteOffset, bytesRead));
    return sniffed.ok ? (ENDINGS[sniffed.container] ?? null) : null;
  } finally {
    await handle.close();
  }
}

/** ASSET_MISSING when the store lost it or what is there is no master. */
export async function fetchMaster(
  context: JobContext,
  master: { readonly asset_id: string; readonly url: string; readonly size_bytes: number },
  number: number,
  onBytes: (done: number) => void,
): Promise<StepResult<{ readonly fileName: string; readonly sha256: string }>> {
  const arriving = join(context.directory, `master-${number}.part`);
  const { url, size_bytes: sizeBytes } = master;
  const { signal } = context;
  const arrived = await download({ url, path: arriving, sizeBytes, signal, onBytes });
  if (!arrived.ok) return arrived;
  const ending = await endingOf(arriving);
  if (ending === null) return refused("ASSET_MISSING", `master of ${master.asset_id} is no master`);
  const fileName = `master-${number}.${ending}`;
  await rename(arriving, join(context.directory, fileName));
  return ok({ fileName, sha256: arrived.value.sha256 });
}

/** Brings every master that a plan uses into the job's directory, under names of our own. */
import { createHash } from "node:crypto";
import { open, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlanInput, PlanRect, RenderPlan } from "@cutroom/compiler";
import type { ExportJob } from "@cutroom/contracts";
import { ok } from "@cutroom/timeline";
import { checkCoverage } from "@cutroom/titles";
import type { TitleRasteriser } from "@cutroom/titles";
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

export interface GatheredInputs {
  readonly files: Record<string, string>;
  readonly titleRects: Record<string, PlanRect>;
  /** sha256 of each file's bytes, by input id. */
  readonly hashes: Record<string, string>;
}

interface FetchedMaster {
  readonly fileName: string;
  readonly sha256: string;
}

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

type Master = ExportJob["assets"][number];

async function fetchMaster(
  context: JobContext,
  master: Master,
  number: number,
  onBytes: (done: number) => void,
): Promise<StepResult<FetchedMaster>> {
  const arriving = join(context.directory, `master-${number}.part`);
  const { url, size_bytes: sizeBytes } = master;
  const arrived = await download({
    url,
    path: arriving,
    sizeBytes,
    signal: context.signal,
    onBytes,
  });
  if (!arrived.ok) return arrived;
  const ending = await endingOf(arriving);
  if (ending === null) return refused("ASSET_MISSING", `master of ${master.asset_id} is no master`);
  const fileName = `master-${number}.${ending}`;
  await rename(arriving, join(context.directory, fileName));
  return ok({ fileName, sha256: arrived.value.sha256 });
}

async function drawTitle(
  context: JobContext,
  input: PlanInput & { kind: "title" },
  number: number,
  rasteriser: TitleRasteriser,
): Promise<StepResult<FetchedMaster & { readonly rect: PlanRect }>> {
  const missing = checkCoverage(input.title.text);
  if (missing.length > 0)
    return refused("TEXT_UNSUPPORTED", `no glyphs for ${missing.length} characters`);
  const drawn = await rasteriser.rasteriseTitle(input.title);
  const fileName = `title-${number}.png`;
  await writeFile(join(context.directory, fileName), drawn.png);
  const sha256 = createHash("sha256").update(drawn.png).digest("hex");
  return ok({ fileName, sha256, rect: drawn.rect });
}

/**
 * ASSET_MISSING when the job has no master for an input, another one than the document names,
 * or the store lost it; TEXT_UNSUPPORTED when a title cannot be drawn.
 */
export async function gatherInputs(
  context: JobContext,
  plan: RenderPlan,
  job: ExportJob,
  rasteriser: TitleRasteriser,
): Promise<StepResult<GatheredInputs>> {
  const files: Record<string, string> = {};
  const titleRects: Record<string, PlanRect> = {};
  const hashes: Record<string, string> = {};
  const fetched = new Map<string, FetchedMaster>();
  const used = new Set(plan.inputs.map((input) => (input.kind === "title" ? "" : input.assetId)));
  const masters = new Map(job.assets.map((asset) => [asset.asset_id, asset]));
  const totalBytes = job.assets
    .filter((asset) => used.has(asset.asset_id))
    .reduce((sum, asset) => sum + asset.size_bytes, 1);
  let doneBytes = 0;
  for (const [number, input] of plan.inputs.entries()) {
    if (input.kind === "title") {
      const title = await drawTitle(context, input, number, rasteriser);
      if (!title.ok) return title;
      files[input.id] = title.value.fileName;
      hashes[input.id] = title.value.sha256;
      titleRects[input.id] = title.value.rect;
      continue;
    }
    const master = masters.get(input.assetId);
    if (master === undefined || master.checksum !== input.checksum) {
      return refused("ASSET_MISSING", `asset ${input.assetId} is not the one of the document`);
    }
    const known = fetched.get(input.assetId);
    if (known !== undefined) {
      files[input.id] = known.fileName;
      hashes[input.id] = known.sha256;
      continue;
    }
    const before = doneBytes;
    const file = await fetchMaster(context, master, number, (done) =>
      context.progress((10 * (before + done)) / totalBytes),
    );
    if (!file.ok) return file;
    doneBytes += master.size_bytes;
    fetched.set(input.assetId, file.value);
    files[input.id] = file.value.fileName;
    hashes[input.id] = file.value.sha256;
  }
  return ok({ files, titleRects, hashes });
}

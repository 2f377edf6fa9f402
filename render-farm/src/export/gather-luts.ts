/** Writes a plan's tables of colours into the job's directory: ours, and those of files. */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LONGEST_CUBE_BYTES, lutFile, parseCube } from "@cutroom/compiler";
import type { ColourTable, PlanLut } from "@cutroom/compiler";
import type { ExportJob } from "@cutroom/contracts";
import { ok } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { download } from "../transfer/download.ts";

interface GatheredLuts {
  readonly files: Record<string, string>;
  readonly hashes: Record<string, string>;
}

type Masters = ReadonlyMap<string, ExportJob["assets"][number]>;

/** What a file holds is read as numbers and written anew: FFmpeg never sees the bytes of a user. */
async function readTable(
  context: JobContext,
  { source }: PlanLut,
  masters: Masters,
): Promise<StepResult<ColourTable | null>> {
  if (source.kind === "built-in") return ok(null);
  const master = masters.get(source.assetId);
  if (master === undefined || master.checksum !== source.checksum) {
    return refused("ASSET_MISSING", `table ${source.assetId} is not the one of the document`);
  }
  if (master.size_bytes > LONGEST_CUBE_BYTES) return refused("LUT_INVALID", "too long");
  const path = join(context.directory, "arriving.cube");
  const { url, size_bytes: sizeBytes } = master;
  const arrived = await download({ url, path, sizeBytes, signal: context.signal });
  if (!arrived.ok) return arrived;
  const parsed = parseCube(await readFile(path, "utf8"));
  return parsed.ok ? ok(parsed.value) : refused("LUT_INVALID", parsed.failure.code);
}

/** ASSET_MISSING or LUT_INVALID when a file is gone, another one, or no table. */
export async function gatherLuts(
  context: JobContext,
  luts: readonly PlanLut[],
  masters: Masters,
): Promise<StepResult<GatheredLuts>> {
  const found: GatheredLuts = { files: {}, hashes: {} };
  for (const [number, lut] of luts.entries()) {
    const table = await readTable(context, lut, masters);
    if (!table.ok) return table;
    const text = lutFile(lut, table.value);
    const fileName = `lut-${number}.cube`;
    await writeFile(join(context.directory, fileName), text);
    found.files[lut.id] = fileName;
    found.hashes[lut.id] = createHash("sha256").update(text).digest("hex");
  }
  return ok(found);
}

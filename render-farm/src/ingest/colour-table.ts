/** A .cube file: read as numbers, kept as a table of our own writing. */
import { open, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LONGEST_CUBE_BYTES, looksLikeCube, parseCube, writeCube } from "@cutroom/compiler";
import { ok } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import type { Ingested } from "./ingest.ts";

const HEAD_BYTES = 8_192;
const FILE_NAME = "table.cube";

async function headOf(path: string): Promise<string> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Null when the file is something else; LUT_INVALID when it is a table that cannot be used. */
export async function ingestColourTable(
  { directory }: JobContext,
  fileName: string,
): Promise<StepResult<Ingested> | null> {
  const path = join(directory, fileName);
  if (!looksLikeCube(await headOf(path))) return null;
  if ((await stat(path)).size > LONGEST_CUBE_BYTES) return refused("LUT_INVALID", "too long");
  const parsed = parseCube(await readFile(path, "utf8"));
  if (!parsed.ok) return refused("LUT_INVALID", JSON.stringify(parsed.failure));
  await writeFile(join(directory, FILE_NAME), writeCube(parsed.value));
  return ok({
    facts: { kind: "lut", duration: 0, video: null, audio: null },
    warnings: [],
    hasMaster: true,
    filmstrip: null,
    subtitles: [],
    saidOrigin: null,
    files: { master: FILE_NAME, proxy: FILE_NAME },
    reasons: ["a table of colours is written anew"],
  });
}

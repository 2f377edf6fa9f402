/**
 * Whether a picture really is see-through somewhere. GIF and PNG decode to formats with alpha
 * even when every pixel is solid, and solid clips must not pay for alpha.
 */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import { openSource } from "./open-source.ts";
import type { ProbeStream } from "./probe.ts";
import type { Container } from "./sniff.ts";

const ALPHA_FORMAT = /^(yuva|rgba|bgra|argb|abgr|gbrap|ya8|ya16|pal8)/;
/** A 64th of solid white after averaging: below it, something shows through. */
const SOLID = 255;
const MAX_SAMPLED_FRAMES = 600;

/** Decodes the alpha plane at low resolution. False at once when the format has none. */
export async function isTransparent(
  context: JobContext,
  source: { readonly container: Container; readonly fileName: string; readonly maxPixels: number },
  stream: ProbeStream,
  decoder: string | null,
): Promise<StepResult<boolean>> {
  if (decoder === null && !ALPHA_FORMAT.test(stream.pix_fmt ?? "")) return ok(false);
  const fileName = "alpha.raw";
  const filters = "format=rgba,alphaextract,scale=w=128:h=128:flags=area,format=gray";
  const run = await runTool(context, "ffmpeg", [
    "-hide_banner",
    "-nostdin",
    "-y",
    "-v",
    "error",
    ...openSource(source.container, source.fileName, source, decoder),
    "-map",
    `0:${stream.index}`,
    "-vf",
    filters,
    "-frames:v",
    String(MAX_SAMPLED_FRAMES),
    "-f",
    "rawvideo",
    fileName,
  ]);
  if (!run.ok && run.failure.code !== "RENDER_FAILED") return run;
  if (!run.ok) return ok(false);
  const path = join(context.directory, fileName);
  const plane = await readFile(path);
  await rm(path, { force: true });
  return ok(plane.some((value) => value < SOLID));
}

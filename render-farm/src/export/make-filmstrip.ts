/** The small pictures of a finished film that its share page shows to whoever looks for a place in it. */
import { openArgs } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import { filmstripOf } from "../ingest/thumbnails.ts";
import type { Filmstrip } from "../ingest/thumbnails.ts";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";

/** As far apart as our key frames, which alone are decoded: a long film costs seconds, not minutes. */
const LEAST_MS = 2_000;

/** Leaves the sheet in the job's directory; a tile shows the last key frame before its time. */
export async function makeFilmstrip(
  context: JobContext,
  { width, height, frameCount, rate }: RenderPlan,
  film: string,
): Promise<StepResult<Filmstrip>> {
  const colour = { matrix: "bt709", range: "tv" } as const;
  const strip = filmstripOf({ width, height, frameCount, rate, colour }, LEAST_MS);
  const quiet = ["-hide_banner", "-nostdin", "-y", "-v", "error", "-skip_frame", "nokey"];
  const args = [...quiet, ...openArgs(film), "-i", film, ...strip.args];
  const run = await runTool(context, "ffmpeg", args);
  return run.ok ? ok(strip) : run;
}

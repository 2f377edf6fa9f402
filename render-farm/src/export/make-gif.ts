/** A GIF of a film that was rendered before. */
import { lowerGif } from "@cutroom/compiler";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";

const PALETTE = "palette.png";
const GIF = "video.gif";

/** All frames of `film`, in the 256 colours that serve it best. */
export async function makeGif(context: JobContext, film: string): Promise<StepResult<string>> {
  for (const args of lowerGif(film, PALETTE, GIF)) {
    const run = await runTool(context, "ffmpeg", args);
    if (!run.ok) return run;
  }
  return ok(GIF);
}

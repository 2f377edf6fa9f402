import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lowerToFfmpeg } from "@cutroom/compiler";
import type { LowerOutput, RenderPlan } from "@cutroom/compiler";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import type { GatheredInputs } from "./gather-inputs.ts";

/** Runs one lowered plan; `onFrame` counts the frames of this run. */
export async function renderPlan(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  output: LowerOutput,
  onFrame?: (frame: number) => void,
): Promise<StepResult<string>> {
  const lowered = lowerToFfmpeg(plan, { ...inputs, output });
  await writeFile(join(context.directory, lowered.filterScriptName), lowered.filterScript);
  const run = await runTool(context, "ffmpeg", lowered.args, onFrame);
  return run.ok ? ok(output.fileName) : run;
}

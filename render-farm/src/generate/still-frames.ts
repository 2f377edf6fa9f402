/** The pictures that a clip begins and ends with, as the painter wants them. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openArgs } from "@cutroom/compiler";
import type { GenerateJob } from "@cutroom/contracts";
import type { ClipSize, FrameRole } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import { fetchMaster } from "../export/fetch-master.ts";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";

export type StillFrames = Partial<Record<FrameRole, Uint8ClampedArray>>;
type JobFrame = NonNullable<GenerateJob["frames"]>[number];

/** How far back the frame that stands at a moment may have begun. */
const REACH_S = 0.2;
/** So that a frame which begins at the very moment is the one. */
const SLACK_S = 0.002;

/** One picture that fills the size, cropped at its sides; of a film the frame at that moment. */
function stillArgs(frame: JobFrame, fileName: string, size: ClipSize, to: string): string[] {
  const { width, height } = size;
  const from = Math.max(0, frame.at_ms / 1_000 - REACH_S);
  const length = frame.at_ms / 1_000 - from + SLACK_S;
  const isFilm = frame.kind === "video";
  const seek = isFilm ? ["-ss", from.toFixed(3), "-t", length.toFixed(3)] : [];
  const fill = `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=lanczos`;
  return [
    ["-hide_banner", "-nostdin", "-y", "-v", "error", ...openArgs(fileName), ...seek],
    ["-i", fileName, "-map", "0:v:0", "-frames:v", "1"],
    [
      "-vf",
      `${isFilm ? "reverse," : ""}${fill},crop=${width}:${height},format=rgba`,
      "-f",
      "rawvideo",
      to,
    ],
  ].flat();
}

/** Every picture that the job names, of exactly `size`; none for a clip from words alone. */
export async function readStillFrames(
  context: JobContext,
  frames: readonly JobFrame[],
  size: ClipSize,
): Promise<StepResult<StillFrames>> {
  const found: StillFrames = {};
  for (const [number, frame] of frames.entries()) {
    const master = await fetchMaster(context, frame, number, () => undefined);
    if (!master.ok) return master;
    const file = `still-${number}.rgb`;
    const args = stillArgs(frame, master.value.fileName, size, file);
    const made = await runTool(context, "ffmpeg", args);
    if (!made.ok) return made;
    const bytes = await readFile(join(context.directory, file));
    if (bytes.length !== size.width * size.height * 4) {
      return refused("ASSET_MISSING", `no picture of ${frame.asset_id} at ${frame.at_ms} ms`);
    }
    found[frame.role] = new Uint8ClampedArray(bytes);
  }
  return ok(found);
}

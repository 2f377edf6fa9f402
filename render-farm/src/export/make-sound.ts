/** The sound of a plan as a file of its own. */
import { join } from "node:path";
import { rename } from "node:fs/promises";
import { lowerSound, soundOnly } from "@cutroom/compiler";
import type { RenderPlan, SoundCodec } from "@cutroom/compiler";
import { formatOf } from "@cutroom/domain";
import type { ExportFormat } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import type { GatheredInputs } from "./gather-inputs.ts";
import { mixSound } from "./mix-sound.ts";
import type { MixSettings } from "./mix-sound.ts";

/** Codec and name of the file; null when the format is no sound. */
export function soundFileOf(
  format: ExportFormat,
): { readonly fileName: string; readonly codec: SoundCodec } | null {
  const { media, audio, extension } = formatOf(format);
  return media === "sound" && audio !== null
    ? { fileName: `video.${extension}`, codec: audio }
    : null;
}

/** Exactly the plan's samples; a codec with packets adds less than two of them at the end. */
export async function makeSound(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  output: MixSettings & { readonly fileName: string; readonly codec: SoundCodec },
): Promise<StepResult<string>> {
  const mixed = await mixSound(context, soundOnly(plan), inputs, output);
  if (!mixed.ok) return mixed;
  const { fileName, codec } = output;
  if (codec === "pcm_s16le") {
    await rename(join(context.directory, mixed.value), join(context.directory, fileName));
    return ok(fileName);
  }
  const encoded = await runTool(context, "ffmpeg", lowerSound(mixed.value, fileName, codec));
  return encoded.ok ? ok(fileName) : encoded;
}

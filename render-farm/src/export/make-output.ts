/** From a plan to the checked file of the format that was asked for. */
import { pictureOnly, slicePlan, soundOnly } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import { formatOf } from "@cutroom/domain";
import type { ExportFormat } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import { filmCodecs } from "./formats.ts";
import type { FilmCodecs } from "./formats.ts";
import type { GatheredInputs } from "./gather-inputs.ts";
import { makeGif } from "./make-gif.ts";
import { makeSound, soundFileOf } from "./make-sound.ts";
import { renderPlan } from "./render-plan.ts";
import { render } from "./render.ts";
import type { RenderSettings, Rendered } from "./render.ts";
import type { SegmentCache } from "./segment-cache.ts";
import { verifyFilm, verifyOther } from "./verify.ts";

/** What of `plan` the format needs: a sound no pictures, a still one frame, a GIF no sound. */
export function planForFormat(
  plan: RenderPlan,
  format: ExportFormat,
  stillFrame: number,
): RenderPlan {
  const { media } = formatOf(format);
  switch (media) {
    case "video":
      return plan;
    case "sound":
      return soundOnly(plan);
    case "animation":
      return pictureOnly(plan);
    case "still": {
      const startFrame = Math.min(stillFrame, plan.frameCount - 1);
      return pictureOnly(slicePlan(plan, { startFrame, endFrame: startFrame + 1 }));
    }
    default:
      return media satisfies never;
  }
}

export interface Made extends Rendered {
  readonly poster: string | null;
}

type Settings = Omit<RenderSettings, "film"> & { readonly format: ExportFormat };

/** A film that passed its checks; the parts of one that did not are forgotten by the cache. */
async function makeFilm(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  settings: Settings & { readonly film: FilmCodecs },
  cache: SegmentCache | null,
): Promise<StepResult<Made>> {
  const format = formatOf(settings.format).media === "animation" ? "mp4-h264" : settings.format;
  const rendered = await render(context, plan, inputs, settings, cache);
  if (!rendered.ok) return rendered;
  context.progress(90);
  const checked = await verifyFilm(context, plan, inputs, { ...rendered.value, format });
  if (checked.ok) return ok({ ...rendered.value, ...checked.value });
  // Another attempt must not be made of the same parts.
  if (checked.failure.code !== "VERIFY_FAILED") return checked;
  for (const key of rendered.value.keys) await cache?.forget(key);
  return checked;
}

async function makeFile(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  settings: Settings,
): Promise<StepResult<string>> {
  const sound = soundFileOf(settings.format);
  if (sound !== null) {
    return makeSound(context, plan, inputs, { ...settings, ...sound });
  }
  return renderPlan(context, plan, inputs, { kind: "frame", fileName: "video.png", format: "png" });
}

/** The finished file in the job's directory; VERIFY_FAILED when it is not what was asked for. */
export async function makeOutput(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  settings: Settings,
  cache: SegmentCache | null,
): Promise<StepResult<Made>> {
  const { format } = settings;
  const film = filmCodecs(format);
  const isFilm = formatOf(format).media === "video";
  let made: Made = { fileName: "", segments: 1, reused: 0, keys: [], keepAs: null, poster: null };
  if (film !== null) {
    const rendered = await makeFilm(context, plan, inputs, { ...settings, film }, cache);
    if (!rendered.ok || isFilm) return rendered;
    made = rendered.value;
  }
  const file =
    film === null
      ? await makeFile(context, plan, inputs, settings)
      : await makeGif(context, made.fileName);
  if (!file.ok) return file;
  const checked = await verifyOther(context, plan, inputs, { fileName: file.value, format });
  if (!checked.ok) return checked;
  // What the cache keeps is the film that a GIF is made of, not the GIF.
  return ok({ ...made, fileName: file.value, poster: checked.value.poster, keepAs: null });
}

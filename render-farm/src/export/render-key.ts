import { lowerToFfmpeg } from "@cutroom/compiler";
import type { LowerOutput, RenderPlan } from "@cutroom/compiler";
import type { GatheredInputs } from "./gather-inputs.ts";
import type { SegmentCache } from "./segment-cache.ts";

/**
 * Everything that decides the bytes of a rendered file: what FFmpeg is told, with the names that
 * depend on the rest of the job taken out, and the bytes it reads. What FFmpeg is told holds the
 * compiler's version, the encoder's settings and threads; a drawn title's bytes hold the fonts.
 * `output.fileName` is part of the key: give the same name to the same thing.
 */
export function renderKey(
  cache: SegmentCache,
  plan: RenderPlan,
  inputs: GatheredInputs,
  output: LowerOutput,
): string {
  const ids = [...plan.inputs, ...(plan.luts ?? [])].map(({ id }) => id);
  const names = ids.map((id, index) => {
    const ending = (inputs.files[id] ?? "").split(".").at(-1) ?? "";
    return [id, `input-${index}.${ending}`] as const;
  });
  const { args, filterScript } = lowerToFfmpeg(plan, {
    files: Object.fromEntries(names),
    titleRects: inputs.titleRects,
    output,
  });
  const bytes = ids.map((id) => inputs.hashes[id] ?? null);
  return cache.keyOf({ args, filterScript, bytes });
}

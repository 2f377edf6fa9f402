/**
 * A look whose numbers change, as steps too small to see. Graph, slices and live canvas take the
 * same step on the same frame, so each frame is drawn as a look at rest is.
 */
import { LOOK_FIELDS, flicksToFrameNearest, framesToFlicks, lookAt } from "@cutroom/timeline";
import type { LookNumber, MediaClip, PictureLook, Rate } from "@cutroom/timeline";
import { keyOf } from "./chroma-key.ts";
import type { PlanKey } from "./chroma-key.ts";
import { effectsOf } from "./effects.ts";
import type { PlanEffects } from "./effects.ts";
import { colourOf } from "./look.ts";
import type { PlanColour } from "./look.ts";
import type { PlanPicture } from "./plan.ts";
import { maskOf } from "./shape-mask.ts";
import type { PlanMask } from "./shape-mask.ts";

/** What a look is to a picture at one moment. */
export interface PlanLook {
  readonly colour: PlanColour | null;
  /** Absent: none. */
  readonly effects?: PlanEffects;
  /** Absent: all of it shows. */
  readonly mask?: PlanMask;
  /** Absent: no colour is clear. */
  readonly key?: PlanKey;
}

export interface LookStep extends PlanLook {
  /** The picture's frame from which on it looks so. */
  readonly frame: number;
}

export interface PlanLooks {
  /** The numbers that have keys: a slice draws them as the whole does, also where they rest. */
  readonly fields: readonly LookNumber[];
  /** In time order; the first one holds before its frame as well. */
  readonly steps: readonly LookStep[];
}

interface Span {
  readonly startFrame: number;
  readonly endFrame: number;
  readonly rate: Rate;
}

/** Steps in one unit of a number: about a level of a channel, or half a pixel. */
const STEPS: Readonly<Record<LookNumber, number>> = {
  exposureEv: 128,
  contrast: 128,
  saturation: 128,
  temperature: 256,
  tint: 256,
  blur: 2048,
  sharpen: 128,
  vignette: 256,
  grain: 256,
  maskX: 4096,
  maskY: 4096,
  maskWidth: 4096,
  maskHeight: 4096,
  maskRound: 512,
  maskFeather: 1024,
  keySimilarity: 256,
  keySmoothness: 256,
};

function partsOf(look: PictureLook | undefined, frameHeight: number, blurStepPx: 1 | 2): PlanLook {
  const effects = effectsOf(look, frameHeight, blurStepPx);
  const mask = maskOf(look);
  const key = keyOf(look);
  return {
    colour: colourOf(look),
    ...(effects && { effects }),
    ...(mask && { mask }),
    ...(key && { key }),
  };
}

function stepped(
  look: PictureLook | undefined,
  fields: readonly LookNumber[],
): PictureLook | undefined {
  if (look === undefined) return look;
  const rounded = fields.map((field) => {
    const value = Math.round((look[field] ?? 0) * STEPS[field]) / STEPS[field];
    return [field, value] as const;
  });
  return { ...look, ...Object.fromEntries(rounded) };
}

/** The frames of `span` on which the numbers may differ from the frame before, and the first one. */
function framesThatMayDiffer(clip: MediaClip, fields: readonly LookNumber[], span: Span) {
  const last = span.endFrame - span.startFrame - 1;
  const within = (frame: number) => Math.min(last, Math.max(0, frame));
  const keyed = fields.flatMap((field) => clip.keys?.[field] ?? []);
  const frames = keyed.map(
    ({ at }) => flicksToFrameNearest(clip.start + at, span.rate) - span.startFrame,
  );
  const from = within(Math.min(...frames) - 1);
  const to = within(Math.max(...frames) + 1);
  const between = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return from === 0 ? between : [0, ...between];
}

/** How a clip looks over its frames; `looks` only when a number has keys. */
export function looksOf(
  clip: MediaClip,
  span: Span,
  frameHeight: number,
): PlanLook & { readonly looks?: PlanLooks } {
  const fields = LOOK_FIELDS.filter((field) => clip.keys?.[field] !== undefined);
  if (fields.length === 0) return partsOf(clip.look, frameHeight, 2);
  const steps: LookStep[] = [];
  let before = "";
  for (const frame of framesThatMayDiffer(clip, fields, span)) {
    const at = framesToFlicks(span.startFrame + frame, span.rate) - clip.start;
    const parts = partsOf(stepped(lookAt(clip, at), fields), frameHeight, 1);
    const text = JSON.stringify(parts);
    if (text !== before) steps.push({ frame, ...parts });
    before = text;
  }
  const { frame: _frame, ...first } = steps[0] ?? {
    frame: 0,
    ...partsOf(clip.look, frameHeight, 1),
  };
  return { ...first, looks: { fields, steps } };
}

/** How a picture looks on its frame `frame`. */
export function lookOn(picture: PlanPicture, frame: number): PlanLook {
  const steps = picture.looks?.steps ?? [];
  return steps.findLast((step) => step.frame <= frame) ?? steps[0] ?? picture;
}

/** The steps that the frames [from, to) of a picture take. */
export function looksWithin({ fields, steps }: PlanLooks, from: number, to: number): PlanLooks {
  const first = Math.max(
    0,
    steps.findLastIndex((step) => step.frame <= from),
  );
  return { fields, steps: steps.slice(first).filter((step, at) => at === 0 || step.frame < to) };
}

/** As `looks`, of which only colours are left, with these effects throughout. */
export function coloursOnly({ fields, steps }: PlanLooks, effects: PlanEffects): PlanLooks {
  const kept = ["exposureEv", "contrast", "saturation", "temperature", "tint"] as const;
  const colours = steps.map(({ frame, colour }) => ({ frame, colour, effects }));
  return { fields: fields.filter((field) => kept.some((one) => one === field)), steps: colours };
}

/** Cuts a plan into plans of parts of it, which render to exactly the same frames. */
import { flicksToSamples, framesToFlicks } from "@cutroom/timeline";
import type { FrameRange } from "@cutroom/timeline";
import { liveInputsOf } from "./frame-feed.ts";
import { looksWithin } from "./look-steps.ts";
import { knotsWithin } from "./motion.ts";
import type { PlanLayer, PlanPicture, PlanSound, PlanTransition, RenderPlan } from "./plan.ts";
import { usedLuts } from "./tones.ts";

function shiftPicture(picture: PlanPicture, by: number, frameCount: number): PlanPicture {
  const endFrame = picture.endFrame - by;
  const whole = endFrame - picture.fadeOutFrames >= frameCount;
  const first = by - picture.startFrame;
  const { motion, fading, looks } = picture;
  const within = <T extends { readonly frame: number }>(knots: readonly T[]) =>
    knotsWithin(knots, first, first + frameCount);
  return {
    ...picture,
    ...(motion && { motion: { ...motion, knots: within(motion.knots) } }),
    ...(fading && { fading: within(fading) }),
    ...(looks && { looks: looksWithin(looks, first, first + frameCount) }),
    startFrame: picture.startFrame - by,
    // What a slice does not show must not be in it, or a change there would spoil its cache key.
    endFrame: whole ? Math.min(endFrame, frameCount) : endFrame,
    fadeOutFrames: whole ? 0 : picture.fadeOutFrames,
  };
}

function shiftTransition(one: PlanTransition, by: number): PlanTransition {
  return { ...one, startFrame: one.startFrame - by };
}

function shiftSound(sound: PlanSound, by: number, sampleCount: number): PlanSound {
  const endSample = sound.endSample - by;
  const whole = endSample - sound.fadeOutSamples >= sampleCount;
  return {
    ...sound,
    startSample: sound.startSample - by,
    endSample: whole ? Math.min(endSample, sampleCount) : endSample,
    fadeOutSamples: whole ? 0 : sound.fadeOutSamples,
  };
}

function sliceLayer(layer: PlanLayer, range: FrameRange): PlanLayer {
  const inside = (start: number, end: number) => start < range.endFrame && end > range.startFrame;
  const by = range.startFrame;
  const frameCount = range.endFrame - range.startFrame;
  return {
    trackId: layer.trackId,
    pictures: layer.pictures
      .filter((picture) => inside(picture.startFrame, picture.endFrame))
      .map((picture) => shiftPicture(picture, by, frameCount)),
    transitions: layer.transitions
      .filter((one) => inside(one.startFrame, one.startFrame + one.frameCount))
      .map((one) => shiftTransition(one, by)),
  };
}

/**
 * The plan of output frames [startFrame, endFrame), clamped to the plan; at least one frame.
 * Pictures and sounds keep their own beginnings, so their `startFrame` may be negative.
 * Layers stay, even empty ones: the bottom layer is drawn its own way.
 */
export function slicePlan(plan: RenderPlan, range: FrameRange): RenderPlan {
  const startFrame = Math.min(Math.max(0, range.startFrame), plan.frameCount - 1);
  const endFrame = Math.min(Math.max(startFrame + 1, range.endFrame), plan.frameCount);
  const sampleOf = (frame: number) =>
    flicksToSamples(framesToFlicks(frame, plan.rate), plan.sampleRate);
  const startSample = sampleOf(startFrame);
  const endSample = sampleOf(endFrame);
  const layers = plan.layers.map((layer) => sliceLayer(layer, { startFrame, endFrame }));
  const sounds = plan.sounds
    .filter((sound) => sound.startSample < endSample && sound.endSample > startSample)
    .map((sound) => shiftSound(sound, startSample, endSample - startSample));
  const used = new Set([
    ...layers.flatMap((layer) => layer.pictures.map((picture) => picture.inputId)),
    ...sounds.map((sound) => sound.inputId),
  ]);
  const { luts, ...whole } = plan;
  return {
    ...whole,
    frameCount: endFrame - startFrame,
    sampleCount: endSample - startSample,
    inputs: plan.inputs.filter((input) => used.has(input.id)),
    ...usedLuts(luts, layers),
    layers,
    sounds,
  };
}

/** The plan without its sounds: what a picture segment depends on, so that sound edits spare it. */
export function pictureOnly(plan: RenderPlan): RenderPlan {
  const drawn = new Set(plan.layers.flatMap((layer) => layer.pictures.map((one) => one.inputId)));
  const inputs = plan.inputs.filter((input) => drawn.has(input.id));
  return { ...plan, inputs, sounds: [] };
}

/** The plan without its pictures: all that a file of sound alone depends on. */
export function soundOnly(plan: RenderPlan): RenderPlan {
  const { luts: _luts, ...rest } = plan;
  const heard = new Set(plan.sounds.map((sound) => sound.inputId));
  return { ...rest, inputs: plan.inputs.filter((input) => heard.has(input.id)), layers: [] };
}

/** FFmpeg holds every input of a graph open; beyond this many, memory grows out of hand. */
export const MAX_LIVE_INPUTS = 16;

/** Pictures of which FFmpeg holds frames to render `range`; one backwards counts for its length. */
export function liveInputs(plan: RenderPlan, range: FrameRange): number {
  return plan.layers
    .flatMap((layer) => layer.pictures)
    .map((picture) => {
      const from = Math.max(range.startFrame, picture.startFrame);
      const frames = Math.min(range.endFrame, picture.endFrame) - from;
      return frames > 0 ? liveInputsOf(plan, picture, frames) : 0;
    })
    .reduce((sum, count) => sum + count, 0);
}

/**
 * Ranges that cover the plan in order, each about `targetFrames` long and with at most
 * `maxInputs` pictures, of which one backwards counts for more the longer it is. Cuts prefer clip edges and stay outside transitions; only a frame that
 * needs more pictures than `maxInputs` by itself may exceed the limit.
 */
export function segmentPlan(
  plan: RenderPlan,
  options: { readonly targetFrames: number; readonly maxInputs?: number },
): FrameRange[] {
  const maxInputs = options.maxInputs ?? MAX_LIVE_INPUTS;
  const pictures = plan.layers.flatMap((layer) => layer.pictures);
  const transitions = plan.layers.flatMap((layer) => layer.transitions);
  const cuttable = (frame: number) =>
    transitions.every((one) => frame <= one.startFrame || frame >= one.startFrame + one.frameCount);
  const inputsOf = (startFrame: number, endFrame: number) =>
    liveInputs(plan, { startFrame, endFrame });
  const edges = [...new Set(pictures.flatMap((p) => [p.startFrame, p.endFrame]))]
    .filter((frame) => frame > 0 && frame < plan.frameCount && cuttable(frame))
    .toSorted((a, b) => a - b);

  const target = Math.max(1, Math.round(options.targetFrames));
  const ranges: FrameRange[] = [];
  let start = 0;
  while (start < plan.frameCount) {
    const end = nextCut(start);
    ranges.push({ startFrame: start, endFrame: end });
    start = end;
  }
  return ranges;

  function nextCut(from: number): number {
    const wanted = from + target;
    const fits = (end: number) => inputsOf(from, end) <= maxInputs;
    if (wanted + target / 2 >= plan.frameCount && fits(plan.frameCount)) return plan.frameCount;
    const near = edges
      .filter((edge) => edge >= from + target / 2 && edge <= from + target * 1.5 && fits(edge))
      .toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
    if (near[0] !== undefined) return near[0];
    let plain = Math.min(wanted, plan.frameCount - 1);
    while (plain < plan.frameCount && !cuttable(plain)) plain += 1;
    if (fits(plain)) return plain;
    const last = edges.findLast((edge) => edge > from && edge < plain && fits(edge));
    if (last !== undefined) return last;
    let end = plain;
    while (end > from + 1 && !fits(end)) end -= 1;
    return end;
  }
}

/**
 * Text that is equal exactly when two plans render the same: everything but the names of
 * clips and tracks. Hash it with the engine's version, the fonts and the encoder's arguments.
 */
export function segmentFingerprint(plan: RenderPlan): string {
  const names = new Map<string, string>();
  const nameOf = (clipId: string) => {
    const known = names.get(clipId) ?? `c${names.size}`;
    names.set(clipId, known);
    return known;
  };
  return JSON.stringify({
    ...plan,
    layers: plan.layers.map((layer) => ({
      pictures: layer.pictures.map((one) => ({ ...one, clipId: nameOf(one.clipId) })),
      transitions: layer.transitions.map((one) => ({
        ...one,
        leftClipId: nameOf(one.leftClipId),
        rightClipId: nameOf(one.rightClipId),
      })),
    })),
    sounds: plan.sounds.map(({ trackId: _trackId, ...one }) => ({
      ...one,
      clipId: nameOf(one.clipId),
    })),
  });
}

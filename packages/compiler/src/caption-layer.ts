/**
 * A caption track as a layer over all pictures, wherever the track lies. A cue whose words are
 * timed is a picture for each word, which differ in one word's colour.
 */
import { DEFAULT_CAPTION_STYLE, flicksToFrameNearest } from "@cutroom/timeline";
import type { CaptionStyle, Rate } from "@cutroom/timeline";
import type { CaptionSpec, PlanInput, PlanLayer, PlanPicture, PlanTarget } from "./plan.ts";
import type { CueTiming, TrackTiming } from "./timing.ts";

interface Shown {
  readonly startFrame: number;
  readonly endFrame: number;
  /** Index of the lit word; null: none. */
  readonly word: number | null;
}

/** The stretches of a cue's frames between which its picture changes. */
function stretches({ cue, startFrame, endFrame }: CueTiming, lights: boolean, fps: Rate): Shown[] {
  const words = lights ? (cue.words ?? []) : [];
  const starts = words.map(({ at }, word) => ({
    word,
    frame: Math.min(endFrame, Math.max(startFrame, flicksToFrameNearest(cue.start + at, fps))),
  }));
  const all = [{ word: null, frame: startFrame }, ...starts];
  return all
    .map(({ word, frame }, index) => ({
      word,
      startFrame: frame,
      endFrame: all[index + 1]?.frame ?? endFrame,
    }))
    .filter((one) => one.endFrame > one.startFrame);
}

function captionInput(
  { cue }: CueTiming,
  style: CaptionStyle,
  shown: { readonly id: string; readonly word: number | null },
  target: PlanTarget,
): PlanInput {
  const { anchor, margin, maxWidth, highlightColour, ...text } = style;
  const caption: CaptionSpec = {
    anchor,
    marginPx: Math.round(margin * target.height),
    maxWidthPx: Math.round(maxWidth * target.width),
    words: (cue.words ?? []).map(({ from, to }) => ({ from, to })),
    lit:
      shown.word === null || highlightColour === null
        ? null
        : { word: shown.word, colour: highlightColour },
  };
  const { x, y, scale, rotationDeg } = cue.transform;
  const title = {
    text: cue.text,
    style: text,
    width: target.width,
    height: target.height,
    xPx: Math.round(x * target.width),
    yPx: Math.round(y * target.height),
    scale,
    rotationDeg,
    caption,
  };
  return { id: shown.id, kind: "title", title };
}

/** The fades of the whole cue, on its first and its last stretch. */
function fadesOf({ cue, startFrame, endFrame }: CueTiming, shown: Shown, fps: Rate) {
  const length = shown.endFrame - shown.startFrame;
  const fade = (flicks: number) => Math.min(length, flicksToFrameNearest(flicks, fps));
  return {
    fadeInFrames: shown.startFrame === startFrame ? fade(cue.fadeIn) : 0,
    fadeOutFrames: shown.endFrame === endFrame ? fade(cue.fadeOut) : 0,
  };
}

/** Null when the track shows nothing before `frameCount`. */
export function captionLayer(
  { track, cues }: TrackTiming,
  target: PlanTarget,
  frameCount: number,
): { readonly inputs: PlanInput[]; readonly layer: PlanLayer } | null {
  if (track.kind !== "caption" || track.hidden) return null;
  const style = track.captionStyle ?? DEFAULT_CAPTION_STYLE;
  const inputs: PlanInput[] = [];
  const pictures: PlanPicture[] = [];
  for (const timing of cues) {
    const { cue } = timing;
    if (timing.startFrame >= frameCount || cue.text.trim() === "") continue;
    for (const shown of stretches(timing, style.highlightColour !== null, target.rate)) {
      const prefix = shown.word === null ? "caption" : `captionword${shown.word}`;
      const id = `${prefix}-${cue.id}`;
      inputs.push(captionInput(timing, style, { id, word: shown.word }, target));
      pictures.push({
        clipId: shown.word === null ? cue.id : id,
        inputId: id,
        startFrame: shown.startFrame,
        endFrame: shown.endFrame,
        sourceStart: 0,
        speed: { n: 1, d: 1 },
        rect: { x: 0, y: 0, width: target.width, height: target.height },
        rotationDeg: 0,
        crop: null,
        flipX: false,
        flipY: false,
        colour: null,
        opacity: cue.opacity,
        ...fadesOf(timing, shown, target.rate),
      });
    }
  }
  if (pictures.length === 0) return null;
  return { inputs, layer: { trackId: track.id, pictures, transitions: [] } };
}

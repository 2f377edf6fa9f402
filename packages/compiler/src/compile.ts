import { fail, flicksToFrameNearest, ok } from "@cutroom/timeline";
import type {
  MediaClip,
  MediaFacts,
  ProjectDocument,
  Rate,
  Result,
  ShapeClip,
  TextClip,
} from "@cutroom/timeline";
import { captionLayer } from "./caption-layer.ts";
import { SAMPLE_RATE, assetInputId, frameToSample, readingOf } from "./clip-source.ts";
import { compileSounds } from "./compile-sound.ts";
import type { PeaksByAsset } from "./ducking.ts";
import { backdropLayer, hasBackdrop } from "./backdrop.ts";
import { cropOf, croppedRect } from "./look.ts";
import { fadingOf, isMoving, motionOf } from "./motion.ts";
import type { PlanMotion } from "./motion.ts";
import { looksOf } from "./look-steps.ts";
import type { PlanLook, PlanLooks } from "./look-steps.ts";
import { placePicture, toEven } from "./place.ts";
import type {
  PlanFailure,
  PlanInput,
  PlanLayer,
  PlanPicture,
  PlanTarget,
  RenderPlan,
} from "./plan.ts";
import { timeTracks } from "./timing.ts";
import { lutsOf, tonesOf, usedLuts } from "./tones.ts";
import type { ClipTiming, TrackTiming } from "./timing.ts";
import { aiLabelLayer, watermarkLayer } from "./watermark.ts";

export type FactsByAsset = Readonly<Record<string, MediaFacts>>;

export interface CompileOptions {
  readonly watermark?: boolean;
  /** A small line that says that AI made it. */
  readonly aiLabel?: boolean;
  /** Of sounds that duck others, by asset id; without them nothing is ducked. */
  readonly peaks?: PeaksByAsset;
  /** False leaves the caption tracks out of the picture. */
  readonly captions?: boolean;
}

const STILL: Rate = { n: 1, d: 1 };

/**
 * The render plan of a whole project. Deterministic: the same arguments give the same plan.
 *
 * Failures: `plan.empty` (nothing lasts a frame), `plan.asset-missing` (no facts for an asset,
 * by `assetId`), `plan.asset-kind` (a clip asks for a picture or sound that its asset lacks),
 * `plan.overlap` (two clips of one track at the same time), `plan.frame-size` (odd or no size).
 */
export function compile(
  document: ProjectDocument,
  facts: FactsByAsset,
  target: PlanTarget,
  options: CompileOptions = {},
): Result<RenderPlan, PlanFailure> {
  if (target.width < 2 || target.height < 2 || target.width % 2 || target.height % 2) {
    return fail("plan.frame-size", { width: target.width, height: target.height });
  }
  const timed = timeTracks(document, target.rate);
  if (!timed.ok) return timed;
  const { tracks, frameCount } = timed.value;
  if (frameCount === 0) return fail("plan.empty");

  const inputs = new Map<string, PlanInput>();
  for (const timing of tracks.flatMap((track) => track.clips)) {
    const { clip } = timing;
    const input =
      clip.kind === "media" ? assetInput(clip, facts) : ok(titleInput(clip, timing, target));
    if (!input.ok) return input;
    inputs.set(input.value.id, input.value);
  }
  const layers = tracks.flatMap((track) => drawTrack(track, inputs, target));
  if (options.captions !== false) {
    for (const track of tracks) {
      const captions = captionLayer(track, target, frameCount);
      for (const input of captions?.inputs ?? []) inputs.set(input.id, input);
      if (captions) layers.push(captions.layer);
    }
  }
  const sampleCount = frameToSample(frameCount, target.rate);
  const media = { facts, peaks: options.peaks ?? {} };
  const sounds = compileSounds(tracks, media, target.rate, sampleCount);
  const marks = [
    ...(options.watermark === true ? [watermarkLayer(target, frameCount)] : []),
    ...(options.aiLabel === true ? [aiLabelLayer(target, frameCount)] : []),
  ];
  for (const mark of marks) {
    inputs.set(mark.input.id, mark.input);
    layers.push(mark.layer);
  }
  const used = new Set([
    ...layers.flatMap((layer) => layer.pictures.map((picture) => picture.inputId)),
    ...sounds.map((sound) => sound.inputId),
  ]);
  return ok({
    version: 1,
    width: target.width,
    height: target.height,
    rate: target.rate,
    frameCount,
    sampleRate: SAMPLE_RATE,
    sampleCount,
    background: document.settings.background,
    inputs: [...inputs.values()].filter((input) => used.has(input.id)),
    ...usedLuts(lutsOf(document), layers),
    layers,
    sounds,
  });
}

const titleInputId = (clipId: string) => `title-${clipId}`;

function assetInput(clip: MediaClip, facts: FactsByAsset): Result<PlanInput, PlanFailure> {
  const measured = facts[clip.assetId];
  if (!measured) return fail("plan.asset-missing", { assetId: clip.assetId });
  const { video } = measured;
  const identity = {
    id: assetInputId(clip.assetId),
    assetId: clip.assetId,
    checksum: clip.checksum,
  };
  const lacks =
    clip.mediaKind === "audio"
      ? !measured.audio
      : !video || (clip.mediaKind === "image") !== (measured.kind === "image");
  if (lacks) return fail("plan.asset-kind", { assetId: clip.assetId, wanted: clip.mediaKind });
  if (!video) return ok({ kind: "audio", ...identity });
  const size = { width: video.width, height: video.height };
  if (measured.kind === "image") {
    return ok({ kind: "image", ...identity, ...size, hasAlpha: video.hasAlpha });
  }
  const { rate, frameCount, hasAlpha, matrix, range } = video;
  return ok({ kind: "video", ...identity, rate, frameCount, ...size, hasAlpha, matrix, range });
}

type DrawnClip = TextClip | ShapeClip;

function titleInput(clip: DrawnClip, timing: ClipTiming, target: PlanTarget): PlanInput {
  const moving = titleStage(clip, timing, target);
  const place = {
    width: target.width,
    height: target.height,
    xPx: Math.round(clip.transform.x * target.width),
    yPx: Math.round(clip.transform.y * target.height),
    scale: clip.transform.scale,
    rotationDeg: clip.transform.rotationDeg,
    ...moving?.spec,
  };
  const id = titleInputId(clip.id);
  if (clip.kind === "text") {
    return { id, kind: "title", title: { text: clip.text, style: clip.style, ...place } };
  }
  // A stage that is larger than the frame is so all round; then a shape's lengths are as well.
  const larger = Math.max(1, moving?.stageScale ?? 1);
  const unitPx = Math.min(target.width, target.height) * larger;
  return { id, kind: "title", title: { shape: clip.shape, unitPx, ...place } };
}

/** A title or shape that moves is made upright in the middle of its stage, which is no smaller than the frame. */
function titleStage(clip: DrawnClip, timing: ClipTiming, target: PlanTarget) {
  if (!isMoving(clip)) return null;
  const { motion, stageScale } = motionOf(clip, spanOf(timing, target.rate), target, target);
  const side = (length: number) => Math.max(length, toEven(length * stageScale));
  const stage = { width: side(target.width), height: side(target.height) };
  const scale = stageScale / Math.max(1, stageScale);
  const spec = { ...stage, xPx: 0, yPx: 0, scale, rotationDeg: 0 };
  return { motion: { ...motion, stage }, spec, stageScale };
}

/** The output frames of a clip, with the handles of its transitions. */
function spanOf({ startFrame, endFrame, headJoint, tailJoint }: ClipTiming, rate: Rate) {
  return {
    startFrame: startFrame - (headJoint?.handleFrames ?? 0),
    endFrame: endFrame + (tailJoint?.handleFrames ?? 0),
    rate,
  };
}

function isDrawn(clip: ClipTiming["clip"]): boolean {
  if (clip.kind === "media") return clip.mediaKind !== "audio";
  return clip.kind !== "text" || clip.text.trim() !== "";
}

function drawTrack(
  timing: TrackTiming,
  inputs: ReadonlyMap<string, PlanInput>,
  target: PlanTarget,
): PlanLayer[] {
  const { track } = timing;
  if (track.hidden || track.kind === "audio") return [];
  const drawn = timing.clips.filter((one) => isDrawn(one.clip));
  if (drawn.length === 0) return [];
  const ids = new Set(drawn.map((one) => one.clip.id));
  const layer = {
    trackId: track.id,
    pictures: drawn.map((one) => drawClip(one, inputs, target)),
    transitions: timing.transitions.filter(
      (one) => ids.has(one.leftClipId) && ids.has(one.rightClipId),
    ),
  };
  const backed = new Set(drawn.filter(({ clip }) => hasBackdrop(clip)).map(({ clip }) => clip.id));
  if (backed.size === 0) return [layer];
  const beneath = backdropLayer(layer, inputs, target, (clipId) => backed.has(clipId));
  return beneath ? [beneath, layer] : [layer];
}

function drawClip(
  timing: ClipTiming,
  inputs: ReadonlyMap<string, PlanInput>,
  target: PlanTarget,
): PlanPicture {
  const { clip, headJoint, tailJoint } = timing;
  const { startFrame, endFrame } = spanOf(timing, target.rate);
  const frame = { width: target.width, height: target.height };
  const inputId = clip.kind === "media" ? assetInputId(clip.assetId) : titleInputId(clip.id);
  const input = inputs.get(inputId);
  const media = input && (input.kind === "video" || input.kind === "image") ? input : null;
  const ownFrames = timing.endFrame - timing.startFrame;
  const fade = (length: number) => Math.min(ownFrames, flicksToFrameNearest(length, target.rate));
  const look = clip.kind === "media" ? clip.look : undefined;
  const motion = motionFor(timing, media, target);
  const stage = motion && { x: 0, y: 0, ...motion.stage };
  const whole =
    stage ?? (media ? placePicture(media, frame, clip.transform) : { x: 0, y: 0, ...frame });
  const rotationDeg = media && !motion ? normalDegrees(clip.transform.rotationDeg) : 0;
  const cut = cropOf(look, whole);
  const { colour, ...shown }: PlanLook & { readonly looks?: PlanLooks } =
    clip.kind === "media"
      ? looksOf(clip, spanOf(timing, target.rate), target.height)
      : { colour: null };
  const tones = tonesOf(look);
  const fading = fadingOf(clip, spanOf(timing, target.rate));
  return {
    clipId: clip.id,
    inputId,
    startFrame,
    endFrame,
    ...(clip.kind === "media" && input?.kind === "video"
      ? readingOf(clip, timing, target.rate)
      : { sourceStart: 0, speed: STILL }),
    rect: cut ? croppedRect(whole, cut.offset, rotationDeg) : whole,
    rotationDeg,
    crop: cut?.crop ?? null,
    flipX: look?.flipX ?? false,
    flipY: look?.flipY ?? false,
    colour,
    ...(tones && { tones }),
    opacity: fading ? 1 : clip.opacity,
    ...shown,
    ...(clip.blend && { blend: clip.blend }),
    ...(motion && { motion }),
    ...(fading && { fading }),
    fadeInFrames: headJoint ? 0 : fade(clip.fadeIn),
    fadeOutFrames: tailJoint ? 0 : fade(clip.fadeOut),
  };
}

function motionFor(
  timing: ClipTiming,
  media: { readonly width: number; readonly height: number } | null,
  target: PlanTarget,
): PlanMotion | null {
  const { clip } = timing;
  if (clip.kind !== "media") return titleStage(clip, timing, target)?.motion ?? null;
  if (!media || !isMoving(clip)) return null;
  const { width, height } = media;
  const fit = Math.min(target.width / width, target.height / height);
  const at1 = { width: width * fit, height: height * fit };
  return motionOf(clip, spanOf(timing, target.rate), target, at1).motion;
}

function normalDegrees(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

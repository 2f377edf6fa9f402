import { fail, flicksToFrameNearest, flicksToSamples, framesToFlicks, ok } from "@cutroom/timeline";
import type {
  MediaClip,
  MediaFacts,
  ProjectDocument,
  Rate,
  Result,
  TextClip,
} from "@cutroom/timeline";
import { colourOf, cropOf, croppedRect } from "./look.ts";
import { placePicture } from "./place.ts";
import type {
  PlanFailure,
  PlanInput,
  PlanLayer,
  PlanPicture,
  PlanSound,
  PlanTarget,
  RenderPlan,
  TitleSpec,
} from "./plan.ts";
import { timeTracks } from "./timing.ts";
import type { ClipTiming, TrackTiming } from "./timing.ts";
import { watermarkLayer } from "./watermark.ts";

export type FactsByAsset = Readonly<Record<string, MediaFacts>>;

const SAMPLE_RATE = 48_000;
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
  options: { readonly watermark?: boolean } = {},
): Result<RenderPlan, PlanFailure> {
  if (target.width < 2 || target.height < 2 || target.width % 2 || target.height % 2) {
    return fail("plan.frame-size", { width: target.width, height: target.height });
  }
  const timed = timeTracks(document, target.rate);
  if (!timed.ok) return timed;
  const { tracks, frameCount } = timed.value;
  if (frameCount === 0) return fail("plan.empty");

  const inputs = new Map<string, PlanInput>();
  for (const { clip } of tracks.flatMap((track) => track.clips)) {
    const input = clip.kind === "media" ? assetInput(clip, facts) : ok(titleInput(clip, target));
    if (!input.ok) return input;
    inputs.set(input.value.id, input.value);
  }
  const layers = tracks.flatMap((track) => drawTrack(track, inputs, target));
  const sounds = soundTracks(tracks, facts, target.rate);
  if (options.watermark === true) {
    const mark = watermarkLayer(target, frameCount);
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
    sampleCount: frameToSample(frameCount, target.rate),
    background: document.settings.background,
    inputs: [...inputs.values()].filter((input) => used.has(input.id)),
    layers,
    sounds,
  });
}

const assetInputId = (assetId: string) => `asset-${assetId}`;
const titleInputId = (clipId: string) => `title-${clipId}`;

function frameToSample(frame: number, fps: Rate): number {
  return flicksToSamples(framesToFlicks(frame, fps), SAMPLE_RATE);
}

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

function titleInput(clip: TextClip, target: PlanTarget): PlanInput {
  const title: TitleSpec = {
    text: clip.text,
    style: clip.style,
    width: target.width,
    height: target.height,
    xPx: Math.round(clip.transform.x * target.width),
    yPx: Math.round(clip.transform.y * target.height),
    scale: clip.transform.scale,
    rotationDeg: clip.transform.rotationDeg,
  };
  return { id: titleInputId(clip.id), kind: "title", title };
}

function isDrawn(clip: ClipTiming["clip"]): boolean {
  return clip.kind === "text" ? clip.text.trim() !== "" : clip.mediaKind !== "audio";
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
  return [
    {
      trackId: track.id,
      pictures: drawn.map((one) => drawClip(one, inputs, target)),
      transitions: timing.transitions.filter(
        (one) => ids.has(one.leftClipId) && ids.has(one.rightClipId),
      ),
    },
  ];
}

/** Source time at the clip's handle: earlier than its own start by the head of a transition. */
function sourceAtHead(timing: ClipTiming, fps: Rate): number {
  const { clip, headJoint } = timing;
  if (clip.kind !== "media") return 0;
  const early = framesToFlicks(headJoint?.handleFrames ?? 0, fps);
  return Math.round(clip.sourceStart - (early * clip.speed.n) / clip.speed.d);
}

function drawClip(
  timing: ClipTiming,
  inputs: ReadonlyMap<string, PlanInput>,
  target: PlanTarget,
): PlanPicture {
  const { clip, headJoint, tailJoint } = timing;
  const frame = { width: target.width, height: target.height };
  const inputId = clip.kind === "media" ? assetInputId(clip.assetId) : titleInputId(clip.id);
  const input = inputs.get(inputId);
  const media = input && (input.kind === "video" || input.kind === "image") ? input : null;
  const ownFrames = timing.endFrame - timing.startFrame;
  const fade = (length: number) => Math.min(ownFrames, flicksToFrameNearest(length, target.rate));
  const look = clip.kind === "media" ? clip.look : undefined;
  const whole = media ? placePicture(media, frame, clip.transform) : { x: 0, y: 0, ...frame };
  const rotationDeg = media ? normalDegrees(clip.transform.rotationDeg) : 0;
  const cut = cropOf(look, whole);
  return {
    clipId: clip.id,
    inputId,
    startFrame: timing.startFrame - (headJoint?.handleFrames ?? 0),
    endFrame: timing.endFrame + (tailJoint?.handleFrames ?? 0),
    sourceStart: input?.kind === "video" ? sourceAtHead(timing, target.rate) : 0,
    speed: clip.kind === "media" && input?.kind === "video" ? clip.speed : STILL,
    rect: cut ? croppedRect(whole, cut.offset, rotationDeg) : whole,
    rotationDeg,
    crop: cut?.crop ?? null,
    flipX: look?.flipX ?? false,
    flipY: look?.flipY ?? false,
    colour: colourOf(look),
    opacity: clip.opacity,
    fadeInFrames: headJoint ? 0 : fade(clip.fadeIn),
    fadeOutFrames: tailJoint ? 0 : fade(clip.fadeOut),
  };
}

function normalDegrees(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** A track's sound counts unless it is muted, or another one is played solo. */
function soundTracks(tracks: readonly TrackTiming[], facts: FactsByAsset, fps: Rate): PlanSound[] {
  const solo = tracks.some(({ track }) => track.solo);
  return tracks
    .filter(({ track }) => !track.muted && (track.solo || !solo))
    .flatMap(({ clips }) => clips.flatMap((one) => soundClip(one, facts, fps)));
}

function soundClip(timing: ClipTiming, facts: FactsByAsset, fps: Rate): PlanSound[] {
  const { clip, headJoint, tailJoint } = timing;
  if (clip.kind !== "media" || clip.mediaKind === "image" || clip.audio.muted) return [];
  const audio = facts[clip.assetId]?.audio;
  if (!audio) return [];
  const startSample = frameToSample(timing.startFrame - (headJoint?.handleFrames ?? 0), fps);
  const endSample = frameToSample(timing.endFrame + (tailJoint?.handleFrames ?? 0), fps);
  const fade = (length: number) =>
    Math.min(endSample - startSample, flicksToSamples(length, SAMPLE_RATE));
  const cross = (frames: number) => frameToSample(frames, fps);
  return [
    {
      clipId: clip.id,
      inputId: assetInputId(clip.assetId),
      channels: audio.channels,
      startSample,
      endSample,
      sourceStart: sourceAtHead(timing, fps),
      speed: clip.speed,
      gainDb: clip.audio.gainDb,
      fadeInSamples: headJoint ? cross(headJoint.totalFrames) : fade(clip.audio.fadeIn),
      fadeInCurve: headJoint ? "equal-power" : "linear",
      fadeOutSamples: tailJoint ? cross(tailJoint.totalFrames) : fade(clip.audio.fadeOut),
      fadeOutCurve: tailJoint ? "equal-power" : "linear",
    },
  ];
}

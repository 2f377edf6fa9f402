/** The frame behind a picture filled with a blurred copy of it: a layer of its own, beneath. */
import type { Clip } from "@cutroom/timeline";
import { coloursOnly } from "./look-steps.ts";
import { placePicture, toEven } from "./place.ts";
import type { PlanInput, PlanLayer, PlanPicture, PlanTarget, PlanTransition } from "./plan.ts";

/** A share of the frame's height; more than any look blurs. */
const BLUR = 0.05;
/** No clip's own id has this sign. */
const behindId = (clipId: string) => `${clipId}~behind`;

export function hasBackdrop(clip: Clip): boolean {
  return clip.kind === "media" && clip.look?.backdrop === true;
}

function behind(picture: PlanPicture, input: PlanInput, target: PlanTarget): PlanPicture | null {
  if (input.kind !== "video" && input.kind !== "image") return null;
  const ratios = [target.width / input.width, target.height / input.height];
  const scale = Math.max(...ratios) / Math.min(...ratios);
  const {
    motion: _motion,
    fading: _fading,
    blend: _blend,
    mask: _mask,
    key: _key,
    looks,
    ...plain
  } = picture;
  const effects = { blurPx: Math.max(2, toEven(BLUR * target.height)), sharpen: 0, vignette: 0 };
  return {
    ...plain,
    ...(looks && { looks: coloursOnly(looks, effects) }),
    clipId: behindId(picture.clipId),
    rect: placePicture(input, target, { x: 0, y: 0, scale, rotationDeg: 0 }),
    rotationDeg: 0,
    crop: null,
    effects,
  };
}

/**
 * The backdrops of a layer's pictures, as far as `wants` says so; null: none has one. Two in
 * transition change as their pictures do; one alone fades over the transition's length.
 */
export function backdropLayer(
  layer: PlanLayer,
  inputs: ReadonlyMap<string, PlanInput>,
  target: PlanTarget,
  wants: (clipId: string) => boolean,
): PlanLayer | null {
  const pictures = layer.pictures.flatMap((picture) => {
    const input = inputs.get(picture.inputId);
    const made = input && wants(picture.clipId) ? behind(picture, input, target) : null;
    if (!made) return [];
    const joint = (side: "leftClipId" | "rightClipId", other: "leftClipId" | "rightClipId") =>
      layer.transitions.find((one) => one[side] === picture.clipId && !wants(one[other]));
    const [comes, goes] = [joint("rightClipId", "leftClipId"), joint("leftClipId", "rightClipId")];
    return [
      {
        ...made,
        ...(comes && { fadeInFrames: comes.frameCount }),
        ...(goes && { fadeOutFrames: goes.frameCount }),
      },
    ];
  });
  if (pictures.length === 0) return null;
  const transitions = layer.transitions.filter(
    (one) => wants(one.leftClipId) && wants(one.rightClipId),
  );
  return {
    trackId: `${layer.trackId}~behind`,
    pictures,
    transitions: transitions.map(transitionBehind),
  };
}

function transitionBehind(one: PlanTransition): PlanTransition {
  const [leftClipId, rightClipId] = [behindId(one.leftClipId), behindId(one.rightClipId)];
  return { ...one, leftClipId, rightClipId };
}

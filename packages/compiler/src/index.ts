export { compile } from "./compile.ts";
export type { CompileOptions, FactsByAsset } from "./compile.ts";
export {
  MAX_LIVE_INPUTS,
  liveInputs,
  pictureOnly,
  segmentFingerprint,
  segmentPlan,
  slicePlan,
  soundOnly,
} from "./segments.ts";
export { lowerGif, lowerJoin, lowerSound, lowerToFfmpeg, openArgs } from "./args.ts";
export type { LowerOptions, LowerOutput, Lowered, LoweredJoin } from "./args.ts";
export { muxerArgs, pictureArgs, soundArgs } from "./encoders.ts";
export type { PictureCodec, Quality, SoundCodec } from "./encoders.ts";
export { composeAt } from "./compose.ts";
export { lowerGain, lowerLoudness } from "./lower-loudness.ts";
export { soundsAt, soundsBetween } from "./live-sound.ts";
export type { SoundSpan } from "./live-sound.ts";
export { readSoundPeaks } from "./ducking.ts";
export type { PeaksByAsset, SoundPeaks } from "./ducking.ts";
export type { DrawOp, DrawnEffects, DrawnTones } from "./compose.ts";
export type { PlanBlend } from "./blend-graph.ts";
export { chromaOf, keyedShare } from "./chroma-key.ts";
export type { PlanKey } from "./chroma-key.ts";
export { maskShare } from "./shape-mask.ts";
export type { PlanMask } from "./shape-mask.ts";
export { FULL_GRAIN, grainLevel, grainSheet } from "./grain.ts";
export type { PlanGrain } from "./grain.ts";
export { blurSigma, vignetteShare } from "./effects.ts";
export type { PlanEffects } from "./effects.ts";
export type { PlanColour, PlanCrop } from "./look.ts";
export { channelTables, lutFile, lutTable } from "./tones.ts";
export { lookUp, writeCube } from "./lut/colour-table.ts";
export { LONGEST_CUBE_BYTES, looksLikeCube, parseCube } from "./lut/parse-cube.ts";
export type { ColourTable } from "./lut/colour-table.ts";
export { revealedShare } from "./transitions.ts";
export type { FramePoint, MaskKind } from "./transitions.ts";
export type {
  DrawnSpec,
  FadeCurve,
  GainPoint,
  PlanFailure,
  PlanInput,
  PlanLayer,
  PlanLut,
  PlanPicture,
  PlanRect,
  PlanSound,
  PlanTarget,
  PlanTransition,
  RenderPlan,
} from "./plan.ts";

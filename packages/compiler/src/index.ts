export { compile } from "./compile.ts";
export type { FactsByAsset } from "./compile.ts";
export {
  MAX_LIVE_INPUTS,
  pictureOnly,
  segmentFingerprint,
  segmentPlan,
  slicePlan,
} from "./segments.ts";
export type { FrameRange } from "./segments.ts";
export { lowerJoin, lowerSound, lowerToFfmpeg } from "./args.ts";
export type { LowerOptions, LowerOutput, Lowered, LoweredJoin, Quality } from "./args.ts";
export { composeAt, soundsAt, soundsBetween } from "./compose.ts";
export type { DrawOp, GainPoint, SoundSpan } from "./compose.ts";
export type { PlanColour, PlanCrop } from "./look.ts";
export { revealedShare } from "./transitions.ts";
export type { FramePoint, MaskKind } from "./transitions.ts";
export type {
  FadeCurve,
  PlanFailure,
  PlanInput,
  PlanLayer,
  PlanPicture,
  PlanRect,
  PlanSound,
  PlanTarget,
  PlanTransition,
  RenderPlan,
  TitleSpec,
} from "./plan.ts";

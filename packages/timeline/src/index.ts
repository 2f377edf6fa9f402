export {
  FLICKS_PER_SECOND,
  flicks,
  flicksToFrameFloor,
  flicksToFrameNearest,
  flicksToSamples,
  flicksToSeconds,
  framesToFlicks,
  rate,
  secondsToFlicks,
  snapToFrame,
} from "./time.ts";
export type { Flicks, Rate, TimeRange } from "./time.ts";
export { fail, ok } from "./result.ts";
export type { Failure, Result } from "./result.ts";
export {
  SCHEMA_VERSION,
  TRACK_KINDS,
  clip,
  marker,
  mediaClip,
  projectDocument,
  projectSettings,
  textClip,
  textStyle,
  track,
  transition,
} from "./document.ts";
export type {
  Clip,
  ClipAudio,
  Marker,
  MediaClip,
  ProjectDocument,
  ProjectSettings,
  TextClip,
  TextStyle,
  Track,
  TrackKind,
  Transform,
  Transition,
} from "./document.ts";
export { mediaFacts } from "./media-facts.ts";
export type { AudioFacts, MediaFacts, VideoFacts } from "./media-facts.ts";
export { patchOp } from "./patch.ts";
export type { Patch, PatchOp } from "./patch.ts";

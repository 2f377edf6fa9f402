export {
  FLICKS_PER_SECOND,
  flicks,
  flicksToFrameFloor,
  flicksToFrameNearest,
  flicksToMs,
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
  captionClip,
  clip,
  marker,
  mediaClip,
  projectDocument,
  projectSettings,
  shapeClip,
  textClip,
  textStyle,
  track,
  transition,
} from "./document.ts";
export type {
  CaptionClip,
  CaptionStyle,
  Clip,
  ClipAudio,
  CompoundClip,
  Marker,
  MediaClip,
  PlainClip,
  ProjectDocument,
  ProjectSettings,
  Sequence,
  ShapeClip,
  TextClip,
  TextStyle,
  Track,
  TrackKind,
  Transition,
} from "./document.ts";
export { MAX_SOUNDS, mediaFacts, soundStreamOf } from "./media-facts.ts";
export type {
  AudioFacts,
  MediaAnalysis,
  MediaFacts,
  SoundName,
  VideoFacts,
} from "./media-facts.ts";
export { jsonValue, patchOp } from "./patch.ts";
export type { Patch, PatchOp } from "./patch.ts";
export { applyOps } from "./apply-ops.ts";
export type { PatchFailure } from "./apply-ops.ts";
export { diffDocuments, makePatch } from "./diff-documents.ts";
export { applyEdit, editDocument, editSchema } from "./edit.ts";
export type { Edit, Edited } from "./edit.ts";
export type { ClipChanges } from "./edits/set-clip.ts";
export { editWithin } from "./compound/edit-within.ts";
export { flatten } from "./compound/flatten.ts";
export { shownPictures } from "./compound/shown-pictures.ts";
export { everyClip, insideOf, isCompound, withEveryRecord } from "./compound/sequences.ts";
export { EDIT_FAILURES } from "./failure-codes.ts";
export type { EditFailure, EditFailureCode } from "./failure-codes.ts";
export { ceilToFrame, floorToFrame, frameLength, rangeAtRate, wholeFrames } from "./frames.ts";
export type { FrameRange } from "./frames.ts";
export {
  HISTORY_LIMIT,
  appendGesture,
  beginGesture,
  cancelGesture,
  commitGesture,
  emptyHistory,
  historyFromJson,
  historyToJson,
  record,
  redo,
  undo,
} from "./history.ts";
export type { History, HistoryFailure, HistoryMove, HistoryStep } from "./history.ts";
export { MAX_DOCUMENT_FLICKS, MAX_SPEED, MIN_SPEED, RULES, checkDocument } from "./invariants.ts";
export type { RuleId, Violation } from "./invariants.ts";
export { migrateDocument } from "./migrations/migrate-document.ts";
export type { MigrationFailure } from "./migrations/migrate-document.ts";
export {
  DEFAULT_STILL_FLICKS,
  DEFAULT_TEXT_STYLE,
  DEFAULT_TRANSFORM,
  mediaClipFrom,
  shapeClipFrom,
  textClipFrom,
} from "./new-clips.ts";
export type { ClipPlace, SourceAsset } from "./new-clips.ts";
export { DEFAULT_SETTINGS, newProject, plainTrack } from "./new-project.ts";
export { PLACE_MODES } from "./place-clips.ts";
export {
  clipAt,
  clipsOnTrack,
  companionIds,
  documentDuration,
  editPoints,
  handlesAtCut,
  linkedClipIds,
  trackAccepts,
} from "./queries.ts";
export type { CutHandles, EditPoint } from "./queries.ts";
export { sequenceAssets, settingsFromVideo } from "./sequence-assets.ts";
export { snapDelta, snapTime } from "./snap.ts";
export type { SnapOptions, SnapTarget } from "./snap.ts";
export { RAMP_NAMES, rampPreset } from "./ramp-presets.ts";
export type { RampName } from "./ramp-presets.ts";
export { clipEnd, headHandle, paceOf, pacedSourceSpan, readsSource, tailHandle } from "./source.ts";
export {
  MAX_RAMP_PERCENT,
  MIN_RAMP_PERCENT,
  floorDiv,
  sourceElapsed,
  sourceElapsedFlicks,
  speedPercentAt,
} from "./speed-ramp.ts";
export type { Fraction, SourcePace, SpeedKnot } from "./speed-ramp.ts";
export {
  formatClock,
  formatTimecode,
  isDropFrame,
  nominalRate,
  parseTimecode,
} from "./timecode.ts";
export type { TimecodeFailure } from "./timecode.ts";
export { TRANSITION_KINDS } from "./transition-kinds.ts";
export type { TransitionKind } from "./transition-kinds.ts";
export { BLEND_MODES } from "./blend.ts";
export type { BlendMode } from "./blend.ts";
export {
  EASES,
  EASE_NAMES,
  KEYED_FIELDS,
  LOOK_FIELDS,
  POSE_FIELDS,
  easeName,
  easedKey,
  lookAt,
  movedKey,
  poseAt,
  withKey,
  withoutKey,
} from "./keys.ts";
export type { Ease, EaseName, Key, KeyedField, PictureKeys, Pose } from "./keys.ts";
export type { Transform } from "./transform.ts";
export { PLAIN_LOOK, pictureLook } from "./look.ts";
export type { LookNumber, PictureLook } from "./look.ts";
export { figureTraits, isLineFigure, isStickerFigure } from "./shape.ts";
export { AREA_FIGURES, DEFAULT_SHAPE_STYLE, LINE_FIGURES, STICKER_FIGURES } from "./shape.ts";
export type { Figure, ShapeStyle } from "./shape.ts";
export { BUILT_IN_LUTS } from "./picture-lut.ts";
export type { BuiltInLut, PictureLut } from "./picture-lut.ts";
export { STRAIGHT_CURVE, TONE_CHANNELS, toneTable } from "./tone-curves.ts";
export type { ToneChannel, ToneCurve, ToneCurves } from "./tone-curves.ts";
export { CAPTION_FORMATS } from "./captions/cue.ts";
export type { CaptionFormat, Cue } from "./captions/cue.ts";
export { layOutCues } from "./captions/lay-out-cues.ts";
export type { PlacedCue } from "./captions/lay-out-cues.ts";
export { DEFAULT_CAPTION_STYLE } from "./captions/new-captions.ts";
export { MAX_CAPTION_BYTES, parseCaptions } from "./captions/parse-captions.ts";
export { SIDECAR_FORMATS, captionTracks, writeCaptions } from "./captions/write-captions.ts";
export type { SidecarFormat } from "./captions/write-captions.ts";
export { duckingAssets } from "./ducking-assets.ts";
export { syncOffsets } from "./sync.ts";
export type { SyncOffset } from "./sync.ts";
export { DEFAULT_DUCKING } from "./track-sound.ts";
export type { Ducking } from "./track-sound.ts";
export { keyedGainDb } from "./gain-keys.ts";
export { PACES } from "./autocut/cut-grid.ts";
export type { Pace } from "./autocut/cut-grid.ts";
export {
  fillPlaceholders,
  isUnfilled,
  isUnfilledChecksum,
  placeholderFrom,
  takeToCome,
} from "./placeholder.ts";
export type { FilledFile } from "./placeholder.ts";
export { takesOf } from "./takes.ts";
export type { Take } from "./takes.ts";
export { planAutoCut } from "./autocut/plan-auto-cut.ts";
export type { AutoCutShot, AutoCutWish } from "./autocut/plan-auto-cut.ts";
export {
  BUILT_IN_TEMPLATES,
  BUILT_IN_TEMPLATE_IDS,
} from "./template/built-in/built-in-templates.ts";
export type { BuiltInTemplateId } from "./template/built-in/built-in-templates.ts";
export { checkTemplate } from "./template/check-template.ts";
export { fillTemplate, neededFlicks, slotRefusal } from "./template/fill-template.ts";
export type { TemplateChoices } from "./template/fill-template.ts";
export { makeTemplate } from "./template/make-template.ts";
export type { TemplateWish } from "./template/make-template.ts";
export { slotIdOf, template } from "./template/template.ts";
export type { MediaSlot, Template } from "./template/template.ts";

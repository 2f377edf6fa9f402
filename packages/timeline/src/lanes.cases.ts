/**
 * Documents written as lanes, for tests: `lay({ "video-1": "A0-30 B30-60" })` puts two clips on
 * frames 0-29 and 30-59 at 30 fps, and `show` reads a track back in the same notation. A media
 * clip starts 100 frames into a source of 1000.
 */
import { applyEdit } from "./edit.ts";
import type { Edit } from "./edit.ts";
import type { Clip, MediaClip, ProjectDocument, ShapeClip, TextClip } from "./document.ts";
import type { EditFailure } from "./failure-codes.ts";
import { frameLength } from "./frames.ts";
import { DEFAULT_TEXT_STYLE, DEFAULT_TRANSFORM } from "./new-clips.ts";
import { newProject, plainTrack } from "./new-project.ts";
import { clipsOnTrack } from "./queries.ts";
import type { Result } from "./result.ts";
import { DEFAULT_SHAPE_STYLE } from "./shape.ts";
import type { ShapeStyle } from "./shape.ts";
import { clipEnd } from "./source.ts";

const FPS = { n: 30, d: 1 };
export const FRAME = frameLength(FPS);
export const CHECKSUM = "ab".repeat(32);

const picture = { transform: DEFAULT_TRANSFORM, opacity: 1, fadeIn: 0, fadeOut: 0 };

export function mediaAt(
  id: string,
  trackId: string,
  [from, to]: readonly [number, number],
  overrides: Partial<MediaClip> = {},
): MediaClip {
  return {
    kind: "media",
    id,
    trackId,
    name: id,
    start: from * FRAME,
    duration: (to - from) * FRAME,
    linkId: null,
    assetId: `asset-${id}`,
    checksum: CHECKSUM,
    mediaKind: trackId.startsWith("audio") ? "audio" : "video",
    sourceDuration: 1000 * FRAME,
    sourceStart: 100 * FRAME,
    speed: { n: 1, d: 1 },
    ...picture,
    audio: { gainDb: 0, muted: false, fadeIn: 0, fadeOut: 0 },
    ...overrides,
  };
}

export function textAt(id: string, trackId: string, [from, to]: readonly [number, number]) {
  const clip: TextClip = {
    kind: "text",
    id,
    trackId,
    name: id,
    start: from * FRAME,
    duration: (to - from) * FRAME,
    linkId: null,
    text: `Title ${id}`,
    style: DEFAULT_TEXT_STYLE,
    ...picture,
  };
  return clip;
}

export function shapeAt(
  id: string,
  trackId: string,
  range: readonly [number, number],
  shape: Partial<ShapeStyle> = {},
): ShapeClip {
  const { text: _text, style: _style, ...placed } = textAt(id, trackId, range);
  return { ...placed, kind: "shape", shape: { ...DEFAULT_SHAPE_STYLE, ...shape } };
}

/** Tracks beside the usual ones: audio-2, video-2. Bottom to top: audio, video, overlay, text. */
export function lay(
  lanes: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, Partial<MediaClip>>> = {},
): ProjectDocument {
  const base = newProject({ rate: FPS });
  const clips: Record<string, Clip> = {};
  for (const [trackId, lane] of Object.entries(lanes)) {
    for (const word of lane.split(" ").filter((part) => part !== "")) {
      const [, id = "", from, to] = /^([A-Za-z][A-Za-z_]*)(\d+)-(\d+)$/.exec(word) ?? [];
      const range = [Number(from), Number(to)] as const;
      clips[id] = trackId.startsWith("text")
        ? textAt(id, trackId, range)
        : mediaAt(id, trackId, range, overrides[id]);
    }
  }
  return {
    ...base,
    trackOrder: ["audio-2", "audio-1", "video-1", "video-2", "overlay-1", "text-1"],
    tracks: {
      ...base.tracks,
      "video-2": plainTrack("video-2", "video", "Video 2"),
      "audio-2": plainTrack("audio-2", "audio", "Audio 2"),
    },
    clips,
  };
}

/** The track in lane notation; frames that are not whole show their fraction. */
export function show(document: ProjectDocument, trackId = "video-1"): string {
  return clipsOnTrack(document, trackId)
    .map((clip) => `${clip.id}${clip.start / FRAME}-${clipEnd(clip) / FRAME}`)
    .join(" ");
}

/** The first source frame of a clip. */
export function sourceFrame(document: ProjectDocument, clipId: string): number {
  const clip = document.clips[clipId];
  if (clip?.kind !== "media") throw new Error(`${clipId} has no source`);
  return clip.sourceStart / FRAME;
}

export function crossfade(
  document: ProjectDocument,
  leftClipId: string,
  rightClipId: string,
  frames: number,
): ProjectDocument {
  return done(document, {
    type: "add-transition",
    id: `${leftClipId}-${rightClipId}`,
    kind: "crossfade",
    leftClipId,
    rightClipId,
    durationFlicks: frames * FRAME,
  });
}

/** Frames of every transition by id. */
export function transitionFrames(document: ProjectDocument): Record<string, number> {
  return Object.fromEntries(
    Object.values(document.transitions).map((one) => [one.id, one.duration / FRAME]),
  );
}

/** The document after an edit that must succeed. */
export function done(document: ProjectDocument, edit: Edit): ProjectDocument {
  const edited = applyEdit(document, edit);
  if (!edited.ok) throw new Error(`refused: ${JSON.stringify(edited.failure)}`);
  return edited.value.document;
}

/** Why an edit that must fail was refused. */
export function refusal(document: ProjectDocument, edit: Edit): EditFailure {
  const edited = applyEdit(document, edit);
  if (edited.ok) throw new Error("not refused");
  return edited.failure;
}

/** The value of a result that must be a success. */
export function must<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.failure)}`);
  return result.value;
}

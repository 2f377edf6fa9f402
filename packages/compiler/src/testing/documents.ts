/** Small documents written by hand, for tests. Times in frames of the project. */
import { DEFAULT_SHAPE_STYLE, PLAIN_LOOK, framesToFlicks } from "@cutroom/timeline";
import type {
  Clip,
  Key,
  MediaClip,
  MediaFacts,
  PictureKeys,
  PictureLook,
  ProjectDocument,
  Rate,
  ShapeClip,
  ShapeStyle,
  TextClip,
  TextStyle,
  Track,
  TrackKind,
  TransitionKind,
} from "@cutroom/timeline";

export const FPS_30: Rate = { n: 30, d: 1 };
export const FPS_2997: Rate = { n: 30_000, d: 1001 };
export const FPS_24: Rate = { n: 24, d: 1 };

const AT_REST = { x: 0, y: 0, scale: 1, rotationDeg: 0 };

export interface ClipSketch {
  readonly id: string;
  readonly asset: string;
  readonly mediaKind?: MediaClip["mediaKind"];
  readonly at: number;
  readonly frames: number;
  /** Flicks of the asset. */
  readonly sourceStart?: number;
  readonly speed?: Rate;
  readonly speedKeys?: Key[];
  readonly reversed?: true;
  readonly frozen?: true;
  readonly transform?: Partial<MediaClip["transform"]>;
  readonly opacity?: number;
  readonly look?: Partial<PictureLook>;
  readonly blend?: NonNullable<MediaClip["blend"]>;
  readonly keys?: PictureKeys;
  readonly fadeIn?: number;
  readonly fadeOut?: number;
  readonly audio?: Partial<MediaClip["audio"]>;
}

export interface TextSketch {
  readonly id: string;
  readonly text: string;
  readonly at: number;
  readonly frames: number;
  readonly style?: Partial<TextStyle>;
  readonly transform?: Partial<TextClip["transform"]>;
  readonly keys?: PictureKeys;
  readonly blend?: NonNullable<TextClip["blend"]>;
  readonly fadeIn?: number;
  readonly fadeOut?: number;
}

export interface ShapeSketch extends Omit<TextSketch, "text" | "style"> {
  readonly shape: Partial<ShapeStyle>;
}

export interface TrackSketch {
  readonly kind: TrackKind;
  readonly clips: readonly (ClipSketch | TextSketch | ShapeSketch)[];
  /** [left clip, right clip, frames, kind], a crossfade when none is named */
  readonly transitions?: readonly (readonly [string, string, number, TransitionKind?])[];
  readonly flags?: Partial<Pick<Track, "muted" | "solo" | "hidden">>;
}

export const PLAIN_STYLE: TextStyle = {
  size: 0.12,
  weight: 700,
  colour: "#ffffff",
  align: "center",
  lineHeight: 1.2,
  outlineColour: "#101010",
  outlineWidth: 0.06,
  boxColour: null,
  boxOpacity: 0,
  shadow: false,
};

function mediaClipOf(sketch: ClipSketch, trackId: string, fps: Rate): MediaClip {
  const flicks = (frames: number) => framesToFlicks(frames, fps);
  const mediaKind = sketch.mediaKind ?? "video";
  return {
    kind: "media",
    id: sketch.id,
    trackId,
    name: sketch.id,
    start: flicks(sketch.at),
    duration: flicks(sketch.at + sketch.frames) - flicks(sketch.at),
    linkId: null,
    assetId: sketch.asset,
    checksum: "0".repeat(64),
    mediaKind,
    sourceDuration: mediaKind === "image" ? null : 705_600_000 * 60,
    sourceStart: sketch.sourceStart ?? 0,
    speed: sketch.speed ?? { n: 1, d: 1 },
    transform: { ...AT_REST, ...sketch.transform },
    opacity: sketch.opacity ?? 1,
    fadeIn: flicks(sketch.fadeIn ?? 0),
    fadeOut: flicks(sketch.fadeOut ?? 0),
    audio: { gainDb: 0, muted: false, fadeIn: 0, fadeOut: 0, ...sketch.audio },
    ...(sketch.speedKeys ? { speedKeys: sketch.speedKeys } : {}),
    ...(sketch.reversed ? { reversed: true } : {}),
    ...(sketch.frozen ? { frozen: true } : {}),
    ...(sketch.keys ? { keys: sketch.keys } : {}),
    ...(sketch.blend ? { blend: sketch.blend } : {}),
    ...(sketch.look ? { look: { ...PLAIN_LOOK, ...sketch.look } } : {}),
  };
}

function shapeClipOf({ shape, ...rest }: ShapeSketch, trackId: string, fps: Rate): ShapeClip {
  const { text: _text, style: _style, ...placed } = textClipOf({ ...rest, text: "" }, trackId, fps);
  return { ...placed, kind: "shape", shape: { ...DEFAULT_SHAPE_STYLE, ...shape } };
}

function textClipOf(sketch: TextSketch, trackId: string, fps: Rate): TextClip {
  const flicks = (frames: number) => framesToFlicks(frames, fps);
  return {
    kind: "text",
    id: sketch.id,
    trackId,
    name: sketch.id,
    start: flicks(sketch.at),
    duration: flicks(sketch.at + sketch.frames) - flicks(sketch.at),
    linkId: null,
    text: sketch.text,
    style: { ...PLAIN_STYLE, ...sketch.style },
    transform: { ...AT_REST, ...sketch.transform },
    ...(sketch.keys ? { keys: sketch.keys } : {}),
    ...(sketch.blend ? { blend: sketch.blend } : {}),
    opacity: 1,
    fadeIn: flicks(sketch.fadeIn ?? 0),
    fadeOut: flicks(sketch.fadeOut ?? 0),
  };
}

function clipOf(one: TrackSketch["clips"][number], trackId: string, fps: Rate): Clip {
  if ("shape" in one) return shapeClipOf(one, trackId, fps);
  return "text" in one ? textClipOf(one, trackId, fps) : mediaClipOf(one, trackId, fps);
}

/** A document of the given tracks, bottom to top. */
export function documentOf(
  tracks: readonly TrackSketch[],
  settings: { rate?: Rate; width?: number; height?: number; background?: string } = {},
): ProjectDocument {
  const fps = settings.rate ?? FPS_30;
  const document: ProjectDocument = {
    schemaVersion: 1,
    settings: {
      width: settings.width ?? 320,
      height: settings.height ?? 180,
      rate: fps,
      sampleRate: 48_000,
      background: settings.background ?? "#000000",
    },
    trackOrder: [],
    tracks: {},
    clips: {},
    transitions: {},
    markers: {},
  };
  for (const [index, sketch] of tracks.entries()) {
    const id = `track${index}`;
    const flags = { muted: false, solo: false, hidden: false, ...sketch.flags };
    document.trackOrder.push(id);
    document.tracks[id] = { id, kind: sketch.kind, name: id, locked: false, ...flags };
    for (const one of sketch.clips) {
      const clip = clipOf(one, id, fps);
      document.clips[clip.id] = clip;
    }
    for (const [left, right, frames, kind] of sketch.transitions ?? []) {
      const fade = `${left}-${right}`;
      document.transitions[fade] = {
        id: fade,
        kind: kind ?? "crossfade",
        leftClipId: left,
        rightClipId: right,
        duration: framesToFlicks(frames, fps),
      };
    }
  }
  return document;
}

export function videoFactsOf(
  video: { rate?: Rate; frames: number; width?: number; height?: number },
  audio: { channels?: number; sampleRate?: number } | null = {},
): MediaFacts {
  const fps = video.rate ?? FPS_30;
  const duration = framesToFlicks(video.frames, fps);
  return {
    kind: "video",
    duration,
    video: {
      width: video.width ?? 320,
      height: video.height ?? 180,
      rate: fps,
      frameCount: video.frames,
      hasAlpha: false,
      matrix: "bt709",
      range: "tv",
    },
    audio: audio && audioFactsOf(duration, audio),
  };
}

function audioFactsOf(duration: number, audio: { channels?: number; sampleRate?: number }) {
  return {
    sampleRate: audio.sampleRate ?? 48_000,
    channels: audio.channels ?? 2,
    startsAt: 0,
    duration,
    loudnessLufs: null,
  };
}

export function soundFactsOf(
  seconds: number,
  audio: { channels?: number; sampleRate?: number } = {},
): MediaFacts {
  const duration = Math.round(seconds * 705_600_000);
  return { kind: "audio", duration, video: null, audio: audioFactsOf(duration, audio) };
}

export function imageFactsOf(width: number, height: number, hasAlpha = false): MediaFacts {
  return {
    kind: "image",
    duration: 0,
    video: {
      width,
      height,
      rate: FPS_30,
      frameCount: 1,
      hasAlpha,
      matrix: "bt709",
      range: "tv",
    },
    audio: null,
  };
}

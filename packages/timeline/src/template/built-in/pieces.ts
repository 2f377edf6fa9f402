/** What the templates of the house are put together from; times are seconds. */
import type { Clip, MediaClip, ProjectDocument, TextClip, TextStyle } from "../../document.ts";
import { EASES } from "../../keys.ts";
import type { PictureKeys } from "../../keys.ts";
import { DEFAULT_TEXT_STYLE, DEFAULT_TRANSFORM } from "../../new-clips.ts";
import { newProject } from "../../new-project.ts";
import { secondsToFlicks, snapToFrame } from "../../time.ts";
import type { Flicks, Rate } from "../../time.ts";
import type { TransitionKind } from "../../transition-kinds.ts";
import { SLOT_CHECKSUM, slotAsset } from "../template.ts";
import type { MediaSlot } from "../template.ts";

const FPS: Rate = { n: 30, d: 1 };
const DAY_S = 86_400;
const PLAIN = { transform: DEFAULT_TRANSFORM, opacity: 1, fadeIn: 0, fadeOut: 0, linkId: null };

export function seconds(value: number): Flicks {
  return snapToFrame(secondsToFlicks(value), FPS);
}

interface Span {
  readonly at: number;
  readonly lasts: number;
}

/** The place of a picture on the lowest video track unless told otherwise. */
export function pictureAt(
  slot: string,
  { at, lasts }: Span,
  more: Partial<MediaClip> = {},
): MediaClip {
  return {
    kind: "media",
    id: slot,
    trackId: "video-1",
    name: slot,
    start: seconds(at),
    duration: seconds(lasts),
    assetId: slotAsset(slot),
    checksum: SLOT_CHECKSUM,
    mediaKind: "image",
    sourceDuration: null,
    sourceStart: 0,
    speed: { n: 1, d: 1 },
    ...PLAIN,
    audio: { gainDb: 0, muted: false, fadeIn: 0, fadeOut: 0 },
    ...more,
  };
}

/** The place of the music, under all of it. */
export function musicFor(lasts: number): MediaClip {
  const audio = { gainDb: -6, muted: false, fadeIn: 0, fadeOut: seconds(1.5) };
  return pictureAt(
    "music",
    { at: 0, lasts },
    {
      trackId: "audio-1",
      mediaKind: "audio",
      sourceDuration: seconds(DAY_S),
      audio,
    },
  );
}

export function titleAt(
  id: string,
  text: string,
  { at, lasts }: Span,
  more: {
    readonly style?: Partial<TextStyle>;
    readonly x?: number;
    readonly y?: number;
    readonly keys?: PictureKeys;
  } = {},
): TextClip {
  const { style, x = 0, y = 0, keys } = more;
  return {
    kind: "text",
    id,
    trackId: "text-1",
    name: text,
    start: seconds(at),
    duration: seconds(lasts),
    text,
    style: { ...DEFAULT_TEXT_STYLE, ...style },
    ...PLAIN,
    transform: { ...DEFAULT_TRANSFORM, x, y },
    fadeIn: seconds(0.4),
    fadeOut: seconds(0.4),
    ...(keys === undefined ? {} : { keys }),
  };
}

/** A field that goes evenly from one value to another over so many seconds. */
export function ramp(from: number, to: number, lasts: number, ease: keyof typeof EASES = "linear") {
  return [
    { at: 0, value: from, ease: EASES[ease] },
    { at: seconds(lasts), value: to, ease: EASES.linear },
  ];
}

/** A slow push in or out with a drift, named after the film maker who made it known. */
export function kenBurns(index: number, lasts: number): PictureKeys {
  const drift = index % 2 === 0 ? 0.02 : -0.02;
  const [near, far] = [1.16, 1.04];
  const scale = index % 2 === 0 ? ramp(far, near, lasts) : ramp(near, far, lasts);
  return { scale, x: ramp(-drift, drift, lasts) };
}

export function pictureSlot(id: string, label: string, more: Partial<MediaSlot> = {}): MediaSlot {
  return {
    id,
    label,
    hint: "",
    accepts: "picture",
    minFlicks: 0,
    length: "auto",
    cover: true,
    ...more,
  };
}

export const MUSIC_SLOT = pictureSlot("music", "Music", {
  accepts: "audio",
  length: "fixed",
  cover: false,
});

/** A document of these clips on the usual tracks, each of `joins` at the cut of two of them. */
export function documentOf(
  frame: { readonly width: number; readonly height: number; readonly background?: string },
  clips: readonly Clip[],
  joins: readonly (readonly [left: string, right: string, kind: TransitionKind, lasts: number])[],
): ProjectDocument {
  const transitions = joins.map(([leftClipId, rightClipId, kind, lasts]) => ({
    id: `${leftClipId}-${rightClipId}`,
    kind,
    leftClipId,
    rightClipId,
    duration: seconds(lasts),
  }));
  return {
    ...newProject({ ...frame, rate: FPS }),
    clips: Object.fromEntries(clips.map((clip) => [clip.id, clip])),
    transitions: Object.fromEntries(transitions.map((one) => [one.id, one])),
  };
}

/** Documents for tests: one with everything, and random ones of any rate. */
import {
  DEFAULT_SHAPE_STYLE,
  DEFAULT_TEXT_STYLE,
  DEFAULT_TRANSFORM,
  framesToFlicks,
  handlesAtCut,
  newProject,
} from "@cutroom/timeline";
import type {
  Clip,
  MediaClip,
  ProjectDocument,
  Rate,
  ShapeClip,
  SourceAsset,
  TextClip,
  Transition,
} from "@cutroom/timeline";
import * as fc from "fast-check";

export const RATES: readonly Rate[] = [
  { n: 24_000, d: 1001 },
  { n: 25, d: 1 },
  { n: 30_000, d: 1001 },
  { n: 30, d: 1 },
  { n: 60, d: 1 },
];

const CHECKSUM = "ab".repeat(32);
const SOURCE_FRAMES = 10_000;
const picture = { transform: DEFAULT_TRANSFORM, opacity: 1, fadeIn: 0, fadeOut: 0 };

export function film(assetId: string, rate: Rate, name = `${assetId}.mp4`): SourceAsset {
  return {
    assetId,
    checksum: CHECKSUM,
    name,
    facts: {
      kind: "video",
      duration: framesToFlicks(SOURCE_FRAMES, rate),
      video: {
        width: 1280,
        height: 720,
        rate,
        frameCount: SOURCE_FRAMES,
        hasAlpha: false,
        matrix: "bt709",
        range: "tv",
      },
      audio: {
        sampleRate: 48_000,
        channels: 2,
        startsAt: 0,
        duration: framesToFlicks(SOURCE_FRAMES, rate),
        loudnessLufs: null,
      },
    },
  };
}

export interface Piece {
  readonly id: string;
  readonly trackId: string;
  readonly assetId: string;
  /** Frames of the project. */
  readonly from: number;
  readonly to: number;
  readonly sourceFrame?: number;
  readonly more?: Partial<MediaClip>;
}

export function piece(rate: Rate, { more, ...of }: Piece): MediaClip {
  const { id, trackId, assetId, from, to, sourceFrame = 100 } = of;
  return {
    kind: "media",
    id,
    trackId,
    name: id,
    start: framesToFlicks(from, rate),
    duration: framesToFlicks(to - from, rate),
    linkId: null,
    assetId,
    checksum: CHECKSUM,
    mediaKind: trackId.startsWith("audio") ? "audio" : "video",
    sourceDuration: framesToFlicks(SOURCE_FRAMES, rate),
    sourceStart: framesToFlicks(sourceFrame, rate),
    speed: { n: 1, d: 1 },
    ...picture,
    audio: { gainDb: 0, muted: false, fadeIn: 0, fadeOut: 0 },
    ...more,
  };
}

export function titleAt(rate: Rate, id: string, range: readonly [number, number], text: string) {
  const clip: TextClip = {
    kind: "text",
    id,
    trackId: "text-1",
    name: id,
    start: framesToFlicks(range[0], rate),
    duration: framesToFlicks(range[1] - range[0], rate),
    linkId: null,
    text,
    style: DEFAULT_TEXT_STYLE,
    ...picture,
  };
  return clip;
}

export function shapeAt(rate: Rate, id: string, range: readonly [number, number]): ShapeClip {
  const { text: _text, style: _style, ...placed } = titleAt(rate, id, range, id);
  return { ...placed, kind: "shape", shape: { ...DEFAULT_SHAPE_STYLE, figure: "star" } };
}

export function documentOf(
  rate: Rate,
  clips: readonly Clip[],
  transitions: readonly Transition[] = [],
): ProjectDocument {
  const byId = <T extends { readonly id: string }>(values: readonly T[]) =>
    Object.fromEntries(values.map((value) => [value.id, value]));
  return {
    ...newProject({ rate }),
    clips: byId(clips),
    transitions: byId(transitions),
  };
}

const speeds = fc.constantFrom(
  { n: 1, d: 1 },
  { n: 1, d: 1 },
  { n: 2, d: 1 },
  { n: 1, d: 3 },
  { n: 137, d: 100 },
);

const RAMP: MediaClip["speedKeys"] = [
  { at: 0, value: 50, ease: [0, 0, 1, 1] },
  { at: 29_429_400, value: 200, ease: "hold" },
];

const piecePlan = fc.record({
  gap: fc.constantFrom(0, 0, 0, 7, 30),
  frames: fc.integer({ min: 2, max: 90 }),
  sourceFrame: fc.integer({ min: 0, max: 500 }),
  speed: speeds,
  /** Sound ends wherever it ends. */
  odd: fc.constantFrom(0, 0, 12_345),
  transition: fc.integer({ min: 0, max: 12 }),
  run: fc.constantFrom({}, {}, { reversed: true as const }, { speedKeys: RAMP }),
  kind: fc.constantFrom("crossfade" as const, "wipe-left" as const, "iris-open" as const),
  gainDb: fc.constantFrom(0, -6),
  x: fc.constantFrom(0, 0.25),
});
type PiecePlan = typeof piecePlan extends fc.Arbitrary<infer T> ? T : never;

function clipOf(rate: Rate, trackId: string, plan: PiecePlan, [from, index]: [number, number]) {
  const isSound = trackId.startsWith("audio");
  const clip = piece(rate, {
    id: `${trackId}-${index}`,
    trackId,
    assetId: `film-${index % 3}`,
    from,
    to: from + plan.frames,
    sourceFrame: plan.sourceFrame,
    more: {
      speed: plan.speed,
      ...plan.run,
      transform: { ...DEFAULT_TRANSFORM, x: isSound ? 0 : plan.x },
      audio: { gainDb: plan.gainDb, muted: false, fadeIn: 0, fadeOut: 0 },
    },
  });
  return isSound ? { ...clip, duration: clip.duration - plan.odd } : clip;
}

function withTrack(document: ProjectDocument, trackId: string, plans: readonly PiecePlan[]) {
  const clips = { ...document.clips };
  const cuts: [MediaClip, MediaClip, PiecePlan][] = [];
  let at = 0;
  let left: MediaClip | null = null;
  for (const [index, plan] of plans.entries()) {
    const clip: MediaClip = clipOf(document.settings.rate, trackId, plan, [at + plan.gap, index]);
    clips[clip.id] = clip;
    if (left !== null && plan.gap === 0 && clip.mediaKind === "video")
      cuts.push([left, clip, plan]);
    left = clip;
    at += plan.gap + plan.frames;
  }
  const laid: ProjectDocument = { ...document, clips };
  return cuts.reduce((next, [from, to, plan]) => withTransition(next, from, to, plan), laid);
}

function withTransition(
  document: ProjectDocument,
  left: MediaClip,
  right: MediaClip,
  plan: PiecePlan,
): ProjectDocument {
  const most = handlesAtCut(document, left.id, right.id)?.maxTransitionFlicks ?? 0;
  const frame = framesToFlicks(1, document.settings.rate);
  const frames = Math.min(plan.transition, Math.floor(most / frame));
  if (frames < 1) return document;
  const id = `into-${right.id}`;
  const made: Transition = {
    id,
    kind: plan.kind,
    leftClipId: left.id,
    rightClipId: right.id,
    duration: frames * frame,
  };
  return { ...document, transitions: { ...document.transitions, [id]: made } };
}

/** Sound documents of any of the rates: three tracks, cuts, gaps, speeds, transitions, markers. */
export const someDocument = fc
  .record({
    rate: fc.constantFrom(...RATES),
    sound: fc.array(piecePlan, { maxLength: 6 }),
    main: fc.array(piecePlan, { minLength: 1, maxLength: 8 }),
    over: fc.array(piecePlan, { maxLength: 4 }),
    markers: fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 4 }),
    title: fc.option(fc.string({ minLength: 1, maxLength: 40 }), { nil: null }),
  })
  .map(({ rate, sound, main, over, markers, title }): ProjectDocument => {
    const titles =
      title === null
        ? []
        : [titleAt(rate, "title", [3, 40], title), shapeAt(rate, "shape", [40, 70])];
    const lanes = [
      ["audio-1", sound],
      ["video-1", main],
      ["overlay-1", over],
    ] as const;
    const laid = lanes.reduce(
      (document, [trackId, plans]) => withTrack(document, trackId, plans),
      documentOf(rate, titles),
    );
    for (const frame of markers) {
      const id = `marker-${frame}`;
      const at = framesToFlicks(frame, rate);
      const note = frame % 2 === 0 ? { note: `Frame ${frame}\n& more` } : {};
      laid.markers[id] = { id, at, name: `at ${frame}`, colour: "#c3a0f0", ...note };
    }
    return laid;
  });

/** The files that random documents are cut from. */
export function filmsOf({ settings }: ProjectDocument): SourceAsset[] {
  return [0, 1, 2].map((index) => film(`film-${index}`, settings.rate));
}

/** What random documents and edits are made of. */
import { captionClipFrom } from "../captions/new-captions.ts";
import type { ProjectDocument } from "../document.ts";
import { EASES } from "../keys.ts";
import type { Key } from "../keys.ts";
import { FRAME, mediaAt, shapeAt, textAt } from "../lanes.cases.ts";
import { clipsOnTrack, editPoints } from "../queries.ts";
import { FIGURES } from "../shape.ts";
import { clipEnd } from "../source.ts";

/** A generator of edits that usually mean something: it picks among what is there. */
export interface Dice {
  int(least: number, most: number): number;
  of<T>(values: readonly T[]): T;
}

export function dice(seed: number): Dice {
  // mulberry32: small, repeatable and good enough to choose edits.
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    int,
    of: (values) => values[int(0, values.length - 1)] as (typeof values)[number],
  };
}

export function someClips(document: ProjectDocument, roll: Dice): string[] {
  const ids = Object.keys(document.clips);
  if (ids.length === 0) return ["nobody"];
  return Array.from({ length: roll.int(1, 3) }, () => roll.of(ids));
}

/** Pairs of clips that touch. */
export function touching(document: ProjectDocument): [string, string][] {
  return document.trackOrder.flatMap((trackId) => {
    const clips = clipsOnTrack(document, trackId);
    return clips.flatMap((left, index): [string, string][] => {
      const right = clips[index + 1];
      return right && clipEnd(left) === right.start ? [[left.id, right.id]] : [];
    });
  });
}

/** A time, sometimes an edge, sometimes between two frames. */
export function someTime(document: ProjectDocument, roll: Dice): number {
  const points = editPoints(document);
  if (points.length > 0 && roll.int(0, 2) === 0) return roll.of(points).timeFlicks;
  return roll.int(0, 400) * FRAME + roll.of([0, 0, 1, FRAME / 3]);
}

export function captionAt(id: string, trackId: string, [from, to]: readonly [number, number]) {
  const words = [{ at: (to - from - 1) * FRAME, from: 4, to: 7 }];
  const cue = { start: from * FRAME, duration: (to - from) * FRAME, text: "one two", words };
  return captionClipFrom(cue, id, trackId);
}

/** Some of them outside of any clip, as trims leave them. */
function someKeys(roll: Dice): Key[] {
  const frames = new Set(Array.from({ length: roll.int(1, 4) }, () => roll.int(-20, 80)));
  return [...frames]
    .toSorted((left, right) => left - right)
    .map((frame) => ({ at: frame * FRAME, value: roll.int(-2, 2), ease: "hold" }));
}

export function someRamp(roll: Dice): Key[] {
  const eases = [EASES.linear, EASES["ease-in-out"], EASES.overshoot, EASES.hold];
  return Array.from({ length: roll.int(0, 3) }, (_, index) => ({
    at: (roll.int(-10, 10) + 30 * index) * FRAME,
    value: roll.int(10, 400),
    ease: roll.of(eases),
  }));
}

export function newClip(document: ProjectDocument, roll: Dice, id: string) {
  const trackId = roll.of(document.trackOrder.length > 0 ? document.trackOrder : ["nowhere"]);
  const from = roll.int(0, 300);
  const range = [from, from + roll.int(1, 60)] as const;
  if (document.tracks[trackId]?.kind === "text") {
    if (roll.int(0, 2) > 0) return textAt(id, trackId, range);
    const keys = roll.int(0, 2) === 0 ? { keys: { scale: someKeys(roll) } } : {};
    return { ...shapeAt(id, trackId, range, { figure: roll.of(FIGURES) }), ...keys };
  }
  if (document.tracks[trackId]?.kind === "caption") return captionAt(id, trackId, range);
  const isSound = document.tracks[trackId]?.kind === "audio";
  const still = { mediaKind: "image" as const, sourceDuration: null, sourceStart: 0 };
  return mediaAt(id, trackId, range, {
    mediaKind: isSound ? "audio" : "video",
    speed: roll.of([
      { n: 1, d: 1 },
      { n: 1, d: 1 },
      { n: 2, d: 1 },
      { n: 137, d: 100 },
    ]),
    ...(isSound ? { duration: (range[1] - from) * FRAME - roll.of([0, 0, 12_345]) } : {}),
    ...(!isSound && roll.int(0, 3) === 0 ? still : {}),
    linkId: roll.of([null, null, "pair-1", "pair-2"]),
    fadeIn: isSound ? 0 : roll.of([0, 0, FRAME]),
    ...(!isSound && roll.int(0, 2) === 0 ? { keys: { x: someKeys(roll) } } : {}),
  });
}

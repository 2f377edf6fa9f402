import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { captionClipFrom } from "../captions/new-captions.ts";
import { applyOps } from "../apply-ops.ts";
import { makePatch } from "../diff-documents.ts";
import { projectDocument } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { applyEdit, editSchema } from "../edit.ts";
import type { Edit } from "../edit.ts";
import type { EditFailure } from "../failure-codes.ts";
import { emptyHistory, historyFromJson, historyToJson, record, redo, undo } from "../history.ts";
import { checkDocument } from "../invariants.ts";
import { EASES } from "../keys.ts";
import type { Key } from "../keys.ts";
import { FRAME, lay, mediaAt, must, textAt } from "../lanes.cases.ts";
import { plainTrack } from "../new-project.ts";
import { clipsOnTrack, editPoints } from "../queries.ts";
import { clipEnd } from "../source.ts";

/** A generator of edits that usually mean something: it picks among what is there. */
interface Dice {
  int(least: number, most: number): number;
  of<T>(values: readonly T[]): T;
}

function dice(seed: number): Dice {
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

const MODES = ["place", "overwrite", "insert"] as const;
const SCOPES = ["track", "all"] as const;
const RIPPLES = ["none", "track", "all"] as const;

function someClips(document: ProjectDocument, roll: Dice): string[] {
  const ids = Object.keys(document.clips);
  if (ids.length === 0) return ["nobody"];
  return Array.from({ length: roll.int(1, 3) }, () => roll.of(ids));
}

/** Pairs of clips that touch. */
function touching(document: ProjectDocument): [string, string][] {
  return document.trackOrder.flatMap((trackId) => {
    const clips = clipsOnTrack(document, trackId);
    return clips.flatMap((left, index): [string, string][] => {
      const right = clips[index + 1];
      return right && clipEnd(left) === right.start ? [[left.id, right.id]] : [];
    });
  });
}

/** A time, sometimes an edge, sometimes between two frames. */
function someTime(document: ProjectDocument, roll: Dice): number {
  const points = editPoints(document);
  if (points.length > 0 && roll.int(0, 2) === 0) return roll.of(points).timeFlicks;
  return roll.int(0, 400) * FRAME + roll.of([0, 0, 1, FRAME / 3]);
}

function captionAt(id: string, trackId: string, [from, to]: readonly [number, number]) {
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

function someRamp(roll: Dice): Key[] {
  const eases = [EASES.linear, EASES["ease-in-out"], EASES.overshoot, EASES.hold];
  return Array.from({ length: roll.int(0, 3) }, (_, index) => ({
    at: (roll.int(-10, 10) + 30 * index) * FRAME,
    value: roll.int(10, 400),
    ease: roll.of(eases),
  }));
}

function newClip(document: ProjectDocument, roll: Dice, id: string) {
  const trackId = roll.of(document.trackOrder.length > 0 ? document.trackOrder : ["nowhere"]);
  const from = roll.int(0, 300);
  const range = [from, from + roll.int(1, 60)] as const;
  if (document.tracks[trackId]?.kind === "text") return textAt(id, trackId, range);
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

function someEdit(document: ProjectDocument, roll: Dice, count: number): Edit {
  const clipIds = someClips(document, roll);
  const clipId = clipIds[0] ?? "nobody";
  const deltaFlicks = roll.int(-40, 40) * FRAME + roll.of([0, 0, 1, -FRAME / 2]);
  const idBase = `made-${count}`;
  const linked = roll.of([true, true, false]);
  const trackId = roll.of([...document.trackOrder, "nowhere"]);
  const scope = roll.of(SCOPES);
  const transitionId = roll.of([...Object.keys(document.transitions), "nobody"]);
  const [leftClipId, rightClipId] = roll.of([["nobody", clipId], ...touching(document)] as [
    string,
    string,
  ][]);
  const cues = Object.values(document.clips).filter((clip) => clip.kind === "caption");
  const cueIds = ["nobody", ...cues.map((clip) => clip.id)];
  const make: (() => Edit)[] = [
    () => ({
      type: "insert-clip",
      clip: newClip(document, roll, idBase),
      mode: roll.of(MODES),
      idBase,
      scope,
    }),
    () => ({
      type: "insert-clip",
      clip: newClip(document, roll, idBase),
      mode: "overwrite",
      idBase,
    }),
    () => ({
      type: "move-clips",
      clipIds,
      deltaFlicks,
      trackDelta: roll.int(-1, 1),
      mode: roll.of(MODES),
      idBase,
      linked,
    }),
    () => ({
      type: "duplicate-clips",
      clipIds,
      atFlicks: someTime(document, roll),
      trackDelta: 0,
      mode: roll.of(MODES),
      idBase,
      linked,
    }),
    () => ({
      type: "trim-clip",
      clipId,
      edge: roll.of(["start", "end"] as const),
      deltaFlicks,
      ripple: roll.of(RIPPLES),
      linked,
    }),
    () => ({
      type: "trim-clip",
      clipId,
      edge: roll.of(["start", "end"] as const),
      deltaFlicks,
      ripple: "none",
      linked,
    }),
    () => ({ type: "roll", leftClipId, rightClipId, deltaFlicks, linked }),
    () => ({ type: "slip", clipIds, deltaFlicks, linked }),
    () => ({ type: "slide", clipId, deltaFlicks, linked }),
    () => ({
      type: "split-clip",
      atFlicks: someTime(document, roll),
      clipIds: roll.of([null, clipIds]),
      idBase,
      linked,
    }),
    () => ({
      type: "freeze-frame",
      clipIds: [clipId],
      atFlicks: someTime(document, roll),
      durationFlicks: roll.int(1, 60) * FRAME,
      idBase,
      linked,
    }),
    () => ({ type: "set-clip", clipIds, changes: { reversed: roll.of([true, false]) } }),
    () => ({ type: "set-clip", clipIds: [clipId], changes: { speedKeys: someRamp(roll) } }),
    () => ({ type: "lift", clipIds: [clipId], linked: false }),
    () => ({ type: "ripple-delete", clipIds: [clipId], scope, linked }),
    () => ({ type: "close-gap", trackId, atFlicks: someTime(document, roll), scope }),
    () => ({
      type: "set-clip",
      clipIds,
      changes: { opacity: roll.int(0, 10) / 10, transform: { x: roll.int(-5, 5) / 10 } },
    }),
    () => ({
      type: "set-clip",
      clipIds,
      changes: { fadeIn: roll.int(0, 90) * FRAME, audio: { fadeOut: roll.int(0, 90) * FRAME } },
    }),
    () => ({
      type: "set-clip",
      clipIds,
      changes: { speed: { n: roll.int(1, 300), d: 100 } },
      ripple: roll.of(["none", "track"] as const),
    }),
    () => ({
      type: "set-clip",
      clipIds: [clipId],
      changes: { text: "Hello", style: { weight: 700 } },
    }),
    () => ({ type: "link", clipIds, linkId: `${idBase}-link` }),
    () => ({ type: "unlink", clipIds }),
    () => ({
      type: "add-transition",
      id: idBase,
      kind: "crossfade",
      leftClipId,
      rightClipId,
      durationFlicks: roll.int(1, 30) * FRAME,
    }),
    () => ({ type: "set-transition", transitionId, durationFlicks: roll.int(1, 40) * FRAME }),
    () => ({ type: "remove-transition", transitionId }),
    () => ({
      type: "add-marker",
      marker: { id: idBase, at: someTime(document, roll), name: "Here", colour: "#ff0000" },
    }),
    () => ({
      type: "set-marker",
      markerId: roll.of([...Object.keys(document.markers), "nobody"]),
      at: someTime(document, roll),
    }),
    () => ({
      type: "remove-marker",
      markerId: roll.of([...Object.keys(document.markers), "nobody"]),
    }),
    () => ({
      type: "set-track",
      trackId,
      locked: roll.int(0, 3) === 0,
      muted: roll.of([true, false]),
      index: roll.int(0, 3),
    }),
    () => ({
      type: "add-track",
      track: {
        id: idBase,
        kind: roll.of(["video", "audio", "text", "overlay", "caption"] as const),
        name: "New",
        muted: false,
        solo: false,
        locked: false,
        hidden: false,
      },
      index: roll.int(0, 4),
    }),
    () => ({ type: "remove-track", trackId: document.trackOrder.length > 4 ? trackId : "nowhere" }),
    () => ({
      type: "put-captions",
      trackId: roll.of([
        "nowhere",
        ...document.trackOrder.filter((id) => document.tracks[id]?.kind === "caption"),
      ]),
      cues: [
        { start: someTime(document, roll), duration: roll.int(1, 90) * FRAME, text: "a new cue" },
      ],
      mode: roll.of(["add", "replace"] as const),
      idBase,
    }),
    () => ({ type: "split-caption", clipId: roll.of(cueIds), at: roll.int(1, 7), idBase }),
    () => ({
      type: "use-take",
      clipId,
      take: {
        assetId: `take-${roll.int(1, 3)}`,
        checksum: "c".repeat(64),
        sourceDuration: roll.of([30, 900]) * FRAME,
      },
    }),
    () => ({ type: "merge-captions", clipIds: [roll.of(cueIds), roll.of(cueIds)] }),
    () => ({
      type: "set-settings",
      settings: {
        rate: roll.of([
          { n: 25, d: 1 },
          { n: 30_000, d: 1001 },
          { n: 30, d: 1 },
          { n: 60, d: 1 },
        ]),
      },
    }),
  ];
  return roll.of(make)();
}

/** Frozen through and through; what is shared with an earlier document is already. */
function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

/** A refusal that would mean that the edit itself has made something wrong. */
function ownMistake(edit: Edit, failure: EditFailure): string | null {
  const asked = ("mode" in edit && edit.mode) || ("ripple" in edit && edit.ripple);
  // Clips that leave their track may meet a link partner that moves in time only.
  const mayMeet = "trackDelta" in edit && edit.trackDelta !== 0;
  const expected =
    failure.code === "clip.overlap"
      ? ["place", "none", "add", "replace"].includes(String(asked)) || mayMeet
      : !["edit.breaks-rule", "clip.source-range", "track.kind"].includes(failure.code);
  return expected ? null : JSON.stringify({ failure, edit });
}

const films = lay({
  "video-1": "A0-60 B60-120 C120-180",
  "video-2": "D30-90",
  "audio-1": "M0-150",
  "text-1": "T10-50",
});
const start: ProjectDocument = {
  ...films,
  trackOrder: [...films.trackOrder, "captions"],
  tracks: { ...films.tracks, captions: plainTrack("captions", "caption", "Captions") },
  clips: {
    ...films.clips,
    P: captionAt("P", "captions", [0, 40]),
    Q: captionAt("Q", "captions", [40, 80]),
    R: captionAt("R", "captions", [100, 140]),
  },
};

/** Documents that a person could have made. */
function walk(
  seed: number,
  length: number,
  visit: (before: ProjectDocument, edit: Edit) => ProjectDocument,
) {
  const roll = dice(seed);
  let document = start;
  for (let count = 0; count < length; count += 1) {
    document = visit(document, someEdit(document, roll, count));
  }
  return document;
}

/** One seed for every run of the suite: a red build must be red again. */
const SEED = 2026;
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe("any edit of any document", () => {
  test("F37: 200 random edits break no rule, each is undone and redone exactly, and half succeed", () => {
    let carriedOut = 0;
    let tried = 0;
    const kinds = new Set<string>();
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(seed, 200, (before, edit) => {
          // An edit that wrote into what it was given would throw.
          const edited = applyEdit(freeze(before), edit);
          tried += 1;
          expect(edited.ok ? null : ownMistake(edit, edited.failure)).toBeNull();
          if (!edited.ok) return before;
          carriedOut += 1;
          const { document, patch } = edited.value;
          if (patch.forward.length > 0) kinds.add(edit.type);
          expect(checkDocument(document)).toEqual([]);
          expect(must(applyOps(document, patch.inverse))).toEqual(before);
          expect(must(applyOps(before, patch.forward))).toEqual(document);
          return document;
        });
      }),
      { numRuns: 8, seed: SEED },
    );
    expect(carriedOut / tried).toBeGreaterThan(0.4);
    expect([...kinds].toSorted()).toEqual(
      editSchema.options.map((option) => option.shape.type.value).toSorted(),
    );
  });

  test("the document after 200 random edits passes the schema as JSON", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const end = walk(seed, 200, (before, edit) => {
          const edited = applyEdit(before, edit);
          return edited.ok ? edited.value.document : before;
        });
        const copy: unknown = JSON.parse(JSON.stringify(end));
        expect(projectDocument.parse(copy)).toEqual(end);
      }),
      { numRuns: 6, seed: SEED },
    );
  });

  test("what an edit does not change keeps its identity", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(seed, 60, (before, edit) => {
          const edited = applyEdit(before, edit);
          if (!edited.ok) return before;
          const { document, patch } = edited.value;
          const touched = new Set(patch.forward.map((op) => `${op.path[0]}/${op.path[1] ?? ""}`));
          const renewed = Object.keys(before.clips).filter(
            (id) => !touched.has(`clips/${id}`) && document.clips[id] !== before.clips[id],
          );
          expect(renewed).toEqual([]);
          expect(document === before).toBe(patch.forward.length === 0);
          return document;
        });
      }),
      { numRuns: 6, seed: SEED },
    );
  });

  test("a locked track is the same after any edit that is not about the track itself (E3)", () => {
    const locked: ProjectDocument = {
      ...start,
      tracks: { ...start.tracks, "video-1": { ...start.tracks["video-1"]!, locked: true } },
    };
    const own = (document: ProjectDocument) =>
      Object.values(document.clips).filter((clip) => clip.trackId === "video-1");
    fc.assert(
      fc.property(seeds, (seed) => {
        const roll = dice(seed);
        const edit = someEdit(locked, roll, 1);
        if (edit.type === "set-track" || edit.type === "set-settings") return;
        const edited = applyEdit(locked, edit);
        expect(own(edited.ok ? edited.value.document : locked)).toEqual(own(locked));
      }),
      { numRuns: 600, seed: SEED },
    );
  });
});

describe("patches and history", () => {
  test("the difference of any two documents leads from one to the other", () => {
    fc.assert(
      fc.property(seeds, seeds, (one, other) => {
        const step = (before: ProjectDocument, edit: Edit) => {
          const edited = applyEdit(before, edit);
          return edited.ok ? edited.value.document : before;
        };
        const a = walk(one, 40, step);
        const b = walk(other, 40, step);
        const patch = makePatch(a, b);
        expect(must(applyOps(a, patch.forward))).toEqual(b);
        expect(must(applyOps(b, patch.inverse))).toEqual(a);
        expect(makePatch(a, JSON.parse(JSON.stringify(a)) as ProjectDocument).forward).toEqual([]);
      }),
      { numRuns: 20, seed: SEED },
    );
  });

  test("a whole session is taken back and repeated step by step, also after a reload", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        let history = emptyHistory();
        const seen: ProjectDocument[] = [start];
        walk(seed, 60, (before, edit) => {
          const edited = applyEdit(before, edit);
          if (!edited.ok || edited.value.patch.forward.length === 0) return before;
          history = record(history, edit.type, edited.value.patch);
          seen.push(edited.value.document);
          return edited.value.document;
        });
        const stored: unknown = JSON.parse(JSON.stringify(historyToJson(history)));
        let again = must(historyFromJson(stored));
        expect(again).toEqual(history);
        let document = seen.at(-1) ?? start;
        for (const earlier of seen.toReversed().slice(1)) {
          const back = must(undo(again, document));
          expect(back.document).toEqual(earlier);
          ({ history: again, document } = back);
        }
        for (const later of seen.slice(1)) {
          const forth = must(redo(again, document));
          expect(forth.document).toEqual(later);
          ({ history: again, document } = forth);
        }
      }),
      { numRuns: 6, seed: SEED },
    );
  });
});

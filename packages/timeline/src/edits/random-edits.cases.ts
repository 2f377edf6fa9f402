/** Random edits that usually mean something: each picks among what the document has. */
import { FRAME } from "../lanes.cases.ts";
import type { ProjectDocument } from "../document.ts";
import type { Edit } from "../edit.ts";
import { newClip, someRamp, someTime } from "./random-parts.cases.ts";
import type { Dice } from "./random-parts.cases.ts";
import { subjectOf } from "./random-subject.cases.ts";
import type { Subject } from "./random-subject.cases.ts";

const MODES = ["place", "overwrite", "insert"] as const;
const RIPPLES = ["none", "track", "all"] as const;

type Make = () => Edit;

/** Clips come, go and change their place. */
function placing({
  document,
  roll,
  clipIds,
  clipId,
  deltaFlicks,
  idBase,
  linked,
  trackId,
  scope,
}: Subject): Make[] {
  return [
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
      type: "freeze-frame",
      clipIds: [clipId],
      atFlicks: (document.clips[clipId]?.start ?? 0) + roll.int(0, 60) * FRAME,
      durationFlicks: roll.int(1, 60) * FRAME,
      idBase,
      linked,
    }),
    () => ({ type: "lift", clipIds: [clipId], linked: false }),
    () => ({ type: "ripple-delete", clipIds: [clipId], scope, linked }),
    () => ({
      type: "clear-range",
      startFlicks: someTime(document, roll),
      endFlicks: someTime(document, roll),
      close: roll.of([true, false]),
      idBase,
    }),
    () => ({ type: "close-gap", trackId, atFlicks: someTime(document, roll), scope }),
    () => ({
      type: "use-take",
      clipId,
      take: {
        assetId: `take-${roll.int(1, 3)}`,
        checksum: "c".repeat(64),
        sourceDuration: roll.of([30, 900]) * FRAME,
      },
    }),
  ];
}

/** Edges and cuts move. */
function trimming({
  document,
  roll,
  clipIds,
  clipId,
  deltaFlicks,
  idBase,
  linked,
  leftClipId,
  rightClipId,
}: Subject): Make[] {
  return [
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
  ];
}

/** What clips are like. */
function changing({ roll, clipIds, clipId, idBase }: Subject): Make[] {
  return [
    () => ({ type: "set-clip", clipIds, changes: { reversed: roll.of([true, false]) } }),
    () => ({ type: "set-clip", clipIds: [clipId], changes: { speedKeys: someRamp(roll) } }),
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
    () => ({ type: "set-clip", clipIds, changes: { shape: { points: roll.int(2, 24) } } }),
    () => ({ type: "link", clipIds, linkId: `${idBase}-link` }),
    () => ({ type: "unlink", clipIds }),
    () => ({ type: "group", clipIds, groupId: `${idBase}-group` }),
    () => ({ type: "ungroup", clipIds }),
  ];
}

/** Transitions and markers. */
function cutting({
  document,
  roll,
  idBase,
  transitionId,
  leftClipId,
  rightClipId,
}: Subject): Make[] {
  return [
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
      note: roll.of(["", "Loud"]),
    }),
    () => ({
      type: "remove-marker",
      markerId: roll.of([...Object.keys(document.markers), "nobody"]),
    }),
  ];
}

/** Tracks and the project itself. */
function arranging({ document, roll, idBase, trackId }: Subject): Make[] {
  return [
    () => ({
      type: "set-track",
      trackId,
      locked: roll.int(0, 3) === 0,
      follows: roll.int(0, 3) > 0,
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
}

/** Captions. */
function captioning({ document, roll, idBase, cueIds }: Subject): Make[] {
  return [
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
    () => ({ type: "merge-captions", clipIds: [roll.of(cueIds), roll.of(cueIds)] }),
  ];
}

/** Compound clips. */
function compounding({ document, roll, clipIds, idBase, linked }: Subject): Make[] {
  const compounds = Object.values(document.clips).filter((clip) => clip.kind === "compound");
  return [
    () => ({
      type: "make-compound",
      clipIds,
      sequenceId: `${idBase}-inside`,
      name: "Together",
      idBase,
      linked,
    }),
    () => ({
      type: "break-compound",
      clipId: roll.of(["nobody", ...compounds.map(({ id }) => id)]),
      idBase,
    }),
  ];
}

/** One edit, from all kinds that there are. */
export function someEdit(document: ProjectDocument, roll: Dice, count: number): Edit {
  const subject = subjectOf(document, roll, count);
  const groups = [placing, trimming, changing, cutting, arranging, captioning, compounding];
  return roll.of(groups.flatMap((group) => group(subject)))();
}

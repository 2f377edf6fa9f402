import {
  type Edit,
  FLICKS_PER_SECOND as S,
  type MediaClip,
  type ProjectDocument,
  syncOffsets,
} from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { pickGesture } from "../timeline/pick-gesture.ts";
import { layOutRows } from "../timeline/rows.ts";
import { applyEdits } from "../state/document.ts";
import { documentOf, storeOf, videoClip } from "../testing/documents.ts";
import { group, ungroup } from "./arrange.ts";
import { rangeOf } from "../state/range.ts";
import { clearRange } from "./clear-range.ts";
import { lift } from "./delete-selection.ts";
import { closeAllGaps, closeGapAtPlayhead } from "./gaps.ts";
import { addShape } from "./add-shape.ts";
import { ATTRIBUTES, pasteAttributes } from "./paste-attributes.ts";
import { copySelection, paste } from "./paste.ts";
import type { Planned, Situation } from "./plan.ts";
import { clipsAlong, clipsOfTrack } from "./select-along.ts";
import { moveIntoSync, slipIntoSync } from "./sync.ts";

const FRAME = S / 25;

function situation(document: ProjectDocument, more: Partial<Situation> = {}): Situation {
  return {
    document,
    selectedClipIds: [],
    selectedTransitionId: null,
    playheadFlicks: 0,
    idBase: "new",
    ...more,
  };
}
function after(document: ProjectDocument, edits: readonly Edit[]): ProjectDocument {
  const applied = applyEdits(document, edits);
  if (!applied.ok) throw new Error(applied.failure.code);
  return applied.value;
}
function done(document: ProjectDocument, planned: Planned): ProjectDocument {
  if (!planned.ok) throw new Error(planned.failure.code);
  return after(document, planned.value.edits);
}

const over = videoClip("o", 2, 4, 5, "overlay-1");
const plain = documentOf(videoClip("a", 2, 4), videoClip("b", 8, 4), over);
const linked = after(plain, [{ type: "link", clipIds: ["a", "o"], linkId: "pair" }]);
const late = after(linked, [
  {
    type: "move-clips",
    clipIds: ["o"],
    deltaFlicks: 3 * FRAME,
    trackDelta: 0,
    mode: "place",
    idBase: "m",
    linked: false,
  },
]);

describe("clips that are out of sync (E13)", () => {
  const both = { selectedClipIds: ["a", "o"] };

  it("come back by a move or a slip, the second to the leading picture", () => {
    const moved = done(late, moveIntoSync(situation(late, both)));
    expect(moved.clips["o"]?.start).toBe(2 * S);
    expect(moved.clips["a"]).toBe(late.clips["a"]);
    const slipped = done(late, slipIntoSync(situation(late, both)));
    expect(slipped.clips["o"]).toMatchObject({
      start: 2 * S + 3 * FRAME,
      sourceStart: 5 * S + 3 * FRAME,
    });
    for (const document of [moved, slipped]) expect(syncOffsets(document).size).toBe(0);
  });

  it("move the one that is selected alone, and say when there is no room", () => {
    const alone = { selectedClipIds: ["a"] };
    expect(done(late, moveIntoSync(situation(late, alone))).clips["a"]?.start).toBe(
      2 * S + 3 * FRAME,
    );
    const short = after(late, [
      { type: "slip", clipIds: ["o"], deltaFlicks: 20 * S, linked: false },
    ]);
    const back = after(short, [
      { type: "slip", clipIds: ["o"], deltaFlicks: -20 * S, linked: false },
    ]);
    expect(slipIntoSync(situation(back, both)).ok).toBe(true);
    expect(moveIntoSync(situation(linked, both))).toMatchObject({
      failure: { code: "action.in-sync" },
    });
    expect(moveIntoSync(situation(short, both))).toMatchObject({ ok: true });
  });
});

describe("groups (E14)", () => {
  const grouped = done(plain, group(situation(plain, { selectedClipIds: ["b", "o"] })));

  it("are selected as one; Alt takes one clip alone, which edits then leave the others with", () => {
    const store = storeOf(linked);
    store.getState().selectClips(["a"]);
    expect(store.getState().selectedClipIds).toEqual(["a", "o"]);
    store.getState().selectAlone("o");
    const { selectedClipIds } = store.getState();
    expect(selectedClipIds).toEqual(["o"]);
    expect(Object.keys(done(linked, lift(situation(linked, { selectedClipIds }))).clips)).toEqual([
      "a",
      "b",
    ]);
    const whole = storeOf(grouped);
    whole.getState().selectClips(["o"]);
    expect(whole.getState().selectedClipIds).toEqual(["o", "b"]);
  });

  it("move by the pointer as one, and one of them alone once it is selected alone", () => {
    const rows = layOutRows(grouped);
    const row = rows.find(({ trackId }) => trackId === "overlay-1")!;
    const start = {
      document: grouped,
      timeFlicks: 3 * S,
      trackId: "overlay-1",
      playheadFlicks: 0,
      snapFlicks: -1,
      idBase: "new",
    };
    const moment = { ...start, timeFlicks: 4 * S, belowAll: false, ripple: false, copy: false };
    const hit = { kind: "clip", clip: grouped.clips["o"]!, zone: "body", row } as const;
    const moved = (selected: string[]) => {
      const gesture = pickGesture(hit, "select", start, selected);
      const { clips } = after(grouped, gesture?.at({ ...moment, free: true }).edits ?? []);
      return [clips["o"]?.start, clips["b"]?.start];
    };
    expect(moved([])).toEqual([3 * S, 9 * S]);
    expect(moved(["o"])).toEqual([3 * S, 8 * S]);
  });

  it("are pasted as another group, and dissolve as a whole", () => {
    const clipboard = copySelection(situation(grouped, { selectedClipIds: ["b", "o"] }));
    const pasted = done(grouped, paste(situation(grouped, { playheadFlicks: 20 * S }), clipboard));
    const names = new Set(Object.values(pasted.clips).map(({ groupId }) => groupId));
    expect([...names]).toEqual([undefined, "new-g", "new-g0"]);
    const free = done(grouped, ungroup(situation(grouped, { selectedClipIds: ["o"] })));
    expect(Object.values(free.clips).some(({ groupId }) => groupId !== undefined)).toBe(false);
    expect(group(situation(plain, { selectedClipIds: ["a"] }))).toMatchObject({ ok: false });
  });
});

describe("in and out", () => {
  const marked = (inSeconds: number, outSeconds: number) => {
    const store = storeOf(plain);
    for (const [edge, seconds] of [
      ["in", inSeconds],
      ["out", outSeconds],
    ] as const) {
      store.getState().seek(seconds * S);
      store.getState().markRange(edge);
    }
    return store;
  };

  it("mark a range, in which the newer mark wins; one mark reaches to the film's edge", () => {
    expect(rangeOf(marked(3, 5).getState(), plain)).toEqual({
      startFlicks: 3 * S,
      endFlicks: 5 * S,
    });
    expect(rangeOf(marked(5, 3).getState(), plain)).toEqual({ startFlicks: 0, endFlicks: 3 * S });
    expect(rangeOf(storeOf(plain).getState(), plain)).toBeNull();
  });

  it("lift leaves the room, extract closes it, both with the playhead at its start", () => {
    const range = rangeOf(marked(3, 5).getState(), plain);
    const lifted = clearRange(situation(plain), range, "lift");
    expect(done(plain, lifted).clips["b"]?.start).toBe(8 * S);
    expect(lifted.ok && lifted.value.seek).toBe(3 * S);
    const extracted = done(plain, clearRange(situation(plain), range, "extract"));
    expect(extracted.clips["b"]?.start).toBe(6 * S);
    expect(clearRange(situation(plain), null, "lift")).toMatchObject({ ok: false });
  });

  it("play over and over while they loop, and only then", () => {
    const store = marked(3, 5);
    const playTo = (seconds: number) => {
      store.getState().playTo(seconds * S);
      return store.getState().playheadFlicks / S;
    };
    store.getState().setPlaying(true);
    expect(playTo(5.2)).toBe(5.2);
    store.getState().toggleLooping();
    expect(playTo(4)).toBe(4);
    expect(playTo(4.96)).toBe(3);
    store.getState().setPlaying(false);
    expect(playTo(6)).toBe(6);
  });
});

describe("attributes of a copied clip", () => {
  const styled = after(plain, [
    {
      type: "set-clip",
      clipIds: ["a"],
      changes: {
        opacity: 0.5,
        transform: { x: 0.2 },
        look: { contrast: 0.3 },
        audio: { gainDb: -6 },
        speed: { n: 2, d: 1 },
        keys: { scale: [{ at: 0, value: 1.5, ease: "hold" }] },
      },
      ripple: "none",
    },
  ]);
  const clipboard = copySelection(situation(styled, { selectedClipIds: ["a"] }));
  const onto = situation(styled, { selectedClipIds: ["b"] });

  it("are taken on together, and the clip keeps its file and its place", () => {
    const pasted = done(styled, pasteAttributes(onto, clipboard, ATTRIBUTES));
    const { opacity, transform, look, speed, keys } = clipboard[0] as MediaClip;
    expect(pasted.clips["b"]).toMatchObject({ opacity, transform, look, speed, keys });
    expect(pasted.clips["b"]).toMatchObject({ audio: { gainDb: -6 }, start: 8 * S });
    expect(pasted.clips["b"]).toMatchObject({ duration: 2 * S, name: "b.mp4" });
  });

  it("or part by part; keys and looks that the copied one has not are taken off", () => {
    const look = done(styled, pasteAttributes(onto, clipboard, ["look"]));
    expect(look.clips["b"]).toMatchObject({ look: { contrast: 0.3 }, opacity: 1 });
    const plainAgain = copySelection(situation(styled, { selectedClipIds: ["o"] }));
    const back = done(
      styled,
      pasteAttributes(situation(styled, { selectedClipIds: ["a"] }), plainAgain, [
        "position",
        "look",
      ]),
    );
    expect(back.clips["a"]).not.toHaveProperty("look");
    expect(back.clips["a"]).not.toHaveProperty("keys");
    expect(pasteAttributes(onto, [], ATTRIBUTES)).toMatchObject({ ok: false });
  });

  it("of a film give a shape its place and its keys, and no look or sound", () => {
    const star = { name: "Star", shape: { figure: "star" } } as const;
    const drawn = done(styled, addShape(situation(styled, { playheadFlicks: 60 * S }), star));
    const onShape = situation(drawn, { selectedClipIds: ["new-shape"] });
    const { "new-shape": shape } = done(
      drawn,
      pasteAttributes(onShape, clipboard, ATTRIBUTES),
    ).clips;
    const { opacity, transform, keys } = clipboard[0] as MediaClip;
    expect(shape).toMatchObject({ opacity, transform, keys, shape: { figure: "star" } });
  });
});

describe("gaps", () => {
  it("close at the playhead, or all of a track, in one step", () => {
    const one = done(plain, closeGapAtPlayhead(situation(plain, { playheadFlicks: 7 * S })));
    expect([one.clips["a"]?.start, one.clips["b"]?.start]).toEqual([2 * S, 6 * S]);
    const all = done(plain, closeAllGaps(situation(plain)));
    expect([all.clips["a"]?.start, all.clips["b"]?.start]).toEqual([0, 4 * S]);
    expect(all.clips["o"]?.start).toBe(2 * S);
    expect(closeAllGaps(situation(all))).toMatchObject({ failure: { code: "action.no-gaps" } });
    const there = situation(plain, { playheadFlicks: 30 * S });
    expect(closeGapAtPlayhead(there)).toMatchObject({ failure: { code: "action.no-gaps" } });
  });
});

describe("selecting along the timeline", () => {
  it("takes what the playhead is in and all beyond it, of all tracks or of one", () => {
    const here = situation(plain, { playheadFlicks: 5 * S });
    expect(clipsAlong(here, "forward", "all")).toEqual(["a", "b", "o"]);
    expect(clipsAlong(here, "back", "all")).toEqual(["a", "o"]);
    expect(clipsAlong(here, "forward", "track")).toEqual(["o"]);
    const selected = { ...here, selectedClipIds: ["b"] };
    expect(clipsAlong(selected, "back", "track")).toEqual(["a"]);
    expect(clipsOfTrack(selected)).toEqual(["a", "b"]);
  });

  it("leaves locked tracks alone", () => {
    const locked = after(plain, [{ type: "set-track", trackId: "video-1", locked: true }]);
    expect(clipsAlong(situation(locked), "forward", "all")).toEqual(["o"]);
  });
});

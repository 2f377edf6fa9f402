import type { Asset } from "@cutroom/contracts";
import { FLICKS_PER_SECOND as S, type ProjectDocument, documentDuration } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { documentOf, videoClip } from "../testing/documents.ts";
import { applyEdits } from "../state/document.ts";
import { addAssets } from "./add-assets.ts";
import { addShape } from "./add-shape.ts";
import { addTitle } from "./add-title.ts";
import { applyTransition, cutInQuestion, makeRoomForTransition } from "./transition.ts";
import { lift } from "./delete-selection.ts";
import { copySelection, duplicateSelection, paste } from "./paste.ts";
import type { Planned, Situation } from "./plan.ts";
import { splitAtPlayhead } from "./split.ts";
import { trimToPlayhead } from "./trim-to-playhead.ts";

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
function done(document: ProjectDocument, planned: Planned): ProjectDocument {
  if (!planned.ok) throw new Error(planned.failure.code);
  const applied = applyEdits(document, planned.value.edits);
  if (!applied.ok) throw new Error(applied.failure.code);
  return applied.value;
}
const pair = documentOf(videoClip("a", 0, 4), videoClip("b", 4, 4));
const asset = {
  id: "asset-1",
  name: "clip.mp4",
  state: "READY",
  checksum: "a".repeat(64),
  facts: {
    kind: "video",
    duration: 3 * S,
    video: {
      width: 640,
      height: 360,
      rate: { n: 25, d: 1 },
      frameCount: 75,
      hasAlpha: false,
      matrix: "bt709",
      range: "tv",
    },
    audio: null,
  },
} as Asset;

describe("adding", () => {
  it("puts a file at the playhead and the playhead behind it, so that adding goes on", () => {
    const empty = documentOf();
    const first = addAssets(situation(empty), [asset]);
    const one = done(empty, first);
    expect(first.ok && first.value.seek).toBe(3 * S);
    const two = done(
      one,
      addAssets(situation(one, { playheadFlicks: 3 * S, idBase: "next" }), [asset]),
    );
    expect(documentDuration(two)).toBe(6 * S);
  });

  it("never covers anything: what follows makes room", () => {
    const after = done(pair, addAssets(situation(pair, { playheadFlicks: 4 * S }), [asset]));
    expect(after.clips["b"]?.start).toBe(7 * S);
    expect(addAssets(situation(pair), [{ ...asset, state: "PROCESSING" }])).toMatchObject({
      ok: false,
    });
  });

  it("puts several files one after the other, without those that are still being made", () => {
    const making: Asset = { ...asset, id: "asset-2", state: "PROCESSING" };
    const third: Asset = { ...asset, id: "asset-3" };
    const plan = addAssets(situation(pair, { playheadFlicks: 4 * S }), [asset, making, third]);
    const made = done(pair, plan);
    expect(made.clips["new-clip"]).toMatchObject({ assetId: "asset-1", start: 4 * S });
    expect(made.clips["new-1-clip"]).toMatchObject({ assetId: "asset-3", start: 7 * S });
    expect(made.clips["b"]?.start).toBe(10 * S);
    expect(plan.ok && plan.value.select).toEqual(["new-clip", "new-1-clip"]);
  });

  it("makes a title of five seconds, on a track of its own when the first is taken", () => {
    const one = done(pair, addTitle(situation(pair), { text: "Hello" }));
    expect(one.clips["new-title"]).toMatchObject({ duration: 5 * S, trackId: "text-1" });
    const two = done(one, addTitle(situation(one, { idBase: "next" }), { text: "Again" }));
    expect(two.clips["next-title"]?.trackId).toBe("next-track");
  });

  it("makes a shape below the titles, on an overlay track of its own when the first is taken", () => {
    const start = { name: "Star", shape: { figure: "star" } } as const;
    const one = done(pair, addShape(situation(pair), start));
    expect(one.clips["new-shape"]).toMatchObject({
      duration: 5 * S,
      trackId: "overlay-1",
      name: "Star",
      shape: { figure: "star", width: 0.4 },
    });
    const two = done(one, addShape(situation(one, { idBase: "next" }), start));
    expect(two.clips["next-shape"]?.trackId).toBe("next-track");
    expect(two.trackOrder.indexOf("next-track")).toBeLessThan(two.trackOrder.indexOf("text-1"));
  });
});

describe("cutting at the playhead", () => {
  it("cuts the selection, else the topmost clip", () => {
    const overlay = videoClip("o", 0, 4, 5, "overlay-1");
    const document = documentOf(videoClip("a", 0, 4), overlay);
    const at = { playheadFlicks: 2 * S };
    expect(splitAtPlayhead(situation(document, at))).toMatchObject({
      value: { edits: [{ clipIds: ["o"] }] },
    });
    expect(splitAtPlayhead(situation(document, { ...at, selectedClipIds: ["a"] }))).toMatchObject({
      value: { edits: [{ clipIds: ["a"] }] },
    });
    expect(splitAtPlayhead(situation(document, { playheadFlicks: 9 * S })).ok).toBe(false);
  });

  it("trims to the playhead, closes the gap, and keeps the picture under the playhead", () => {
    const planned = trimToPlayhead(situation(pair, { playheadFlicks: 1 * S }), "start");
    const after = done(pair, planned);
    expect(after.clips["a"]).toMatchObject({ start: 0, duration: 3 * S, sourceStart: 6 * S });
    expect(after.clips["b"]?.start).toBe(3 * S);
    expect(planned.ok && planned.value.seek).toBe(0);
  });
});

describe("crossfades are never refused in silence", () => {
  it("takes the selected pair, else the cut nearest to the playhead", () => {
    expect(cutInQuestion(situation(pair, { selectedClipIds: ["a", "b"] }))?.right.id).toBe("b");
    expect(cutInQuestion(situation(pair, { playheadFlicks: 4.2 * S }))?.left.id).toBe("a");
    expect(applyTransition(situation(pair, { playheadFlicks: 1 * S }), "crossfade")).toMatchObject({
      failure: { code: "action.no-cut" },
    });
  });

  it("says that there is nothing to fade through, and makes room when asked", () => {
    const whole = documentOf(videoClip("a", 0, 20, 0), videoClip("b", 20, 20, 0));
    const here = situation(whole, { playheadFlicks: 20 * S });
    expect(applyTransition(here, "crossfade")).toMatchObject({
      failure: { code: "action.no-handle" },
    });
    const cut = cutInQuestion(here);
    expect(cut).not.toBeNull();
    if (cut === null) return;
    const after = done(whole, makeRoomForTransition(here, cut, "iris-open"));
    expect(Object.values(after.transitions)).toHaveLength(1);
    expect(documentDuration(after)).toBeLessThan(40 * S);
  });

  it("changes the kind of a cut's transition and keeps its length", () => {
    const here = { playheadFlicks: 4 * S };
    const faded = done(pair, applyTransition(situation(pair, here), "crossfade"));
    const wiped = done(faded, applyTransition(situation(faded, here), "wipe-left"));
    const [before] = Object.values(faded.transitions);
    expect(Object.values(wiped.transitions)).toEqual([{ ...before, kind: "wipe-left" }]);
  });

  it("deletes a selected crossfade and leaves its clips", () => {
    const faded = done(
      pair,
      applyTransition(situation(pair, { playheadFlicks: 4 * S }), "crossfade"),
    );
    const [id = ""] = Object.keys(faded.transitions);
    const after = done(faded, lift(situation(faded, { selectedTransitionId: id })));
    expect(after.transitions).toEqual({});
    expect(Object.keys(after.clips)).toEqual(["a", "b"]);
  });
});

describe("clipboard", () => {
  it("pastes at the playhead with new ids, even after the originals are gone", () => {
    const clipboard = copySelection(situation(pair, { selectedClipIds: ["b"] }));
    const without = done(pair, lift(situation(pair, { selectedClipIds: ["b"] })));
    const planned = paste(situation(without, { playheadFlicks: 10 * S }), clipboard);
    const after = done(without, planned);
    const made = Object.values(after.clips).find((clip) => clip.start === 10 * S);
    expect(made).toMatchObject({ name: "b.mp4", duration: 4 * S });
    expect(paste(situation(pair), [])).toMatchObject({ ok: false });
  });

  it("duplicates right after the selection and moves what follows", () => {
    const after = done(pair, duplicateSelection(situation(pair, { selectedClipIds: ["a"] })));
    expect(after.clips["b"]?.start).toBe(8 * S);
    expect(documentDuration(after)).toBe(12 * S);
  });
});

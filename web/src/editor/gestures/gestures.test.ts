import {
  type Clip,
  FLICKS_PER_SECOND as S,
  type ProjectDocument,
  type SourceAsset,
  shapeClipFrom,
} from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { overwrittenParts } from "../draw/overwritten.ts";
import { documentOf, storeOf, videoClip } from "../testing/documents.ts";
import { applyEdits } from "../state/document.ts";
import type { Gesture, GestureMoment, GestureStart } from "./gesture.ts";
import { moveClipsGesture } from "./move-clips.ts";
import { insertAssetsGesture, insertClipsGesture } from "./insert-assets.ts";
import { slideClipGesture } from "./slide-clip.ts";
import { rollCutGesture } from "./roll-cut.ts";
import { setFadeGesture } from "./set-fade.ts";
import { slipClipsGesture } from "./slip-clips.ts";
import { trimClipGesture } from "./trim-clip.ts";

const document = documentOf(videoClip("a", 0, 4), videoClip("b", 4, 4), videoClip("c", 10, 4));
const clip = (id: string, of: ProjectDocument = document): Clip => {
  const found = of.clips[id];
  if (found === undefined) throw new Error(`no clip ${id}`);
  return found;
};
const sourceOf = (assetId: string, kind: "audio" | "video", seconds: number): SourceAsset => {
  const duration = seconds * S;
  const facts = { kind, duration, video: null, audio: null };
  return { assetId, checksum: "b".repeat(64), name: `${assetId}.file`, facts };
};
const start = (seconds: number): GestureStart => ({
  document,
  timeFlicks: seconds * S,
  trackId: "video-1",
  playheadFlicks: 0,
  snapFlicks: S / 5,
  idBase: "new",
});
const at = (seconds: number, held: Partial<GestureMoment> = {}): GestureMoment => ({
  timeFlicks: Math.round(seconds * S),
  trackId: "video-1",
  belowAll: false,
  ripple: false,
  copy: false,
  free: false,
  ...held,
});
function after(gesture: Gesture, moment: GestureMoment): ProjectDocument {
  const applied = applyEdits(document, gesture.at(moment).edits);
  if (!applied.ok) throw new Error(applied.failure.code);
  return applied.value;
}

describe("moving", () => {
  it("sticks to a neighbour's edge and says where", () => {
    const gesture = moveClipsGesture(start(11), clip("c"), ["c"], true);
    const frame = gesture.at(at(9.1));
    expect(frame.snapAtFlicks).toBe(8 * S);
    expect(clip("c", after(gesture, at(9.1))).start).toBe(8 * S);
    expect(gesture.at(at(9.1, { free: true })).snapAtFlicks).toBeNull();
  });

  it("lands on whole frames and never before zero", () => {
    const gesture = moveClipsGesture(start(11), clip("c"), ["c"], true);
    const moved = clip("c", after(gesture, at(12.337, { free: true })));
    expect(moved.start % (S / 25)).toBe(0);
    expect(
      clip("a", after(moveClipsGesture(start(1), clip("a"), ["a"], true), at(-30))).start,
    ).toBe(0);
  });

  it("shows beforehand what it will cut away", () => {
    const gesture = moveClipsGesture(start(11), clip("c"), ["c"], true);
    const moment = at(7, { free: true });
    const parts = overwrittenParts(document, after(gesture, moment), new Set(["c"]));
    expect(parts).toEqual([{ trackId: "video-1", start: 6 * S, end: 8 * S }]);
  });

  it("makes room instead with Ctrl, and leaves a copy with Alt", () => {
    const gesture = moveClipsGesture(start(11), clip("c"), ["c"], true);
    const inserted = after(gesture, at(5.1, { ripple: true }));
    expect(clip("c", inserted).start).toBe(4 * S);
    expect(clip("b", inserted).start).toBe(8 * S);
    const copied = after(gesture, at(16, { copy: true, free: true }));
    expect(Object.keys(copied.clips)).toHaveLength(4);
    expect(clip("c", copied).start).toBe(10 * S);
  });

  it("goes to the nearest track that takes the clip", () => {
    const gesture = moveClipsGesture(start(11), clip("c"), ["c"], true);
    const onOverlay = after(gesture, at(11, { trackId: "overlay-1" }));
    expect(clip("c", onOverlay).trackId).toBe("overlay-1");
    expect(clip("c", after(gesture, at(14, { trackId: "audio-1" }))).trackId).toBe("video-1");
  });
});

describe("files from the bin", () => {
  it("land together where the pointer is, in their order, and push on what follows with Ctrl", () => {
    const sources = [sourceOf("one", "video", 2), sourceOf("two", "video", 3)];
    const made = after(insertAssetsGesture(start(0), sources), at(4, { ripple: true }));
    expect(clip("new-clip", made)).toMatchObject({ assetId: "one", start: 4 * S });
    expect(clip("new-1-clip", made)).toMatchObject({ assetId: "two", start: 6 * S });
    expect(clip("b", made).start).toBe(9 * S);
  });

  it("are not dropped at all when one of them finds no track", () => {
    const noSound = documentOf(videoClip("a", 0, 4));
    const tracks = Object.fromEntries(
      Object.entries(noSound.tracks).map(([id, track]) => [
        id,
        { ...track, locked: track.kind === "audio" },
      ]),
    );
    const sources = [sourceOf("one", "video", 2), sourceOf("song", "audio", 3)];
    const gesture = insertAssetsGesture({ ...start(0), document: { ...noSound, tracks } }, sources);
    expect(gesture.at(at(8)).edits).toEqual([]);
  });
});

describe("a shape from its panel", () => {
  const made = { id: "new-shape", trackId: "", startFlicks: 0, rate: document.settings.rate };
  const shape = shapeClipFrom({ ...made, name: "Heart", shape: { figure: "heart" } });

  it("lands on the nearest track that takes it, or on a new one over the pictures", () => {
    const gesture = insertClipsGesture(start(0), [shape]);
    const onText = after(gesture, at(3, { trackId: "text-1" }));
    expect(clip("new-shape", onText)).toMatchObject({ start: 3 * S, trackId: "text-1" });
    const below = after(gesture, at(3, { trackId: "audio-1", belowAll: true }));
    expect(below.tracks[clip("new-shape", below).trackId]?.kind).toBe("overlay");
  });
});

describe("below all lanes", () => {
  it("a moved clip gets a track of its own, in the same undo step", () => {
    const gesture = moveClipsGesture(start(11), clip("c"), ["c"], true);
    const moved = after(gesture, at(11, { trackId: "audio-1", belowAll: true }));
    const own = clip("c", moved).trackId;
    expect(moved.tracks[own]).toMatchObject({ id: "new-track", kind: "overlay" });
    expect(moved.trackOrder).toHaveLength(document.trackOrder.length + 1);
    expect(clip("c", moved).start).toBe(10 * S);
  });

  it("a file gets one of its kind, and its clip lies there", () => {
    const gesture = insertAssetsGesture(start(0), [sourceOf("song", "audio", 3)]);
    const made = after(gesture, at(2, { trackId: "audio-1", belowAll: true, free: true }));
    expect(clip("new-clip", made)).toMatchObject({ trackId: "new-track", start: 2 * S });
    expect(made.tracks["new-track"]?.kind).toBe("audio");
  });

  it("several files lie one after the other, sounds and pictures on new tracks of their kind", () => {
    const sound = sourceOf("song", "audio", 3);
    const sources = [sourceOf("one", "video", 2), sound, sourceOf("two", "video", 4)];
    const gesture = insertAssetsGesture(start(0), sources);
    const made = after(gesture, at(2, { trackId: "audio-1", belowAll: true, free: true }));
    const lie = (id: string) => [
      clip(id, made).start / S,
      made.tracks[clip(id, made).trackId]?.kind,
    ];
    expect(lie("new-clip")).toEqual([2, "overlay"]);
    expect(lie("new-1-clip")).toEqual([4, "audio"]);
    expect(lie("new-2-clip")).toEqual([7, "overlay"]);
    expect(clip("new-2-clip", made).trackId).toBe(clip("new-clip", made).trackId);
  });
});

describe("sliding", () => {
  it("moves a clip between neighbours that give", () => {
    const gesture = slideClipGesture(start(5), clip("b"), true);
    const slid = after(gesture, at(5.4, { free: true }));
    expect(clip("b", slid)).toMatchObject({ start: (S * 22) / 5, duration: 4 * S });
    expect(clip("a", slid).duration).toBe((S * 22) / 5);
    expect(clip("c", slid)).toEqual(clip("c"));
  });
});

describe("trimming", () => {
  it("stops at the neighbour, and closes the gap with Ctrl", () => {
    const gesture = trimClipGesture(start(8), clip("b"), "end", true);
    expect(clip("b", after(gesture, at(30))).duration).toBe(6 * S);
    const rippled = after(gesture, at(6, { ripple: true }));
    expect(clip("c", rippled).start).toBe(8 * S);
  });

  it("rolls a cut without moving anything else", () => {
    const rolled = after(rollCutGesture(start(4), clip("a"), clip("b")), at(5));
    expect(clip("a", rolled).duration).toBe(5 * S);
    expect(clip("b", rolled).start).toBe(5 * S);
    expect(clip("c", rolled)).toEqual(clip("c"));
  });

  it("slips earlier material in when dragged to the right", () => {
    const slipped = clip("a", after(slipClipsGesture(start(1), ["a"], true), at(2)));
    expect(slipped).toMatchObject({ start: 0, duration: 4 * S, sourceStart: 4 * S });
  });

  it("keeps the two fades from crossing", () => {
    const faded = clip("a", after(setFadeGesture(start(0), clip("a"), "in"), at(30)));
    expect(faded).toMatchObject({ fadeIn: 4 * S });
    const out = after(setFadeGesture(start(4), clip("a"), "out"), at(3));
    expect(clip("a", out)).toMatchObject({ fadeOut: S });
  });
});

describe("one gesture is one undo", () => {
  it("keeps many moves as one step, and Escape as none", () => {
    const store = storeOf(document);
    const gesture = moveClipsGesture(start(11), clip("c"), ["c"], true);
    for (const seconds of [11.5, 12, 13]) {
      const frame = gesture.at(at(seconds));
      store.getState().preview(frame.label, frame.edits);
    }
    expect(store.getState().journal.document).toBe(document);
    expect(store.getState().commitPreview()).toBe(true);
    expect(store.getState().journal.history.past).toHaveLength(1);
    store.getState().undo();
    expect(store.getState().journal.document).toEqual(document);

    store.getState().preview("move", gesture.at(at(14)).edits);
    store.getState().cancelPreview();
    expect(store.getState().draft).toBeNull();
    expect(store.getState().journal.history.past).toHaveLength(0);
  });

  it("changes nothing for a reader", () => {
    const store = storeOf(document);
    store.getState().setRole("reader");
    const edit = { type: "lift" as const, clipIds: ["a"] };
    expect(store.getState().edit("delete", [edit])).toMatchObject({ ok: false });
    expect(store.getState().preview("delete", [edit])).toMatchObject({ ok: false });
    expect(store.getState().journal.document).toBe(document);
  });

  it("takes selection and playhead back when an edit removes what they point at", () => {
    const store = storeOf(document);
    store.getState().selectClips(["c"]);
    store.getState().seek(13 * S);
    store.getState().edit("delete", [{ type: "lift", clipIds: ["c"] }]);
    expect(store.getState().selectedClipIds).toEqual([]);
    expect(store.getState().playheadFlicks).toBe(8 * S);
  });
});

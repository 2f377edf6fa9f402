import { FLICKS_PER_SECOND as S, textClipFrom } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { documentOf, storeOf, videoClip } from "../testing/documents.ts";
import { nextShuttleRate } from "./playback.ts";
import { selectionAfter } from "./selection.ts";

describe("selection", () => {
  it("replaces, adds, and toggles a whole group at once", () => {
    expect(selectionAfter(["a"], ["b"], "replace")).toEqual(["b"]);
    expect(selectionAfter(["a"], ["b", "a"], "add")).toEqual(["a", "b"]);
    expect(selectionAfter(["a", "b"], ["a"], "toggle")).toEqual(["b"]);
    expect(selectionAfter(["a"], ["a", "c"], "toggle")).toEqual(["a", "c"]);
  });

  it("takes linked clips along", () => {
    const [a, b] = [videoClip("a", 0, 4), videoClip("b", 0, 4, 5, "overlay-1")];
    const store = storeOf(documentOf({ ...a, linkId: "l" }, { ...b, linkId: "l" }));
    store.getState().selectClips(["a"]);
    expect(store.getState().selectedClipIds).toEqual(["a", "b"]);
  });
});

describe("words on the picture (E2)", () => {
  const words = textClipFrom({
    id: "t",
    trackId: "text-1",
    startFlicks: 2 * S,
    rate: { n: 25, d: 1 },
    text: "Words",
  });
  const opened = () => {
    const document = documentOf(videoClip("a", 0, 10));
    const store = storeOf({ ...document, clips: { ...document.clips, t: words } });
    store.getState().editText("t");
    return store;
  };

  it("open with their title selected and a moment of it on the picture", () => {
    const { editedTextId, selectedClipIds, playheadFlicks } = opened().getState();
    expect([editedTextId, selectedClipIds]).toEqual(["t", ["t"]]);
    expect(playheadFlicks / S).toBeGreaterThan(2);
    expect(playheadFlicks / S).toBeLessThan(7);
  });

  it("are closed when their title goes, and never opened for anything else", () => {
    const store = opened();
    store.getState().edit("delete", [{ type: "lift", clipIds: ["t"], linked: false }]);
    expect(store.getState().editedTextId).toBe(null);
    store.getState().editText("a");
    expect(store.getState().editedTextId).toBe(null);
  });
});

describe("another version of the document", () => {
  it("is one undo step, and nothing when it is the same (E1)", () => {
    const before = documentOf(videoClip("a", 0, 4));
    const after = documentOf(videoClip("b", 2, 4), videoClip("c", 6, 4));
    const store = storeOf(before);
    expect(store.getState().replaceDocument("restore", before)).toBe(false);
    expect(store.getState().replaceDocument("restore", after)).toBe(true);
    expect(store.getState().journal.document).toEqual(after);
    expect(store.getState().undo()).toBe("restore");
    expect(store.getState().journal.document).toEqual(before);
  });

  it("is refused to a reader", () => {
    const store = storeOf(documentOf(videoClip("a", 0, 4)));
    store.getState().setRole("reader");
    expect(store.getState().replaceDocument("restore", documentOf())).toBe(false);
  });
});

describe("playhead", () => {
  it("stays on frames and inside the project", () => {
    const store = storeOf(documentOf(videoClip("a", 0, 4)));
    store.getState().seek(1.03 * S);
    expect(store.getState().playheadFlicks % (S / 25)).toBe(0);
    store.getState().seek(99 * S);
    expect(store.getState().playheadFlicks).toBe(4 * S);
    store.getState().seek(-5);
    expect(store.getState().playheadFlicks).toBe(0);
  });

  it("shuttles faster each time and starts over the other way", () => {
    expect([nextShuttleRate(false, 1, 1), nextShuttleRate(true, 1, 1)]).toEqual([1, 2]);
    expect([nextShuttleRate(true, 8, 1), nextShuttleRate(true, 4, -1)]).toEqual([8, -1]);
  });
});

describe("source", () => {
  it("keeps in before out: the newer mark wins", () => {
    const store = storeOf(documentOf());
    const mark = (seconds: number, edge: "in" | "out") => {
      store.getState().seekSource(seconds * S);
      store.getState().markSource(edge);
      const { inFlicks, outFlicks } = store.getState().source ?? {};
      return [inFlicks, outFlicks];
    };
    store.getState().openSource("asset-1");
    expect(mark(2, "in")).toEqual([2 * S, null]);
    expect(mark(5, "out")).toEqual([2 * S, 5 * S]);
    expect(mark(6, "in")).toEqual([6 * S, null]);
    expect(mark(3, "out")).toEqual([null, 3 * S]);
    store.getState().openSource("asset-2");
    expect(store.getState().source).toMatchObject({ assetId: "asset-2", inFlicks: null });
  });
});

describe("view", () => {
  it("shows the whole project at first and keeps its scale when the panel is resized", () => {
    const store = storeOf(documentOf(videoClip("a", 0, 10)));
    store.getState().setLaneWidth(1_064);
    expect(store.getState().view.pxPerSecond).toBeCloseTo(100);
    store.getState().setLaneWidth(600);
    expect(store.getState().view.pxPerSecond).toBeCloseTo(100);
  });
});

describe("panels", () => {
  it("are shown by whatever names them, even from a side that is folded away", () => {
    const store = storeOf(documentOf());
    const shown = () => [store.getState().panel, store.getState().sideOpen];
    store.getState().togglePanel("mixer");
    expect(shown()).toEqual(["mixer", true]);
    store.getState().togglePanel("mixer");
    expect(shown()).toEqual(["mixer", false]);
    store.getState().togglePanel("text");
    expect(shown()).toEqual(["text", true]);
    store.getState().setSideOpen(false);
    store.getState().setPanel("generate");
    expect(shown()).toEqual(["generate", true]);
  });
});

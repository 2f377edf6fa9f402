import {
  FLICKS_PER_SECOND as S,
  type MediaClip,
  clipsOnTrack,
  isUnfilled,
  takesOf,
} from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { documentOf, storeOf, videoClip } from "../testing/documents.ts";
import { addTake, gapAt, placeGenerated } from "./place-generated.ts";
import { runPlan, situationOf } from "./run-plan.ts";
import { stepTake } from "./step-take.ts";

const file = (assetId: string) => ({ assetId, name: "A calm sea", durationFlicks: 5 * S });
const refused: unknown[] = [];
const speak = { refused: (why: unknown) => void refused.push(why), saved: () => undefined };
function editorOf(...clips: readonly MediaClip[]) {
  const store = storeOf(documentOf(...clips));
  return { store, newId: () => "new", speak };
}
type Editor = ReturnType<typeof editorOf>;
const run = (editor: Editor, planned: Parameters<typeof runPlan>[1]) => runPlan(editor, planned);
const laid = ({ store }: Editor) =>
  clipsOnTrack(store.getState().journal.document, "video-1").map(({ id, start, duration }) => [
    id,
    start / S,
    duration / S,
  ]);
const clipOf = ({ store }: Editor) =>
  store.getState().journal.document.clips["new-clip"] as MediaClip;
const fill = ({ store }: Editor, ...assetIds: readonly string[]) =>
  store
    .getState()
    .fill((id) =>
      assetIds.includes(id) ? { checksum: "f".repeat(64), durationFlicks: 5 * S } : undefined,
    );

describe("a clip that is being made", () => {
  it("is at the playhead from the first moment, selected, and what follows makes room", () => {
    const editor = editorOf(videoClip("a", 0, 4));
    editor.store.getState().seek(2 * S);
    expect(run(editor, placeGenerated(situationOf(editor), [file("f1")], null))).toBe(true);
    expect(laid(editor)).toEqual([
      ["a", 0, 2],
      ["new-clip", 2, 5],
      ["new-1", 7, 2],
    ]);
    expect(editor.store.getState().selectedClipIds).toEqual(["new-clip"]);
  });

  it("goes into the gap that was chosen as far as it reaches, and to the playhead once that is gone", () => {
    const editor = editorOf(videoClip("a", 0, 4), videoClip("b", 7, 4));
    const { document } = editor.store.getState().journal;
    const gap = gapAt(document, "video-1", 5 * S);
    expect(gap).toEqual({ trackId: "video-1", startFlicks: 4 * S, durationFlicks: 3 * S });
    expect([gapAt(document, "video-1", S), gapAt(document, "video-1", 12 * S)]).toEqual([
      null,
      null,
    ]);
    run(editor, placeGenerated(situationOf(editor), [file("f1")], gap));
    expect(laid(editor)).toEqual([
      ["a", 0, 4],
      ["new-clip", 4, 3],
      ["b", 7, 4],
    ]);
    editor.store.getState().seek(11 * S);
    const later = { ...situationOf(editor), idBase: "late" };
    run(editor, placeGenerated(later, [file("f2")], gap));
    expect(laid(editor).at(-1)).toEqual(["late-clip", 11, 5]);
  });

  it("is one step of the history, filled or not, and filling is none", () => {
    const editor = editorOf();
    run(editor, placeGenerated(situationOf(editor), [file("f1")], null));
    fill(editor, "f1");
    const { journal, undo, redo } = editor.store.getState();
    expect(isUnfilled(clipOf(editor))).toBe(false);
    expect(journal.history.past).toHaveLength(1);
    expect(undo()).toBe("generate");
    expect(laid(editor)).toEqual([]);
    expect(redo()).toBe("generate");
    fill(editor, "f1");
    expect(clipOf(editor).checksum).toBe("f".repeat(64));
  });

  it("waits to be filled while something is dragged, and no reader fills it", () => {
    const editor = editorOf();
    run(editor, placeGenerated(situationOf(editor), [file("f1")], null));
    const { preview, commitPreview, setRole } = editor.store.getState();
    preview("trim", [
      { type: "trim-clip", clipId: "new-clip", edge: "end", deltaFlicks: -S, ripple: "none" },
    ]);
    fill(editor, "f1");
    expect(isUnfilled(clipOf(editor))).toBe(true);
    commitPreview();
    setRole("reader");
    fill(editor, "f1");
    expect(isUnfilled(clipOf(editor))).toBe(true);
    setRole("writer");
    fill(editor, "f1");
    expect(clipOf(editor)).toMatchObject({ duration: 4 * S, checksum: "f".repeat(64) });
  });

  it("has all that were asked for at once as its takes, steps through them, and takes another (I5)", () => {
    const editor = editorOf();
    run(editor, placeGenerated(situationOf(editor), [file("f1"), file("f2")], null));
    run(editor, stepTake(situationOf(editor), 1));
    expect(clipOf(editor).assetId).toBe("f2");
    run(editor, stepTake(situationOf(editor), 1));
    expect(clipOf(editor).assetId).toBe("f1");
    run(editor, stepTake(situationOf(editor), -1));
    expect(clipOf(editor).assetId).toBe("f2");
    run(editor, addTake("new-clip", file("f3")));
    expect(takesOf(clipOf(editor)).map(({ assetId }) => assetId)).toEqual(["f1", "f2", "f3"]);
    fill(editor, "f1", "f3");
    expect(editor.store.getState().undo()).toBe("take");
    fill(editor, "f1", "f3");
    expect([clipOf(editor).assetId, isUnfilled(clipOf(editor))]).toEqual(["f2", true]);
    expect(refused).toEqual([]);
  });
});

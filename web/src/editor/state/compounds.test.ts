import { FLICKS_PER_SECOND as S } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { breakCompounds, makeCompound } from "../actions/compound.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import { documentOf, storeOf, videoClip } from "../testing/documents.ts";

/** Two clips from 4 s on as one compound clip, after one that stays as it is. */
function editor() {
  const clips = [videoClip("a", 0, 4), videoClip("b", 4, 2), videoClip("c", 6, 2)];
  const store = storeOf(documentOf(...clips));
  let count = 0;
  const refused: string[] = [];
  const env = {
    store,
    newId: () => `id${(count += 1)}`,
    speak: { refused: ({ code }: { code: string }) => refused.push(code), saved: () => undefined },
  };
  store.getState().selectClips(["b", "c"]);
  runPlan(env, makeCompound(situationOf(env)));
  return { store, env, refused };
}

describe("an open compound clip", () => {
  it("is made of the selection, selected, and named after its clips", () => {
    const { journal, selectedClipIds } = editor().store.getState();
    const [made] = selectedClipIds.map((id) => journal.document.clips[id]);
    expect(made).toMatchObject({
      kind: "compound",
      name: "b.mp4 +1",
      start: 4 * S,
      duration: 4 * S,
    });
  });

  it("is what is shown and edited, at the same moment, and closing leads back (E15)", () => {
    const { store, env } = editor();
    const [id = ""] = store.getState().selectedClipIds;
    store.getState().seek(7 * S);
    store.getState().openCompound(id);
    expect(store.getState().playheadFlicks).toBe(3 * S);
    expect(Object.keys(store.getState().journal.document.clips)).toEqual(["b", "c"]);
    store.getState().edit("delete", [{ type: "lift", clipIds: ["c"] }]);
    expect(Object.keys(store.getState().journal.document.clips)).toEqual(["b"]);
    store.getState().undo();
    expect(Object.keys(store.getState().journal.document.clips)).toEqual(["b", "c"]);
    store.getState().closeCompounds(0);
    const closed = store.getState();
    expect(closed.playheadFlicks).toBe(7 * S);
    expect(closed.journal).toBe(closed.project);
    closed.selectClips([id]);
    expect(runPlan(env, breakCompounds(situationOf(env)))).toBe(true);
    expect(store.getState().project.document.sequences).toBeUndefined();
  });

  it("shows a drag of what is inside, and keeps it as one step of the whole project (E1)", () => {
    const { store } = editor();
    const [id = ""] = store.getState().selectedClipIds;
    store.getState().openCompound(id);
    const trim = { type: "trim-clip", clipId: "c", edge: "end", ripple: "none" } as const;
    store.getState().preview("trim", [{ ...trim, deltaFlicks: -S }]);
    expect(store.getState().draft?.clips["c"]?.duration).toBe(S);
    expect(store.getState().commitPreview()).toBe(true);
    const { project } = store.getState();
    expect(project.history.past).toHaveLength(2);
    expect(project.unsent.at(-1)).toMatchObject({
      ops: [{ path: ["sequences", "id1-s", "clips", "c", "duration"] }],
    });
  });

  it("closes by itself when undoing takes it away", () => {
    const { store } = editor();
    const [id = ""] = store.getState().selectedClipIds;
    store.getState().openCompound(id);
    store.getState().undo();
    expect(store.getState().openCompounds).toEqual([]);
    expect(Object.keys(store.getState().journal.document.clips)).toEqual(["a", "b", "c"]);
  });

  it("is not made of nothing, and says so", () => {
    const { env, store, refused } = editor();
    store.getState().selectClips([]);
    expect(runPlan(env, makeCompound(situationOf(env)))).toBe(false);
    expect(refused).toEqual(["action.nothing-selected"]);
  });
});

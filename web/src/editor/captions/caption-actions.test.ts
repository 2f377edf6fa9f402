import { type CaptionClip, FLICKS_PER_SECOND as S } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import { documentOf, storeOf, videoClip } from "../testing/documents.ts";
import {
  addCue,
  cuesOf,
  importCues,
  mergeWithNext,
  nudgeCue,
  removeCue,
  splitCue,
  timeCue,
  untimedCues,
} from "./caption-actions.ts";

/** A film of ten seconds with cues `[from, to, text]` on one track, in seconds. */
function bench(...cues: readonly (readonly [number, number, string])[]) {
  const store = storeOf(documentOf(videoClip("film", 0, 10, 0)));
  const refused: string[] = [];
  let ids = 0;
  const env = {
    store,
    newId: () => `id${(ids += 1)}`,
    speak: {
      refused: (failure: { readonly code: string }) => {
        refused.push(failure.code);
      },
      saved: () => undefined,
    },
  };
  const file = cues.map(([from, to, text]) => ({ start: from * S, end: to * S, text, words: [] }));
  if (file.length > 0) runPlan(env, importCues(situationOf(env), file, "Film"));
  const trackId = () =>
    Object.values(store.getState().journal.document.tracks).find(({ kind }) => kind === "caption")
      ?.id ?? null;
  const list = () => cuesOf(store.getState().journal.document, trackId());
  const cue = (at: number) => list()[at] as CaptionClip;
  const shown = () =>
    list().map((one) => [one.start / S, (one.start + one.duration) / S, one.text]);
  const run = (planned: Parameters<typeof runPlan>[1]) => runPlan(env, planned);
  return { env, store, refused, trackId, cue, shown, run, situation: () => situationOf(env) };
}

describe("captions in the editor", () => {
  it("an import is a track of its own, named like the file, and one undo step", () => {
    const b = bench([1, 2, "one"], [3, 4, "two"]);
    const { document } = b.store.getState().journal;
    expect(document.tracks[b.trackId() ?? ""]?.name).toBe("Film");
    expect(b.shown()).toEqual([
      [1, 2, "one"],
      [3, 4, "two"],
    ]);
    b.store.getState().undo();
    expect(b.trackId()).toBeNull();
  });

  it("a cue is added at the playhead, on a new track when there is none, and never over another", () => {
    const b = bench();
    b.store.getState().seek(2 * S);
    b.run(addCue(b.situation(), null, "new"));
    expect(b.shown()).toEqual([[2, 4, "new"]]);
    b.run(addCue(b.situation(), b.trackId(), "again"));
    expect(b.refused).toEqual(["action.caption-here"]);
    b.store.getState().seek(1 * S);
    b.run(addCue(b.situation(), b.trackId(), "before"));
    expect(b.shown()[0]).toEqual([1, 2, "before"]);
  });

  it("split, merge, nudge and delete", () => {
    const b = bench([0, 2, "one two"], [3, 4, "three"]);
    b.run(splitCue(b.situation(), b.cue(0).id, 3));
    expect(b.shown().map(([, , text]) => text)).toEqual(["one", "two", "three"]);
    b.run(mergeWithNext(b.situation(), b.cue(1)));
    expect(b.shown().at(-1)?.slice(1)).toEqual([4, "two three"]);
    b.run(mergeWithNext(b.situation(), b.cue(1)));
    expect(b.refused).toEqual(["action.no-next-caption"]);
    b.run(nudgeCue(b.situation(), b.cue(1), "end", 5));
    expect(b.shown().at(-1)?.[1]).toBe(4.2);
    b.run(removeCue(b.cue(0)));
    expect(b.shown()).toHaveLength(1);
  });

  it("timing a cue shortens the one before it and moves those after it, in one step", () => {
    const b = bench([0, 2, "a"], [2, 4, "b"], [4, 6, "c"]);
    const before = b.store.getState().journal.document;
    b.run(timeCue(b.situation(), b.cue(1), 1 * S, 5 * S));
    expect(b.shown()).toEqual([
      [0, 1, "a"],
      [1, 5, "b"],
      [5, 7, "c"],
    ]);
    b.run(timeCue(b.situation(), b.cue(1), 2 * S, 2.5 * S));
    expect(b.shown()[1]).toEqual([2, 2.48, "b"]);
    b.store.getState().undo();
    b.store.getState().undo();
    expect(b.store.getState().journal.document).toEqual(before);
  });

  it("lines without times wait one after the other", () => {
    expect(
      untimedCues("a\r\n\r\n b \n", 3 * S).map(({ start, end, text }) => [
        start / S,
        end / S,
        text,
      ]),
    ).toEqual([
      [3, 5, "a"],
      [5, 7, "b"],
    ]);
  });
});

import { FLICKS_PER_SECOND as S } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { documentOf, storeOf, videoClip } from "../testing/documents.ts";
import { keepRange, readMarks } from "./kept-range.ts";

/** A device that remembers, and the project opened on it as often as asked. */
function device() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const open = (projectId: string) => {
    const store = storeOf(documentOf(videoClip("a", 0, 10)));
    const close = keepRange(projectId, store, storage);
    const marks = () => [store.getState().inFlicks, store.getState().outFlicks];
    return { store, close, marks };
  };
  return { kept, open };
}

describe("in and out points over a reload (E2)", () => {
  it("come back in their project and in no other, until they are cleared", () => {
    const { kept, open } = device();
    const { store, close } = open("one");
    store.getState().seek(2 * S);
    store.getState().markRange("in");
    store.getState().seek(5 * S);
    store.getState().markRange("out");
    close();
    expect(open("one").marks()).toEqual([2 * S, 5 * S]);
    expect(open("two").marks()).toEqual([null, null]);
    open("one").store.getState().clearRange();
    expect(open("one").marks()).toEqual([null, null]);
    expect(kept.size).toBe(0);
  });

  it("are none when what was stored makes no sense", () => {
    const none = { inFlicks: null, outFlicks: null };
    for (const stored of [
      null,
      "",
      "null",
      "[]",
      '{"inFlicks":"4"}',
      '{"inFlicks":9,"outFlicks":4}',
    ]) {
      expect(readMarks(stored)).toEqual(none);
    }
    expect(readMarks('{"inFlicks":4,"outFlicks":-1}')).toEqual({ inFlicks: 4, outFlicks: null });
  });
});

import { FLICKS_PER_SECOND as S, isUnfilled } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { documentOf, storeOf } from "../testing/documents.ts";
import { placeRecording } from "./place-recording.ts";

const file = (assetId: string) => ({ assetId, name: "Voice-over.webm", durationFlicks: 4 * S });

function place(store: ReturnType<typeof storeOf>, assetId: string, startFlicks: number) {
  const { journal, edit } = store.getState();
  const situation = {
    document: journal.document,
    selectedClipIds: [],
    selectedTransitionId: null,
    playheadFlicks: 0,
    idBase: `new-${assetId}`,
  };
  const planned = placeRecording(situation, file(assetId), startFlicks);
  if (!planned.ok) throw new Error(planned.failure.code);
  const done = edit(planned.value.label, planned.value.edits);
  if (!done.ok) throw new Error(done.failure.code);
  const clip = done.value.clips[`new-${assetId}-clip`];
  if (clip === undefined) throw new Error("no clip");
  return { document: done.value, clip };
}

describe("a voice-over", () => {
  it("lies where it was spoken, waits for its file, and is one step", () => {
    const store = storeOf(documentOf());
    const { document, clip } = place(store, "asset-9", 3 * S);
    expect(clip).toMatchObject({ start: 3 * S, duration: 4 * S, mediaKind: "audio" });
    expect(document.tracks[clip.trackId]?.kind).toBe("audio");
    expect(isUnfilled(clip)).toBe(true);
    store.getState().undo();
    expect(store.getState().journal.document.clips).toEqual({});
  });

  it("moves nothing: over other sound it gets a track of its own", () => {
    const store = storeOf(documentOf());
    const first = place(store, "asset-8", 0);
    const second = place(store, "asset-9", 2 * S);
    expect(second.clip.start).toBe(2 * S);
    expect(second.clip.trackId).not.toBe(first.clip.trackId);
    expect(second.document.clips[first.clip.id]).toEqual(first.clip);
    const third = place(store, "asset-7", 4 * S);
    expect(third.clip.trackId).toBe(first.clip.trackId);
  });
});

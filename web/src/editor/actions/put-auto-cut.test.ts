import { FLICKS_PER_SECOND as S, editDocument } from "@cutroom/timeline";
import { expect, it } from "vitest";
import { documentOf, videoClip } from "../testing/documents.ts";
import { putAutoCut } from "./put-auto-cut.ts";

const picture = { width: 1280, height: 720, rate: { n: 25, d: 1 }, frameCount: 500 };
const film = {
  assetId: "film",
  checksum: "a".repeat(64),
  name: "film.mp4",
  facts: {
    kind: "video" as const,
    duration: 20 * S,
    video: { ...picture, hasAlpha: false, matrix: "bt709" as const, range: "tv" as const },
    audio: null,
  },
};
const sound = {
  sampleRate: 48_000,
  channels: 2,
  startsAt: 0,
  duration: 60 * S,
  loudnessLufs: null,
};
const song = {
  assetId: "song",
  checksum: "b".repeat(64),
  name: "song.wav",
  facts: { kind: "audio" as const, duration: 60 * S, video: null, audio: sound },
};
const shots = [
  { source: film, start: 0, duration: 2 * S, sourceStart: 1 * S },
  { source: film, start: 2 * S, duration: 3 * S, sourceStart: 10 * S },
];

it("stands behind what is there, shots mute under music that fades out with them", () => {
  const document = documentOf(videoClip("a", 0, 4));
  const planned = putAutoCut(
    {
      document,
      selectedClipIds: [],
      selectedTransitionId: null,
      playheadFlicks: 0,
      idBase: "cut",
    },
    { shots, music: song },
  );
  if (!planned.ok) throw new Error(planned.failure.code);
  let after = document;
  for (const edit of planned.value.edits) {
    const edited = editDocument(after, edit);
    if (!edited.ok) throw new Error(edited.failure.code);
    after = edited.value;
  }
  expect(after.clips["a"]).toEqual(document.clips["a"]);
  expect(after.clips["cut-s0"]).toMatchObject({
    start: 4 * S,
    duration: 2 * S,
    sourceStart: S,
    audio: { muted: true },
  });
  expect(after.clips["cut-s1"]).toMatchObject({ start: 6 * S, duration: 3 * S });
  expect(after.clips["cut-music"]).toMatchObject({
    start: 4 * S,
    duration: 5 * S,
    audio: { muted: false, fadeOut: 1.25 * S },
  });
});

import { FLICKS_PER_SECOND, mediaClipFrom } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { canShowSubtitles, cuesOfClip } from "./clip-subtitles.ts";

const SECOND = FLICKS_PER_SECOND;
const facts = { kind: "video" as const, duration: 20 * SECOND, video: null, audio: null };
const place = { id: "c", trackId: "video-1", startFlicks: 0, rate: { n: 30, d: 1 } };
const made = mediaClipFrom({ assetId: "a", checksum: "ab".repeat(32), name: "a", facts }, place);
if (!made.ok) throw new Error(made.failure.code);
const base = made.value;
/** Seconds 4 to 8 of the file, at double speed, from second 10 of the timeline on. */
const clip = {
  ...base,
  start: 10 * SECOND,
  duration: 2 * SECOND,
  sourceStart: 4 * SECOND,
  speed: { n: 2, d: 1 },
};
const cue = (start: number, end: number, text: string) => ({
  start: start * SECOND,
  end: end * SECOND,
  text,
  words: [],
});

describe("subtitles of a clip's file", () => {
  it("lie where the clip shows them, cut at its edges; the others are left out (F20)", () => {
    const cues = [cue(0, 3, "before"), cue(3, 5, "into"), cue(6, 7, "in"), cue(7, 9, "out of")];
    const moved = cuesOfClip([...cues, cue(8, 9, "after")], clip);
    expect(moved.map(({ start, end, text }) => [start / SECOND, end / SECOND, text])).toEqual([
      [10, 10.5, "into"],
      [11, 11.5, "in"],
      [11.5, 12, "out of"],
    ]);
  });

  it("keep their words on time", () => {
    const words = [
      { at: 0, from: 0, to: 3 },
      { at: SECOND, from: 4, to: 7 },
    ];
    const [moved] = cuesOfClip([{ ...cue(6, 8, "one two"), words }], clip);
    expect(moved?.words.map(({ at }) => at / SECOND)).toEqual([0, 0.5]);
  });

  it("are not offered for what runs backwards or stands still", () => {
    expect(canShowSubtitles(clip)).toBe(true);
    expect(canShowSubtitles({ ...clip, reversed: true })).toBe(false);
    expect(canShowSubtitles({ ...clip, frozen: true })).toBe(false);
  });
});

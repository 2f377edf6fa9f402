import { describe, expect, test } from "vitest";
import { projectDocument } from "./document.ts";
import { checkDocument } from "./invariants.ts";
import { CHECKSUM, FRAME, done, must, show } from "./lanes.cases.ts";
import type { MediaFacts } from "./media-facts.ts";
import { mediaClipFrom, textClipFrom } from "./new-clips.ts";
import type { SourceAsset } from "./new-clips.ts";
import { newProject } from "./new-project.ts";
import { documentDuration } from "./queries.ts";
import { sequenceAssets, settingsFromVideo } from "./sequence-assets.ts";
import { FLICKS_PER_SECOND, framesToFlicks } from "./time.ts";
import type { Rate } from "./time.ts";

const picture = (frameCount: number, rate: Rate, width = 1280, height = 720) => ({
  width,
  height,
  rate,
  frameCount,
  hasAlpha: false,
  matrix: "bt709" as const,
  range: "tv" as const,
});

function asset(assetId: string, facts: MediaFacts): SourceAsset {
  return { assetId, checksum: CHECKSUM, name: `${assetId}.mp4`, facts };
}

function video(assetId: string, frameCount: number, rate: Rate = { n: 30, d: 1 }): SourceAsset {
  const duration = framesToFlicks(frameCount, rate);
  return asset(assetId, { kind: "video", duration, video: picture(frameCount, rate), audio: null });
}

const sound = (assetId: string, duration: number) =>
  asset(assetId, {
    kind: "audio",
    duration,
    video: null,
    audio: { sampleRate: 48_000, channels: 2, startsAt: 0, duration, loudnessLufs: null },
  });
const still = asset("still", {
  kind: "image",
  duration: 0,
  video: picture(1, { n: 25, d: 1 }),
  audio: null,
});

describe("newProject", () => {
  test("is sound, empty and has one track of each kind, titles on top", () => {
    const document = newProject({ width: 640, height: 360 });
    expect(projectDocument.parse(document)).toEqual(document);
    expect(checkDocument(document)).toEqual([]);
    expect(document.trackOrder.map((id) => document.tracks[id]?.kind)).toEqual([
      "audio",
      "video",
      "overlay",
      "text",
    ]);
    expect(document.settings).toMatchObject({ width: 640, height: 360, rate: { n: 30, d: 1 } });
  });
});

describe("sequenceAssets", () => {
  test("lays files end to end in the first video's size and rate", () => {
    const document = must(
      sequenceAssets([still, video("a", 60), video("b", 90), sound("m", FLICKS_PER_SECOND)]),
    );
    expect(projectDocument.parse(document)).toEqual(document);
    expect(checkDocument(document)).toEqual([]);
    expect(document.settings).toMatchObject({ width: 1280, height: 720, rate: { n: 30, d: 1 } });
    expect(show(document)).toBe("clip-10-150 clip-2150-210 clip-3210-300");
    expect(show(document, "audio-1")).toBe("clip-40-30");
  });

  test("another rate is cut to whole frames of the project, with every start at the end before it", () => {
    const ntsc = { n: 30_000, d: 1001 };
    const document = must(
      sequenceAssets([
        video("a", 60, ntsc),
        video("b", 60),
        video("c", 50, { n: 24_000, d: 1001 }),
      ]),
    );
    expect(checkDocument(document)).toEqual([]);
    const frame = framesToFlicks(1, ntsc);
    expect(Object.values(document.clips).map((clip) => clip.duration / frame)).toEqual([
      60, 59, 62,
    ]);
    expect(documentDuration(document) / frame).toBe(181);
  });

  test("sound after sound begins on a frame and keeps every sample", () => {
    const length = FLICKS_PER_SECOND + 14_700;
    const document = must(sequenceAssets([sound("a", length), sound("b", length)]));
    expect(checkDocument(document)).toEqual([]);
    expect(Object.values(document.clips).map((clip) => [clip.start, clip.duration])).toEqual([
      [0, length],
      [31 * FRAME, length],
    ]);
  });

  test("given settings win, and nothing at all gives an empty project", () => {
    const document = must(
      sequenceAssets([video("a", 60)], { rate: { n: 25, d: 1 }, width: 1080, height: 1920 }),
    );
    expect(document.settings).toMatchObject({ rate: { n: 25, d: 1 }, width: 1080, height: 1920 });
    expect(must(sequenceAssets([]))).toEqual(newProject());
  });

  test.each([
    [picture(1, { n: 30, d: 1 }, 415, 719), { width: 414, height: 718, rate: { n: 30, d: 1 } }],
    [picture(1, { n: 11, d: 1 }), { width: 1280, height: 720, rate: { n: 24_000, d: 1001 } }],
    [picture(1, { n: 1000, d: 1 }), { width: 1280, height: 720, rate: { n: 144, d: 1 } }],
    [picture(1, { n: 15, d: 1 }, 4320, 7680), { width: 2430, height: 4320, rate: { n: 15, d: 1 } }],
    [picture(1, { n: 30, d: 1 }, 2, 2), { width: 16, height: 16, rate: { n: 30, d: 1 } }],
  ])("a video that no project can be like gives the nearest settings", (facts, settings) => {
    expect(settingsFromVideo(facts)).toEqual(settings);
  });
});

describe("new clips", () => {
  const place = { id: "x", trackId: "video-1", startFlicks: 10 * FRAME + 3, rate: { n: 30, d: 1 } };

  test("a video clip is the whole file, a hair of missing duration takes no frame away", () => {
    const short = video("a", 60);
    const facts = { ...short.facts, duration: short.facts.duration - 1 };
    const clip = must(mediaClipFrom({ ...short, facts }, place));
    expect([clip.start / FRAME, clip.duration / FRAME]).toEqual([10, 60]);
    const document = done(newProject(), { type: "insert-clip", clip, mode: "place", idBase: "n" });
    expect(show(document)).toBe("x10-70");
  });

  test("less than a frame is refused", () => {
    expect(mediaClipFrom(sound("m", FRAME - 1), place)).toMatchObject({
      failure: { code: "clip.too-short", details: { assetId: "m" } },
    });
  });

  test("a title lasts what it is told, in whole frames", () => {
    const text = { ...place, trackId: "text-1", text: "Hello" };
    expect(textClipFrom(text).duration / FRAME).toBe(150);
    const clip = textClipFrom({ ...text, durationFlicks: 7.4 * FRAME });
    expect(clip.duration / FRAME).toBe(7);
    const document = done(newProject(), { type: "insert-clip", clip, mode: "place", idBase: "n" });
    expect(show(document, "text-1")).toBe("x10-17");
  });
});

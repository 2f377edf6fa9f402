import { FLICKS_PER_SECOND as S } from "@cutroom/timeline";
import type { Asset } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { videoClip } from "../testing/documents.ts";
import { badgesOf } from "./draw-badges.ts";
import { tileAt } from "./draw-filmstrip.ts";
import { gainAt } from "./draw-waveform.ts";

const clip = videoClip("a", 0, 4, 5);

describe("what a clip shows", () => {
  it("takes each tile from the source at that time, speed included, and never past the sheet", () => {
    const strip = { interval_ms: 1_000, count: 20 };
    expect(tileAt(clip, 0, strip)).toBe(5);
    expect(tileAt(clip, 2.5, strip)).toBe(7);
    expect(tileAt({ ...clip, speed: { n: 2, d: 1 } }, 2.5, strip)).toBe(10);
    expect(tileAt(clip, 900, strip)).toBe(19);
  });

  it("shapes the wave as it will sound: volume, fades and mute", () => {
    const audio = { gainDb: -20, muted: false, fadeIn: 2 * S, fadeOut: 0 };
    expect(gainAt({ ...clip, audio }, 1)).toBeCloseTo(0.05);
    expect(gainAt({ ...clip, audio }, 3)).toBeCloseTo(0.1);
    expect(gainAt({ ...clip, audio: { ...audio, muted: true } }, 3)).toBe(0);
  });

  it("marks a lost file only once the library is known", () => {
    expect(badgesOf(clip, undefined, false)).toEqual([]);
    expect(badgesOf(clip, undefined, true).map(({ kind }) => kind)).toEqual(["offline"]);
    const ingesting = { state: "PROCESSING", progress: 43 } as Asset;
    expect(badgesOf(clip, ingesting, true).map(({ text }) => text)).toEqual(["43%"]);
    const slow = { ...clip, speed: { n: 1, d: 2 } };
    expect(badgesOf(slow, { state: "READY" } as Asset, true).map(({ text }) => text)).toEqual([
      "0.5×",
    ]);
  });
});

import { checkDocument } from "@cutroom/timeline";
import type { MediaClip } from "@cutroom/timeline";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filmsOf, someDocument } from "../samples.cases.ts";
import { writeInterchange } from "../write-interchange.ts";
import { readOtio } from "./read-otio.ts";
import { exactRate, flicksOf, toRational } from "./rational.ts";
import { fractionOf, meanSpeed } from "../pace.ts";

/** What any program reads; of a ramp its mean. */
function cutOf(clip: MediaClip): string {
  const { start, duration, sourceStart, assetId, reversed } = clip;
  return JSON.stringify({
    start,
    duration,
    sourceStart,
    assetId,
    reversed,
    speed: meanSpeed(clip),
  });
}

describe("OpenTimelineIO there and back", () => {
  it("gives the very same document: cuts, times, tracks, markers, transitions, speeds (E1)", () => {
    fc.assert(
      fc.property(someDocument, (document) => {
        expect(checkDocument(document)).toEqual([]);
        const films = filmsOf(document);
        const { text } = writeInterchange(document, films, { format: "otio", name: "Film" });
        const read = readOtio(text, films);
        expect(read).toEqual({
          ok: true,
          value: { document, name: "Film", missing: [], notes: [] },
        });
      }),
      { numRuns: 150 },
    );
  });

  it("gives the same cuts, tracks and speeds when our own metadata is gone", () => {
    fc.assert(
      fc.property(someDocument, (document) => {
        const films = filmsOf(document);
        const { text } = writeInterchange(document, films, { format: "otio", name: "Film" });
        const bare = JSON.parse(text, (key, value: unknown) =>
          key === "metadata" ? {} : value,
        ) as { tracks: { children: { name: string; children: unknown[] }[] } };
        const read = readOtio(JSON.stringify(bare), films);
        if (!read.ok) throw new Error(read.failure.code);
        const cuts = (of: typeof document, kind: string) =>
          Object.values(of.clips)
            .filter((clip) => clip.kind === "media" && clip.mediaKind === kind)
            .map((clip) => (clip.kind === "media" ? cutOf(clip) : ""))
            .toSorted();
        expect(cuts(read.value.document, "video")).toEqual(cuts(document, "video"));
        expect(checkDocument(read.value.document)).toEqual([]);
        expect(read.value.missing).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe("times", () => {
  it("come back to the flick at every rate, between frames too (F31, F46)", () => {
    const rates = [
      { n: 24_000, d: 1001 },
      { n: 25, d: 1 },
      { n: 30_000, d: 1001 },
      { n: 30, d: 1 },
      { n: 60, d: 1 },
      { n: 60_000, d: 1001 },
    ];
    const time = fc.integer({ min: 0, max: 24 * 3600 * 705_600_000 });
    fc.assert(
      fc.property(fc.constantFrom(...rates), time, (rate, flicks) => {
        expect(flicksOf(toRational(flicks, rate))).toBe(flicks);
      }),
    );
  });

  it("know the rates behind the floats that programs write", () => {
    for (const float of [23.976, 23.98, 23.976023976023978]) {
      expect(exactRate(float)).toEqual({ n: 24_000, d: 1001 });
    }
    expect(exactRate(29.97)).toEqual({ n: 30_000, d: 1001 });
    expect(exactRate(59.94)).toEqual({ n: 60_000, d: 1001 });
    expect(exactRate(24)).toEqual({ n: 24, d: 1 });
    expect(exactRate(48_000)).toEqual({ n: 48_000, d: 1 });
  });

  it("turn a float of speed into the simplest fraction", () => {
    expect(fractionOf(2)).toEqual({ n: 2, d: 1 });
    expect(fractionOf(1 / 3)).toEqual({ n: 1, d: 3 });
    expect(fractionOf(1.37)).toEqual({ n: 137, d: 100 });
  });
});

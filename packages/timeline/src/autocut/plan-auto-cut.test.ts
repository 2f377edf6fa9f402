import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { onFrame } from "../frames.ts";
import type { MediaAnalysis } from "../media-facts.ts";
import type { SourceAsset } from "../new-clips.ts";
import { FLICKS_PER_SECOND as S, snapToFrame } from "../time.ts";
import { PACES } from "./cut-grid.ts";
import { planAutoCut } from "./plan-auto-cut.ts";
import type { AutoCutShot, AutoCutWish } from "./plan-auto-cut.ts";

const rate = { n: 30, d: 1 };
const quiet: MediaAnalysis = { sceneCuts: [], silences: [], beats: [], tempoBpm: null };

function video(id: string, seconds: number, analysis: Partial<MediaAnalysis> = {}): SourceAsset {
  return {
    assetId: id,
    checksum: "a".repeat(64),
    name: `${id}.mp4`,
    facts: {
      kind: "video",
      duration: seconds * S,
      video: {
        width: 1280,
        height: 720,
        rate,
        frameCount: Math.round(seconds * 30),
        hasAlpha: false,
        matrix: "bt709",
        range: "tv",
      },
      audio: null,
      analysis: { ...quiet, ...analysis },
    },
  };
}

function music(bpm: number, seconds: number): SourceAsset {
  const beats = Array.from({ length: Math.floor((seconds * bpm) / 60) }, (_, index) =>
    Math.round((index * 60 * S) / bpm),
  );
  const facts = {
    kind: "audio" as const,
    duration: seconds * S,
    video: null,
    audio: null,
    analysis: { ...quiet, beats, tempoBpm: bpm },
  };
  return { assetId: "music", checksum: "b".repeat(64), name: "m.wav", facts };
}

const wish = (part: Partial<AutoCutWish> = {}): AutoCutWish => ({
  sources: [video("a", 20), video("b", 30), video("c", 12)],
  music: null,
  lengthFlicks: 20 * S,
  pace: "steady",
  seed: 1,
  rate,
  ...part,
});

function shotsOf(one: AutoCutWish): readonly AutoCutShot[] {
  const planned = planAutoCut(one);
  if (!planned.ok) throw new Error(planned.failure.code);
  return planned.value;
}
const brief = (shots: readonly AutoCutShot[]) =>
  shots.map(({ source, start, sourceStart }) => [source.assetId, start, sourceStart]);

const sources = fc.array(
  fc.record({
    seconds: fc.double({ min: 0.5, max: 60, noNaN: true }),
    cuts: fc.array(fc.double({ min: 0.1, max: 60, noNaN: true }), { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 6 },
);

describe("AutoCut", () => {
  test("lays shots end to end on frames, inside their sources, no picture twice", () => {
    fc.assert(
      fc.property(
        sources,
        fc.integer(),
        fc.constantFrom(...PACES),
        fc.integer({ min: 2, max: 90 }),
        (given, seed, pace, seconds) => {
          const made = given.map(({ seconds: length, cuts }, index) =>
            video(`v${index}`, length, {
              sceneCuts: cuts.map((at) => Math.round(at * S)).toSorted((a, b) => a - b),
            }),
          );
          const planned = planAutoCut(
            wish({ sources: made, seed, pace, lengthFlicks: seconds * S }),
          );
          if (!planned.ok) return;
          let end = 0;
          const used: AutoCutShot[] = [];
          for (const shot of planned.value) {
            expect(shot.start).toBe(end);
            expect(onFrame(shot.start, rate) && onFrame(shot.duration, rate)).toBe(true);
            expect(shot.sourceStart).toBeGreaterThanOrEqual(0);
            expect(shot.sourceStart + shot.duration).toBeLessThanOrEqual(
              Math.round(((shot.source.facts.video?.frameCount ?? 0) / 30) * S),
            );
            for (const other of used.filter((one) => one.source === shot.source)) {
              expect(
                shot.sourceStart >= other.sourceStart + other.duration ||
                  other.sourceStart >= shot.sourceStart + shot.duration,
              ).toBe(true);
            }
            used.push(shot);
            end = shot.start + shot.duration;
          }
          expect(end).toBeLessThanOrEqual(seconds * S);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("is as long as asked for when the sources hold enough", () => {
    const shots = shotsOf(wish());
    expect(shots.reduce((sum, { duration }) => sum + duration, 0)).toBe(20 * S);
  });

  test("is shorter, and shows nothing twice, when they do not", () => {
    const shots = shotsOf(wish({ sources: [video("a", 6)], lengthFlicks: 60 * S }));
    const length = shots.reduce((sum, { duration }) => sum + duration, 0);
    expect(length).toBeLessThanOrEqual(6 * S);
    expect(length).toBeGreaterThan(2 * S);
  });

  test("fills a slot with several shots where no take lasts that long", () => {
    const sceneCuts = Array.from({ length: 19 }, (_, index) => (index + 1) * S);
    const shots = shotsOf(
      wish({ sources: [video("a", 20, { sceneCuts })], pace: "calm", lengthFlicks: 12 * S }),
    );
    const length = shots.reduce((sum, { duration }) => sum + duration, 0);
    expect(length).toBe(12 * S);
    for (const { duration } of shots) expect(duration).toBeGreaterThanOrEqual(0.4 * S);
  });

  test("cuts on the music's beats, at every pace", () => {
    const song = music(120, 40);
    const onBeat = new Set(song.facts.analysis?.beats.map((at) => snapToFrame(at, rate)));
    for (const pace of PACES) {
      const cuts = shotsOf(wish({ music: song, pace })).map(({ start }) => start);
      expect(cuts.slice(1).filter((at) => !onBeat.has(at))).toEqual([]);
      expect(cuts.length).toBeGreaterThan({ calm: 3, steady: 6, lively: 12 }[pace]);
    }
  });

  test("comes out the same for a seed, and otherwise for another", () => {
    expect(brief(shotsOf(wish({ seed: 7 })))).toEqual(brief(shotsOf(wish({ seed: 7 }))));
    const cuts = new Set(
      [1, 2, 3, 4, 5].map((seed) => JSON.stringify(brief(shotsOf(wish({ seed }))))),
    );
    expect(cuts.size).toBe(5);
  });

  test("tells the story in the order of its sources, changing the source at each cut", () => {
    const names = brief(shotsOf(wish({ lengthFlicks: 25 * S }))).map(([id]) => String(id));
    expect(names[0]).toBe("a");
    expect(names.at(-1)).not.toBe("a");
    expect(names.filter((name, index) => name === names[index - 1])).toEqual([]);
  });

  test("leaves out pauses, the shaky ends, and whatever lies on a cut of the source", () => {
    const cut = 10 * S;
    const silence = { start: 12 * S, end: 18 * S };
    const one = video("a", 30, { sceneCuts: [cut], silences: [silence] });
    for (let seed = 0; seed < 40; seed += 1) {
      for (const shot of shotsOf(wish({ sources: [one], seed, lengthFlicks: 15 * S }))) {
        const [from, to] = [shot.sourceStart, shot.sourceStart + shot.duration];
        expect(from).toBeGreaterThanOrEqual(0.6 * S);
        expect(to).toBeLessThanOrEqual(29.4 * S);
        expect(from < cut && to > cut).toBe(false);
        expect(from < silence.end && to > silence.start).toBe(false);
      }
    }
  });

  test("shows a still for a whole slot, once", () => {
    const still: SourceAsset = {
      ...video("still", 1),
      facts: { kind: "image", duration: 0, video: null, audio: null },
    };
    const shots = shotsOf(wish({ sources: [still, video("a", 30)] }));
    expect(shots.filter(({ source }) => source.assetId === "still")).toHaveLength(1);
  });

  test("says why there is no cut", () => {
    const codeOf = (one: AutoCutWish) => {
      const planned = planAutoCut(one);
      return planned.ok ? "ok" : planned.failure.code;
    };
    expect(codeOf(wish({ sources: [] }))).toBe("autocut.no-picture");
    expect(codeOf(wish({ sources: [music(90, 10)] }))).toBe("autocut.no-picture");
    expect(codeOf(wish({ sources: [video("a", 0.1)], lengthFlicks: 5 * S }))).toBe(
      "autocut.too-short",
    );
  });
});

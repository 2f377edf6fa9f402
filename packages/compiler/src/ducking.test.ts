import { DEFAULT_DUCKING } from "@cutroom/timeline";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { duckingEnvelope, readSoundPeaks } from "./ducking.ts";
import type { KeySound } from "./ducking.ts";
import { soundsBetween } from "./live-sound.ts";
import type { PlanSound } from "./plan.ts";
import { slicePlan } from "./segments.ts";
import { envelopeAt, gainAt, product } from "./sound-gain.ts";
import { GOLDEN_FACTS } from "./testing/golden-projects.ts";
import { SOUND_PROJECT } from "./testing/golden-sound.ts";

const RATE = 48_000;
const LOW = 10 ** (-DEFAULT_DUCKING.depthDb / 20);

function speech(fromS: number, toS: number, level = 64): KeySound {
  const sound: PlanSound = {
    clipId: "voice",
    trackId: "voices",
    inputId: "asset-voice",
    channels: 1,
    startSample: fromS * RATE,
    endSample: toS * RATE,
    sourceStart: 0,
    speed: { n: 1, d: 1 },
    gainDb: 0,
    fadeInSamples: 0,
    fadeInCurve: "linear",
    fadeOutSamples: 0,
    fadeOutCurve: "linear",
  };
  return { sound, peaks: { perSecond: 100, levels: [new Uint8Array(6_000).fill(level)] } };
}

const envelopeOf = (...keys: KeySound[]) => duckingEnvelope(DEFAULT_DUCKING, keys, 60 * RATE) ?? [];
const at = (points: ReturnType<typeof envelopeOf>, seconds: number) =>
  envelopeAt(points, seconds * RATE);

describe("ducking", () => {
  test("music is down when the first word begins, and up again after the last one", () => {
    const points = envelopeOf(speech(10, 12));
    expect(at(points, 9.7)).toBe(1);
    expect(at(points, 9.9)).toBeCloseTo((1 + LOW) / 2, 5);
    expect(at(points, 10)).toBeCloseTo(LOW, 6);
    expect(at(points, 12)).toBeCloseTo(LOW, 6);
    expect(at(points, 12.25)).toBeCloseTo((1 + LOW) / 2, 5);
    expect(at(points, 12.6)).toBe(1);
  });

  test("short pauses are passed over; in longer ones music turns round before it is up", () => {
    const points = envelopeOf(speech(10, 11), speech(11.4, 12), speech(12.6, 14));
    expect(at(points, 11.2)).toBeCloseTo(LOW, 6);
    const turn = Math.max(...[12.1, 12.2, 12.3, 12.4, 12.43, 12.5].map((s) => at(points, s)));
    expect(turn).toBeGreaterThan(LOW * 1.5);
    expect(turn).toBeLessThan(1);
    expect(at(points, 12.6)).toBeCloseTo(LOW, 6);
  });

  test("what is quieter than the threshold ducks nothing", () => {
    expect(duckingEnvelope(DEFAULT_DUCKING, [speech(1, 2, 1)], 60 * RATE)).toBeNull();
    expect(duckingEnvelope(DEFAULT_DUCKING, [], 60 * RATE)).toBeNull();
  });

  test("however speech lies, gain stays between depth and 1, and points are in order", () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 80 }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
        const points = envelopeOf(
          ...spans.map(([from, by]) => speech(from / 10, (from + by) / 10)),
        );
        for (const [index, point] of points.entries()) {
          expect(point.gain).toBeGreaterThanOrEqual(LOW - 1e-9);
          expect(point.gain).toBeLessThanOrEqual(1);
          const before = points[index - 1]?.sample ?? Number.NEGATIVE_INFINITY;
          expect(point.sample).toBeGreaterThanOrEqual(before);
        }
        for (const [from, by] of spans) {
          expect(at(points, (from + by / 2) / 10)).toBeCloseTo(LOW, 6);
        }
      }),
    );
  });
});

function planOf() {
  const { document, target, peaks = {} } = SOUND_PROJECT;
  const plan = compile(document, GOLDEN_FACTS, target, { peaks });
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

const named = (clipId: string, plan = planOf()) => {
  const sound = plan.sounds.find((one) => one.clipId === clipId);
  if (!sound) throw new Error(`${clipId} is not heard`);
  return sound;
};

describe("sounds of a plan", () => {
  test("a ducked track gives way to the others and not to itself; nothing ducks without peaks", () => {
    const speechStarts = (10 / 30) * RATE;
    expect(gainAt(named("music"), speechStarts - 12_000)).toBeCloseTo(10 ** (-6 / 20), 6);
    expect(gainAt(named("music"), speechStarts)).toBeCloseTo(10 ** (-20 / 20), 6);
    expect(named("first").envelope).toBeUndefined();
    const { document, target } = SOUND_PROJECT;
    const bare = compile(document, GOLDEN_FACTS, target);
    expect(bare.ok && named("music", bare.value).envelope).toBeUndefined();
  });

  test("keys give the volume in decibels along their curves, and the track's level adds to it", () => {
    const swell = named("swell");
    const db = (frame: number) => 20 * Math.log10(gainAt(swell, Math.round((frame / 30) * RATE)));
    const ducked = 20 * Math.log10(LOW);
    expect(db(20)).toBeCloseTo(-53 + 20 * Math.log10(envelopeOfDucked(20)), 1);
    expect(db(41)).toBeCloseTo(-15 + 20 * Math.log10(envelopeOfDucked(41)), 1);
    expect(db(58)).toBeCloseTo(-23 + ducked, 1);
  });

  test("pan of clip and track add up, and stop at the sides", () => {
    expect(named("second").pan).toBe(-0.6);
    expect(named("swell").pan).toBe(1);
    expect(named("first").pan).toBeUndefined();
  });

  test("a slice has the same gain at the same moment, live and in the graph", () => {
    const plan = planOf();
    const part = slicePlan(plan, { startFrame: 40, endFrame: 70 });
    const shift = (40 / 30) * RATE;
    const samples = part.sounds.flatMap((sound) =>
      [0, 5_000, 20_000, 40_000]
        .filter((sample) => sample > sound.startSample && sample < sound.endSample)
        .map((sample) => ({ sound, whole: named(sound.clipId, plan), sample })),
    );
    const gains = samples.map(({ sound, sample }) => gainAt(sound, sample).toFixed(9));
    expect(gains.length).toBeGreaterThan(8);
    expect(gains).toEqual(
      samples.map(({ whole, sample }) => gainAt(whole, sample + shift).toFixed(9)),
    );
  });

  test("the live lines follow the exact gain within half a per cent", () => {
    const plan = planOf();
    let worst = 0;
    for (const span of soundsBetween(plan, 0, plan.sampleCount)) {
      const sound = named(span.clipId, plan);
      for (let sample = span.startSample; sample < span.endSample; sample += 997) {
        worst = Math.max(worst, Math.abs(envelopeAt(span.gains, sample) - gainAt(sound, sample)));
      }
    }
    expect(worst).toBeLessThan(0.005);
  });
});

/** The gain that ducking alone gives at a frame, read from the sound that has nothing else. */
function envelopeOfDucked(frame: number): number {
  const sample = Math.round((frame / 30) * RATE);
  const keys = ["first", "second"].map((id): KeySound => {
    const peaks = { perSecond: 100, levels: [new Uint8Array(300).fill(64)] };
    return { sound: named(id), peaks };
  });
  return envelopeAt(duckingEnvelope(DEFAULT_DUCKING, keys, 3 * RATE) ?? [], sample);
}

describe("peaks", () => {
  test("the louder side of every stretch is read; another format is none", () => {
    const file = new Uint8Array(24 + 6);
    const view = new DataView(file.buffer);
    view.setInt32(0, 2, true);
    view.setUint32(4, 1, true);
    view.setInt32(8, 48_000, true);
    view.setInt32(12, 480, true);
    view.setUint32(16, 3, true);
    view.setInt32(20, 1, true);
    file.set([0x80, 0x7f, 0xf0, 0x08, 0, 0], 24);
    expect(readSoundPeaks(file)).toEqual({ perSecond: 100, levels: [Uint8Array.of(128, 16, 0)] });
    expect(readSoundPeaks(file.subarray(0, 20))).toBeNull();
    expect(readSoundPeaks(file.with(0, 1))).toBeNull();
  });

  test("two envelopes multiply", () => {
    const down = [
      { sample: 0, gain: 1 },
      { sample: 100, gain: 0.5 },
    ];
    const both = product(down, down) ?? [];
    expect(envelopeAt(both, 100)).toBe(0.25);
    expect(envelopeAt(both, 50)).toBeCloseTo(0.5625, 6);
    expect(product(null, down)).toBe(down);
  });
});

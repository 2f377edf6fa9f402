import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { cutsOf } from "./scene-cuts.ts";
import { createSoundListener } from "./sound-facts.ts";

const RATE = 48_000;

/** `level` gives each sample, -1 to 1. */
function heard(seconds: number, level: (atS: number) => number, chunk = 9_999) {
  const bytes = Buffer.alloc(seconds * RATE * 2);
  for (let at = 0; at < seconds * RATE; at += 1) {
    bytes.writeInt16LE(Math.round(32_000 * level(at / RATE)), at * 2);
  }
  const listener = createSoundListener();
  for (let at = 0; at < bytes.length; at += chunk) listener.push(bytes.subarray(at, at + chunk));
  return listener.finish();
}

const tone = (atS: number) => 0.5 * Math.sin(2 * Math.PI * 440 * atS);
/** A drum at every beat of a tempo, with a soft tone below. */
const drums = (bpm: number, firstS: number) => (atS: number) => {
  const since = (((atS - firstS) * bpm) / 60) % 1;
  const struckS = since < 0 ? 1 : (since * 60) / bpm;
  const noise = Math.sin(atS * 91_234.567) * Math.sin(atS * 45_677.31);
  return 0.02 * tone(atS) + 0.9 * noise * Math.exp(-struckS * 60);
};
const seconds = (flicks: number) => flicks / FLICKS_PER_SECOND;

describe("silences", () => {
  test("are found to a hundredth of a second, short pauses left out (M2)", () => {
    const quiet = (atS: number) =>
      (atS >= 1 && atS < 2.5) || (atS >= 3 && atS < 3.3) || atS >= 4 ? 0 : tone(atS);
    const { silences } = heard(5, quiet);
    expect(silences.map(({ start, end }) => [seconds(start), seconds(end)])).toEqual([
      [1, 2.5],
      [4, 5],
    ]);
  });

  test("do not depend on where chunks end", () => {
    const quiet = (atS: number) => (atS > 0.5 ? 0 : tone(atS));
    const whole = heard(2, quiet);
    for (const chunk of [1_001, 4_096, 65_535]) expect(heard(2, quiet, chunk)).toEqual(whole);
  });
});

describe("beats", () => {
  test.each([
    [120, 0.25],
    [96, 0.1],
    [150, 0.3],
  ])("of drums at %i to the minute lie on the drums, within 20 ms (M2)", (bpm, firstS) => {
    const { beats, tempoBpm } = heard(20, drums(bpm, firstS));
    expect(Math.abs((tempoBpm ?? 0) - bpm)).toBeLessThan(1);
    const off = beats.map((beat) => {
      const at = ((seconds(beat) - firstS) * bpm) / 60;
      return (Math.abs(at - Math.round(at)) * 60) / bpm;
    });
    expect(beats.length).toBeGreaterThan((20 * bpm) / 60 - 4);
    expect(Math.max(...off.slice(1, -1))).toBeLessThan(0.021);
  });

  test("are none in a tone, in noise and in silence", () => {
    for (const level of [tone, (atS: number) => Math.sin(atS * atS * 91_234.567), () => 0]) {
      expect(heard(8, level)).toMatchObject({ beats: [], tempoBpm: null });
    }
  });
});

test("scene cuts lie on frames of the grid, and the first shot is none", () => {
  const line = (at: string) => `frame:1 pts:1 pts_time:${at}\nlavfi.scd.time=${at}\n`;
  const picture = { rate: { n: 30_000, d: 1001 }, frameCount: 90 } as Parameters<typeof cutsOf>[1];
  const found = cutsOf(["0", "1.001", "1.001", "2.0019", "9"].map(line).join(""), picture);
  expect(found).toEqual([30, 60].map((frame) => (frame * 1001 * FLICKS_PER_SECOND) / 30_000));
});

import { FLICKS_PER_SECOND as S } from "@cutroom/timeline";
import type { Asset } from "@cutroom/contracts";
import type { MediaClip } from "@cutroom/timeline";
import { describe, expect, it } from "vitest";
import { videoClip } from "../testing/documents.ts";
import { badgesOf } from "./draw-badges.ts";
import { tileAt } from "./draw-filmstrip.ts";
import { speedHeight } from "./draw-ramp.ts";
import { drawWaveform, gainAt } from "./draw-waveform.ts";
import { frameRuns } from "./frame-runs.ts";
import { sourceClock } from "./source-clock.ts";

const clip = videoClip("a", 0, 4, 5);

it("marks frames that are ready as runs without a gap", () => {
  expect(frameRuns([])).toEqual([]);
  expect(frameRuns([3, 4, 5, 9, 11, 12])).toEqual([
    [3, 6],
    [9, 10],
    [11, 13],
  ]);
});

describe("what a clip shows", () => {
  it("takes each tile from the source at that time, speed included, and never past the sheet", () => {
    const strip = { interval_ms: 1_000, count: 20 };
    const tile = (changes: Partial<MediaClip>, at: number) =>
      tileAt(sourceClock({ ...clip, ...changes })(at), strip);
    expect(tile({}, 0)).toBe(5);
    expect(tile({}, 2.5)).toBe(7);
    expect(tile({ speed: { n: 2, d: 1 } }, 2.5)).toBe(10);
    expect(tile({}, 900)).toBe(19);
    expect([0.5, 3.5].map((at) => tile({ reversed: true }, at))).toEqual([8, 5]);
    expect([0.5, 3.5].map((at) => tile({ frozen: true }, at))).toEqual([5, 5]);
    const speedKeys = [{ at: 0, value: 200, ease: "hold" as const }];
    expect(tile({ speedKeys }, 2.5)).toBe(10);
  });

  it("draws a wave no wider than what is in sight, however long the sound is (F08)", () => {
    const columns: number[] = [];
    const canvas = {
      beginPath: () => {},
      fill: () => {},
      rect: (x: number) => columns.push(x),
      fillStyle: "",
    };
    const wave = { min: Float32Array.of(-1), max: Float32Array.of(1) };
    for (const width of [1e12, Number.POSITIVE_INFINITY]) {
      columns.length = 0;
      drawWaveform(
        canvas as unknown as CanvasRenderingContext2D,
        { ...clip, duration: 1e6 * S },
        { bucketsPerSecond: 100, count: 1, sounds: [wave] },
        { x: 0, y: 0, width, height: 20 },
        { stream: 0, pxPerSecond: 50, fromX: 100, toX: 400, colour: "" },
      );
      expect([columns.length, columns[0], columns.at(-1)]).toEqual([300, 100, 399]);
    }
  });

  it("draws a ramp from the slowest speed at the bottom to the fastest at the top", () => {
    expect([10, 100, 1_000].map(speedHeight)).toEqual([0, 0.5, 1]);
  });

  it("says that a clip runs backwards or is held, and draws no sound for what is held", () => {
    const kinds = (changes: Partial<MediaClip>) =>
      badgesOf({ ...clip, ...changes }, undefined, undefined).map(({ kind }) => kind);
    expect(kinds({ reversed: true })).toEqual(["reversed"]);
    expect(kinds({ frozen: true })).toEqual(["frozen"]);
    expect(gainAt({ ...clip, frozen: true }, 1)).toBe(0);
  });

  it("says by how many frames it is out of sync, and that it is in a group (E13)", () => {
    const badges = (frames: number) => badgesOf(clip, undefined, { frames, leads: false });
    expect([...badges(3), ...badges(-2)].map(({ text }) => text)).toEqual(["+3", "\u22122"]);
    const grouped = badgesOf({ ...clip, groupId: "g" }, undefined, undefined);
    expect(grouped.map(({ kind }) => kind)).toEqual(["group"]);
  });

  it("shapes the wave as it will sound: volume, fades and mute", () => {
    const audio = { gainDb: -20, muted: false, fadeIn: 2 * S, fadeOut: 0 };
    expect(gainAt({ ...clip, audio }, 1)).toBeCloseTo(0.05);
    expect(gainAt({ ...clip, audio }, 3)).toBeCloseTo(0.1);
    expect(gainAt({ ...clip, audio: { ...audio, muted: true } }, 3)).toBe(0);
  });

  it("says how far a file is prepared, and a speed that is not its own", () => {
    expect(badgesOf(clip, undefined, undefined)).toEqual([]);
    const ingesting = { state: "PROCESSING", progress: 43 } as Asset;
    expect(badgesOf(clip, ingesting, undefined).map(({ text }) => text)).toEqual(["43%"]);
    const slow = { ...clip, speed: { n: 1, d: 2 } };
    expect(badgesOf(slow, { state: "READY" } as Asset, undefined).map(({ text }) => text)).toEqual([
      "0.5×",
    ]);
  });
});

import { describe, expect, test } from "vitest";
import { createPeakWriter, peaksFile, readLoudness } from "./peaks.ts";

function bytesOf(samples: readonly number[]): Uint8Array {
  return new Uint8Array(Int16Array.from(samples).buffer);
}

describe("peaks", () => {
  test("header and pairs are audiowaveform version 2, 8 bit, mono", () => {
    const writer = createPeakWriter(4);
    writer.push(bytesOf([0, 256, -512, 1, 32_767, 3, 2, 1, -32_768]));
    const file = peaksFile([writer.finish()], 4);
    const view = new DataView(file.buffer);
    const header = [0, 4, 8, 12, 16, 20].map((at) => view.getInt32(at, true));
    expect(header).toEqual([2, 1, 48_000, 4, 3, 1]);
    expect([...new Int8Array(file.buffer, 24)]).toEqual([-2, 1, 0, 127, -128, -128]);
    expect(writer.loudest()).toBe(32_768);
  });

  test("the file is the same however the bytes are cut into chunks", () => {
    const samples = Array.from({ length: 1_000 }, (_, index) =>
      Math.round(20_000 * Math.sin(index / 7)),
    );
    const bytes = bytesOf(samples);
    const whole = createPeakWriter(480);
    whole.push(bytes);
    const pieces = createPeakWriter(480);
    for (let at = 0; at < bytes.length; at += 333) pieces.push(bytes.subarray(at, at + 333));
    expect(pieces.finish()).toEqual(whole.finish());
  });

  test("several sounds lie side by side, one a channel, and a short one is silent at its end (F20)", () => {
    const file = peaksFile([
      [-3, 4, -5, 6],
      [-7, 8],
    ]);
    const view = new DataView(file.buffer);
    expect([view.getInt32(16, true), view.getInt32(20, true)]).toEqual([2, 2]);
    expect([...new Int8Array(file.buffer, 24)]).toEqual([-3, 4, -7, 8, -5, 6, 0, 0]);
  });

  test("no sound gives an empty but valid file", () => {
    expect(peaksFile([createPeakWriter().finish()]).length).toBe(24);
  });
});

describe("readLoudness", () => {
  test("reads the summary, not the running values", () => {
    const log =
      "M: -20.1 S:-21 I: -30.0 LUFS\nSummary:\n  Integrated loudness:\n    I:         -11.8 LUFS\n";
    expect(readLoudness(log)).toBe(-11.8);
  });

  test("silence and missing summaries are null, never -Infinity", () => {
    expect(readLoudness("Integrated loudness:\n I: -70.0 LUFS")).toBeNull();
    expect(readLoudness("Integrated loudness:\n I: -inf LUFS")).toBeNull();
    expect(readLoudness("")).toBeNull();
  });
});

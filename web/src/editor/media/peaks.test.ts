import { describe, expect, it } from "vitest";
import { envelope, parsePeaks } from "./peaks.ts";

function dat(options: {
  bits?: 8 | 16;
  channels?: number;
  length?: number;
  values: readonly number[];
}): ArrayBuffer {
  const { bits = 8, channels = 1, values } = options;
  const width = bits / 8;
  const bytes = new ArrayBuffer(24 + values.length * width);
  const view = new DataView(bytes);
  view.setInt32(0, 2, true);
  view.setUint32(4, bits === 8 ? 1 : 0, true);
  view.setInt32(8, 48_000, true);
  view.setInt32(12, 480, true);
  view.setUint32(16, options.length ?? values.length / 2 / channels, true);
  view.setInt32(20, channels, true);
  values.forEach((value, index) => {
    if (bits === 8) view.setInt8(24 + index, value);
    else view.setInt16(24 + index * 2, value, true);
  });
  return bytes;
}

describe("peaks file", () => {
  it("gives one envelope bucket for each min and max pair", () => {
    const peaks = parsePeaks(dat({ values: [-128, 64, -32, 0] }));
    expect(peaks?.bucketsPerSecond).toBe(100);
    expect(peaks?.sounds).toEqual([
      { min: Float32Array.of(-1, -0.25), max: Float32Array.of(0.5, 0) },
    ]);
  });

  it("keeps the sounds of a file apart, one a channel (F20)", () => {
    const peaks = parsePeaks(dat({ channels: 2, values: [-64, 32, -32, 96] }));
    expect(peaks?.count).toBe(1);
    if (peaks === null) return;
    expect(envelope(peaks, 0, 0, 1)).toEqual({ low: -0.5, high: 0.25 });
    expect(envelope(peaks, 1, 0, 1)).toEqual({ low: -0.25, high: 0.75 });
  });

  it("reads 16 bit files", () => {
    const peaks = parsePeaks(dat({ bits: 16, values: [-16_384, 16_384] }));
    expect([...(peaks?.sounds[0]?.min ?? [])]).toEqual([-0.5]);
  });

  it("keeps what a truncated file still holds and refuses foreign bytes", () => {
    expect(parsePeaks(dat({ length: 900, values: [-1, 1, -1, 1] }))?.count).toBe(2);
    expect(parsePeaks(new ArrayBuffer(8))).toBeNull();
    expect(parsePeaks(new TextEncoder().encode("<html>not peaks at all</html>").buffer)).toBeNull();
  });

  it("never misses a peak when many buckets share one pixel", () => {
    const values = Array.from({ length: 200 }, (_, i) => (i === 101 ? 127 : 0));
    const peaks = parsePeaks(dat({ values }));
    expect(peaks).not.toBeNull();
    if (peaks === null) return;
    expect(envelope(peaks, 0, 0, 1).high).toBeCloseTo(127 / 128);
    expect(envelope(peaks, 0, 0.6, 1).high).toBe(0);
    expect(envelope(peaks, 0, 5, 6)).toEqual({ low: 0, high: 0 });
  });
});

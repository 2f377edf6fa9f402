import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outlineMp4 } from "./mp4-outline.ts";

const text = (word: string) => Array.from(word, (letter) => letter.charCodeAt(0));
const u32 = (...values: readonly number[]) =>
  values.flatMap((value) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255));
const zeros = (count: number) => Array.from({ length: count }, () => 0);
const box = (type: string, ...parts: readonly (readonly number[])[]) => {
  const content = parts.flat();
  return [...u32(content.length + 8), ...text(type), ...content];
};

const track = (kind: string) =>
  box(
    "trak",
    box("tkhd", zeros(76), u32(1280 << 16, 720 << 16)),
    box(
      "mdia",
      box("mdhd", zeros(12), u32(24_000, 120_000), zeros(4)),
      box("hdlr", zeros(8), text(kind), zeros(12)),
      box("minf", box("stbl", box("stsz", zeros(8), u32(120)))),
    ),
  );
const film = (...tracks: readonly (readonly number[])[]) =>
  Uint8Array.from([
    ...box("ftyp", text("isom"), zeros(4)),
    ...box("moov", box("mvhd", zeros(100)), ...tracks),
    ...box("mdat", zeros(50)),
  ]);

describe("the outline of an MP4", () => {
  it("tells size, length and frames of the first picture (I6)", () => {
    const wanted = { width: 1280, height: 720, durationMs: 5_000, frames: 120 };
    expect(outlineMp4(film(track("soun"), track("vide")))).toEqual(wanted);
  });

  it("is null for every file that is cut off, wherever", () => {
    const whole = film(track("vide"));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        expect(outlineMp4(whole.subarray(0, length))).toBeNull();
      }),
    );
  });

  it("is null for pages, for sound alone and for anything else, and never throws", () => {
    expect(outlineMp4(new TextEncoder().encode("<html>Sign in</html>"))).toBeNull();
    expect(outlineMp4(film(track("soun")))).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(outlineMp4(bytes)).toBeNull();
      }),
    );
    const whole = film(track("vide"));
    const damaged = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(damaged, { maxLength: 6 }), (changes) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        expect(() => outlineMp4(bytes)).not.toThrow();
      }),
    );
  });
});

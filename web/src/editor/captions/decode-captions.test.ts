import { describe, expect, it } from "vitest";
import { decodeCaptions } from "./decode-captions.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const CUE = "1\r\n00:00:01,000 --> 00:00:02,000\r\n";

function utf16(text: string, littleEndian: boolean, mark: boolean): Uint8Array {
  const units = `${mark ? "\ufeff" : ""}${text}`.split("");
  const bytes = new Uint8Array(units.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [at, unit] of units.entries())
    view.setUint16(at * 2, unit.charCodeAt(0), littleEndian);
  return bytes;
}

describe("encodings of caption files", () => {
  it("UTF-8 with and without a mark", () => {
    expect(decodeCaptions(utf8(`${CUE}héllo 你好`))).toBe(`${CUE}héllo 你好`);
    expect(decodeCaptions(utf8(`\ufeff${CUE}hi`))).toBe(`${CUE}hi`);
  });

  it("UTF-16 of either order, with and without a mark", () => {
    for (const littleEndian of [true, false]) {
      for (const mark of [true, false]) {
        expect(decodeCaptions(utf16(`${CUE}你好, world`, littleEndian, mark))).toBe(
          `${CUE}你好, world`,
        );
      }
    }
  });

  it("GBK, as old Chinese subtitles are", () => {
    // 你好，世界
    const gbk = Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xca, 0xc0, 0xbd, 0xe7);
    expect(decodeCaptions(Uint8Array.of(...utf8(CUE), ...gbk))).toBe(`${CUE}你好，世界`);
  });

  it("Western text of one byte a letter is not taken for Chinese", () => {
    const latin = Uint8Array.of(...utf8(`${CUE}caf`), 0xe9, ...utf8(" na"), 0xef, ...utf8("ve"));
    expect(decodeCaptions(latin)).toBe(`${CUE}café naïve`);
  });

  it("an empty file is empty", () => {
    expect(decodeCaptions(new Uint8Array())).toBe("");
  });
});

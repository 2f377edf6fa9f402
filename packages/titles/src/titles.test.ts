import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fontCodePoints } from "../scripts/font-cmap.ts";
import { checkCoverage, familiesOf, fontRuns } from "./coverage.ts";
import { FAMILIES, titleFontFiles } from "./fonts.ts";
import { nodeTitleAssets } from "./node.ts";
import { createTitleRasteriser } from "./rasterise.ts";
import { titleSvg } from "./title-svg.ts";
import type { TitleLook } from "./title-svg.ts";

const require = createRequire(import.meta.url);
const rasteriser = createTitleRasteriser(nodeTitleAssets());

type Change = { text: string; style?: Partial<TitleLook["style"]> } & Partial<
  Omit<TitleLook, "text" | "style">
>;

function lookOf({ style, ...rest }: Change): TitleLook {
  return {
    width: 320,
    height: 180,
    xPx: 0,
    yPx: 0,
    scale: 1,
    rotationDeg: 0,
    ...rest,
    style: {
      size: 0.15,
      weight: 700,
      colour: "#ffffff",
      align: "center",
      lineHeight: 1.2,
      outlineColour: null,
      outlineWidth: 0,
      boxColour: null,
      boxOpacity: 0,
      shadow: false,
      ...style,
    },
  };
}

/** How many pixels are covered by more than half. */
function inkOf(rgba: Uint8Array): number {
  return rgba.filter((value, index) => index % 4 === 3 && value > 127).length;
}

/** The columns that hold ink, left to right, as the edges of the blobs that they form. */
function blobsOf(title: { rgba: Uint8Array; rect: { width: number; height: number } }): number {
  const { width, height } = title.rect;
  let blobs = 0;
  let inside = false;
  for (let x = 0; x < width; x += 1) {
    let ink = false;
    for (let y = 0; y < height; y += 1) ink ||= (title.rgba[(y * width + x) * 4 + 3] ?? 0) > 60;
    if (ink && !inside) blobs += 1;
    inside = ink;
  }
  return blobs;
}

describe("fonts", () => {
  test("every file is the pinned one, to the byte", async () => {
    for (const file of titleFontFiles) {
      const bytes = await readFile(require.resolve(file.module));
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      expect({ ...file, bytes: bytes.byteLength, sha256 }).toEqual(file);
    }
  });

  test("F64: the coverage table is what the fonts' own tables say", async () => {
    const all = new Set<number>();
    for (const family of FAMILIES) {
      const file = titleFontFiles.find((one) => one.family === family);
      const points = fontCodePoints(await readFile(require.resolve(file?.module ?? "")));
      for (const code of points) all.add(code);
    }
    const drawable = [...all].filter((code) => code >= 0x21 && (code < 0xd800 || code > 0xdfff));
    expect(drawable.flatMap((code) => checkCoverage(String.fromCodePoint(code)))).toEqual([]);
    const samples = [0x0915, 0x0e01, 0x1200, 0x10ffff].filter((code) => !all.has(code));
    expect(checkCoverage(String.fromCodePoint(...samples))).toHaveLength(samples.length);
  });

  test("a font with other bytes is refused", async () => {
    const assets = nodeTitleAssets();
    const forged = createTitleRasteriser({
      loadWasm: assets.loadWasm,
      loadFont: async () => new Uint8Array(100),
    });
    await expect(forged.rasteriseTitle(lookOf({ text: "a" }))).rejects.toThrow("not the pinned");
  });

  test("only the fonts that a text needs are loaded", () => {
    expect(familiesOf("Plain text")).toEqual(["Inter"]);
    expect(familiesOf("字幕")).toEqual(["Inter", "Noto Sans SC"]);
    expect(familiesOf("مرحبا 🎬")).toEqual(["Inter", "Noto Sans Arabic", "Noto Emoji"]);
  });

  test("F64: the scripts that titles promise are covered, and others are named", () => {
    expect(checkCoverage("日本語 한국어 中文\nمرحبا 123 👩🏽‍💻 🇫🇷 é e\u0301 Ελλ Кир")).toEqual([]);
    expect(checkCoverage("a हि ไ")).toEqual(["ह", "ि", "ไ"]);
  });

  test("a joined emoji stays in one font", () => {
    expect(fontRuns("a 👩🏽‍💻")).toEqual([
      { text: "a", family: "Inter" },
      { text: " ", family: "Inter" },
      { text: "👩🏽‍💻", family: "Noto Emoji" },
    ]);
  });
});

describe("rasteriseTitle", () => {
  test("the same look gives the same bytes, run after run and instance after instance", async () => {
    const look = lookOf({ text: "Titles 字幕", style: { shadow: true, boxColour: "#203040" } });
    const first = await rasteriser.rasteriseTitle(look);
    const again = await rasteriser.rasteriseTitle(look);
    const other = await createTitleRasteriser(nodeTitleAssets()).rasteriseTitle(look);
    expect([again.hash, other.hash]).toEqual([first.hash, first.hash]);
    expect(first.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("known looks keep their pixels", async () => {
    const hashes: Record<string, string> = {};
    for (const text of ["Cutroom", "字幕 한국어", "مرحبا 123", "👩🏽‍💻 🇫🇷"]) {
      hashes[text] = (await rasteriser.rasteriseTitle(lookOf({ text }))).hash;
    }
    expect(hashes).toMatchSnapshot();
  });

  test("the picture is cropped to even pixels inside the frame, wherever the title lies", async () => {
    for (const place of [{}, { xPx: -140, yPx: 80 }, { xPx: 900 }, { rotationDeg: 30, scale: 6 }]) {
      const { rect, png, rgba } = await rasteriser.rasteriseTitle(lookOf({ text: "Ab", ...place }));
      expect([rect.x % 2, rect.y % 2, rect.width % 2, rect.height % 2]).toEqual([0, 0, 0, 0]);
      expect(rect.x + rect.width).toBeLessThanOrEqual(320);
      expect(rect.y + rect.height).toBeLessThanOrEqual(180);
      expect(rgba.byteLength).toBe(rect.width * rect.height * 4);
      const size = new DataView(png.buffer, png.byteOffset);
      expect([size.getUint32(16), size.getUint32(20)]).toEqual([rect.width, rect.height]);
    }
  });

  test("what is drawn outside the crop is nothing: outline, box and shadow fit in it", async () => {
    const style = { outlineColour: "#ff0000", outlineWidth: 0.1, shadow: true } as const;
    const { rgba, rect } = await rasteriser.rasteriseTitle(lookOf({ text: "Wg", style }));
    const alphaAt = (x: number, y: number) => rgba[(y * rect.width + x) * 4 + 3] ?? 0;
    const columns = Array.from({ length: rect.width }, (_, x) => x);
    const rows = Array.from({ length: rect.height }, (_, y) => y);
    const border = [
      ...columns.flatMap((x) => [alphaAt(x, 0), alphaAt(x, rect.height - 1)]),
      ...rows.flatMap((y) => [alphaAt(0, y), alphaAt(rect.width - 1, y)]),
    ];
    expect(Math.max(...border)).toBeLessThanOrEqual(2);
  });

  test("F63: quotes, percents, colons, brackets and backslashes are drawn as they are", async () => {
    const text = "It's 100% — 12:30 [a]; \\N %{pts} ,x=0 <b>&amp;";
    const svg = titleSvg(lookOf({ text }), {
      runs: [{ text, family: "Inter", x: 0, y: 0, anchor: "middle" }],
      blockWidth: 0,
      blockHeight: 0,
    });
    expect(svg).toContain("It&apos;s 100% — 12:30 [a]; \\N %{pts} ,x=0 &lt;b&gt;&amp;amp;</text>");
    const small = { size: 0.06 };
    const whole = await rasteriser.rasteriseTitle(lookOf({ text, style: small }));
    const without = await rasteriser.rasteriseTitle(
      lookOf({ text: text.replaceAll(/['%:;]/g, " "), style: small }),
    );
    expect(inkOf(whole.rgba)).toBeGreaterThan(inkOf(without.rgba) + 30);
  });

  test("F64: Arabic letters join", async () => {
    const joined = await rasteriser.rasteriseTitle(lookOf({ text: "سمسم" }));
    const apart = await rasteriser.rasteriseTitle(lookOf({ text: "س\u200cم\u200cس\u200cم" }));
    expect(blobsOf(joined)).toBeLessThan(blobsOf(apart));
  });

  test("F64: composed and decomposed letters look the same", async () => {
    const composed = await rasteriser.rasteriseTitle(lookOf({ text: "caf\u00e9" }));
    const decomposed = await rasteriser.rasteriseTitle(lookOf({ text: "cafe\u0301" }));
    expect(decomposed.hash).toBe(composed.hash);
  });

  test("F64: fonts mixed in one line all show", async () => {
    const parts = ["Ab", "字", "한", "مر", "👩🏽‍💻"];
    const inks = [];
    for (const text of parts)
      inks.push(inkOf((await rasteriser.rasteriseTitle(lookOf({ text }))).rgba));
    const mixed = await rasteriser.rasteriseTitle(lookOf({ text: parts.join(" ") }));
    const sum = inks.reduce((total, ink) => total + ink, 0);
    expect(Math.abs(inkOf(mixed.rgba) - sum)).toBeLessThan(sum * 0.05);
  });

  test("alignment moves lines inside the block, not the block", async () => {
    const text = "a wide line\nx";
    const rects = [];
    for (const align of ["left", "center", "right"] as const) {
      rects.push((await rasteriser.rasteriseTitle(lookOf({ text, style: { align } }))).rect);
    }
    for (const rect of rects) expect(Math.abs(rect.x - (rects[0]?.x ?? 0))).toBeLessThanOrEqual(4);
  });

  test("F135: 500 fuzzed texts never throw and never leave the text element", async () => {
    let seed = 135;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const pieces = [
      ["'", '"', "<", ">", "&", "]]>", "<!--", "</svg>", "%{pts}", "\\", ":", "\0", "\u001b"],
      ["\n", "\r", "\t", "\ud800", "\udfff", "\ufffe", "\u202e", "\u0301", "é", "ß", "中", "م"],
      ["🎬", "&#0;", "${x}", "x':textfile='/etc/hostname", "{{", "data:", "a", "Z", " ", "9"],
    ].flat();
    for (let round = 0; round < 500; round += 1) {
      const text = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join(
        "",
      );
      const look = lookOf({ text, width: 64, height: 36 });
      const title = await rasteriser.rasteriseTitle(look);
      expect(title.rgba.byteLength).toBe(title.rect.width * title.rect.height * 4);
    }
  }, 240_000);

  test("F135: numbers and colours out of form are refused", async () => {
    const bad = { colour: 'red" onload="' };
    await expect(rasteriser.rasteriseTitle(lookOf({ text: "a", style: bad }))).rejects.toThrow(
      "colours",
    );
    const size = { size: Number.NaN };
    await expect(rasteriser.rasteriseTitle(lookOf({ text: "a", style: size }))).rejects.toThrow(
      "finite",
    );
  });
});

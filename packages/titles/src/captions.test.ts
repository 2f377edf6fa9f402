import { describe, expect, test } from "vitest";
import { nodeTitleAssets } from "./node.ts";
import { createTitleRasteriser } from "./rasterise.ts";
import type { CaptionLook, TitleLook } from "./title-svg.ts";
import { breakable, wrapLine } from "./wrap.ts";

const rasteriser = createTitleRasteriser(nodeTitleAssets());

function lookOf(text: string, caption: Partial<CaptionLook> = {}): TitleLook {
  return {
    text,
    width: 320,
    height: 180,
    xPx: 0,
    yPx: 0,
    scale: 1,
    rotationDeg: 0,
    style: {
      size: 0.1,
      weight: 600,
      colour: "#ffffff",
      align: "center",
      lineHeight: 1.25,
      outlineColour: null,
      outlineWidth: 0,
      boxColour: null,
      boxOpacity: 0,
      shadow: false,
    },
    caption: {
      anchor: "bottom",
      marginPx: 10,
      maxWidthPx: 256,
      words: [],
      lit: null,
      ...caption,
    },
  };
}

const LONG = "Nobody said that a caption would ever be short enough";

describe("breaking lines", () => {
  const wrapped = (text: string, limit: number) =>
    wrapLine({ text, from: 0 }, limit, (part) => part.length).map((line) => line.text);

  test("lines stay within the width, are about equally long, and lose no text", () => {
    expect(wrapped(LONG, 40)).toEqual(["Nobody said that a caption", "would ever be short enough"]);
    expect(wrapped(LONG, 20).every((line) => line.length <= 20)).toBe(true);
    expect(wrapped(LONG, 20).join(" ")).toBe(LONG);
  });

  test("a word that is too long stands alone", () => {
    expect(wrapped("a incomprehensibilities b", 8)).toEqual(["a", "incomprehensibilities", "b"]);
  });

  test("Chinese breaks between any two characters, never before a closing mark or after an opening one", () => {
    expect(breakable("他说：「你好，世界。」")).toEqual([
      "他",
      "说：",
      "「你",
      "好，",
      "世",
      "界。」",
    ]);
  });

  test("each line knows where it begins in the text", () => {
    const lines = wrapLine({ text: LONG, from: 7 }, 20, (part) => part.length);
    for (const line of lines)
      expect(LONG.slice(line.from - 7)).toMatch(new RegExp(`^${line.text}`));
  });
});

describe("captions on the frame", () => {
  test("a long text is broken to its width and hangs from the lower edge", async () => {
    const one = await rasteriser.rasteriseTitle(lookOf("Short"));
    const many = await rasteriser.rasteriseTitle(lookOf(LONG));
    expect(many.rect.width).toBeLessThanOrEqual(260);
    expect(many.rect.height).toBeGreaterThan(one.rect.height * 1.8);
    const bottom = (rect: { y: number; height: number }) => rect.y + rect.height;
    expect(Math.abs(bottom(many.rect) - bottom(one.rect))).toBeLessThanOrEqual(6);
    expect(bottom(many.rect)).toBeLessThanOrEqual(176);
  });

  test("at the upper edge and in the middle it lies there", async () => {
    const top = await rasteriser.rasteriseTitle(lookOf(LONG, { anchor: "top" }));
    const middle = await rasteriser.rasteriseTitle(lookOf(LONG, { anchor: "middle" }));
    expect(top.rect.y).toBeLessThan(20);
    expect(Math.abs(middle.rect.y + middle.rect.height / 2 - 90)).toBeLessThan(6);
  });

  test("lighting a word changes its colour and moves nothing", async () => {
    const text = "Say it loud";
    const words = [
      { from: 0, to: 3 },
      { from: 4, to: 6 },
      { from: 7, to: 11 },
    ];
    const [dark, first, last] = await Promise.all(
      [null, 0, 2].map((word) =>
        rasteriser.rasteriseTitle(
          lookOf(text, { words, lit: word === null ? null : { word, colour: "#ff0000" } }),
        ),
      ),
    );
    const alphaOf = (rgba: Uint8Array | undefined) => rgba?.filter((_, at) => at % 4 === 3);
    expect(alphaOf(first?.rgba)).toEqual(alphaOf(dark?.rgba));
    expect(alphaOf(last?.rgba)).toEqual(alphaOf(dark?.rgba));
    expect(first?.hash).not.toBe(dark?.hash);
    expect(first?.hash).not.toBe(last?.hash);
  });

  test("words are found when characters that cannot be drawn are gone", async () => {
    const plain = lookOf("one two", {
      words: [{ from: 4, to: 7 }],
      lit: { word: 0, colour: "#00ff00" },
    });
    const odd = lookOf("o\u0007ne two", {
      words: [{ from: 5, to: 8 }],
      lit: { word: 0, colour: "#00ff00" },
    });
    const [one, two] = await Promise.all(
      [plain, odd].map((look) => rasteriser.rasteriseTitle(look)),
    );
    expect(one?.hash).toBe(two?.hash);
  });
});

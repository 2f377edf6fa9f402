import { describe, expect, test } from "vitest";
import { AREAS, LINES } from "./figure-paths.ts";
import { nodeTitleAssets } from "./node.ts";
import { createTitleRasteriser } from "./rasterise.ts";
import { shapeSvg } from "./shape-svg.ts";
import type { FigureName, ShapeLook } from "./shape-svg.ts";
import { STICKERS } from "./sticker-art.ts";

const assets = nodeTitleAssets();
const rasteriser = createTitleRasteriser({
  loadWasm: assets.loadWasm,
  loadFont: () => Promise.reject(new Error("a shape asked for a font")),
});

const FIGURES = [AREAS, LINES, STICKERS].flatMap((all) => Object.keys(all)) as FigureName[];

type Change = Partial<ShapeLook["shape"]> & { place?: Partial<Omit<ShapeLook, "shape">> };

function lookOf({ place, ...shape }: Change): ShapeLook {
  return {
    unitPx: 100,
    width: 160,
    height: 100,
    xPx: 0,
    yPx: 0,
    scale: 1,
    rotationDeg: 0,
    ...place,
    shape: {
      figure: "rectangle",
      width: 0.5,
      height: 0.4,
      fill: "#ff0000",
      outlineColour: null,
      outlineWidth: 0.04,
      dashed: false,
      rounding: 0,
      points: 5,
      waist: 0.45,
      mirrored: false,
      shadow: false,
      ...shape,
    },
  };
}

const drawn = (change: Change) => rasteriser.rasteriseTitle(lookOf(change));
/** RGBA at a place of the frame; nothing outside of what is covered. */
async function at(change: Change, x: number, y: number): Promise<number[]> {
  const { rgba, rect } = await drawn(change);
  const [column, row] = [x - rect.x, y - rect.y];
  if (column < 0 || row < 0 || column >= rect.width || row >= rect.height) return [0, 0, 0, 0];
  return [...rgba.subarray(4 * (row * rect.width + column), 4 * (row * rect.width + column) + 4)];
}

describe("shapes and stickers (E3)", () => {
  test("every figure keeps its pixels, and needs no font", async () => {
    const hashes: Record<string, string> = {};
    for (const figure of FIGURES) {
      const style = { figure, rounding: 0.2, outlineColour: "#203040", shadow: true };
      hashes[figure] = (await drawn(style)).hash;
    }
    expect(hashes).toMatchSnapshot();
    expect(new Set(Object.values(hashes)).size).toBe(FIGURES.length);
  });

  test("an area fills its box and no more, wherever it is put", async () => {
    const box = { place: { xPx: 20, yPx: -10 } };
    expect(await at(box, 80 + 20 - 24, 50 - 10 - 19)).toEqual([255, 0, 0, 255]);
    expect(await at(box, 80 + 20 + 24, 50 - 10 + 18)).toEqual([255, 0, 0, 255]);
    expect((await at(box, 80 + 20 - 27, 50 - 10))[3]).toBe(0);
    expect((await at({ ...box, rounding: 1 }, 80 + 20 - 24, 50 - 10 - 19))[3]).toBe(0);
  });

  test("what is drawn outside the crop is nothing: outline, border and shadow fit in it", async () => {
    for (const figure of FIGURES) {
      const style = { figure, outlineColour: "#ffffff", shadow: true, width: 0.3, height: 0.3 };
      const { rgba, rect } = await drawn({ ...style, place: { rotationDeg: 20 } });
      const alpha = (x: number, y: number) => rgba[4 * (y * rect.width + x) + 3] ?? 0;
      const edge: number[] = [];
      for (let x = 0; x < rect.width; x += 1) edge.push(alpha(x, 0), alpha(x, rect.height - 1));
      for (let y = 0; y < rect.height; y += 1) edge.push(alpha(0, y), alpha(rect.width - 1, y));
      expect([figure, Math.max(...edge)].join(" ")).toMatch(/ [0-3]$/);
    }
  });

  test("a mirrored arrow points the other way, and a sticker has a border when asked", async () => {
    const arrow = { figure: "arrow", width: 0.8, waist: 0.2 } as const;
    expect((await at(arrow, 80 - 30, 50 - 12))[3]).toBe(0);
    expect((await at({ ...arrow, mirrored: true }, 80 - 14, 50 - 12))[3]).toBe(255);
    const pin = { figure: "pin", width: 0.6, height: 0.6 } as const;
    const beside = [80 - 22, 50 - 8] as const;
    expect((await at(pin, ...beside))[3]).toBe(0);
    expect(await at({ ...pin, outlineColour: "#00ff00" }, ...beside)).toEqual([0, 255, 0, 255]);
  });

  test("numbers and colours out of form are refused (F135)", () => {
    const bad = 'red" onload="';
    expect(() => shapeSvg(lookOf({ fill: bad }))).toThrow("colours");
    expect(() => shapeSvg(lookOf({ outlineColour: bad }))).toThrow("colours");
    expect(() => shapeSvg(lookOf({ width: Number.NaN }))).toThrow("finite");
    for (const figure of FIGURES) {
      expect(shapeSvg(lookOf({ figure, outlineColour: "#000000" }))).not.toMatch(/NaN|undefined/);
    }
  });
});

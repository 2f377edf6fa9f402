import { Resvg, initWasm } from "@resvg/resvg-wasm";
import { familiesOf } from "./coverage.ts";
import type { FontRun } from "./coverage.ts";
import { fontFileFor } from "./fonts.ts";
import type { FontFamily, TitleFontFile } from "./fonts.ts";
import { layoutTitle } from "./layout.ts";
import { emOf, measureSvg, shadowReach, titleSvg } from "./title-svg.ts";
import type { TitleLook } from "./title-svg.ts";
import { shapeShadowReach, shapeSvg } from "./shape-svg.ts";
import type { ShapeLook } from "./shape-svg.ts";

/** Where the bytes come from: the disk in Node, the network in a browser. */
export interface TitleAssets {
  /** `index_bg.wasm` of @resvg/resvg-wasm. */
  readonly loadWasm: () => Promise<Uint8Array>;
  readonly loadFont: (fileName: string) => Promise<Uint8Array>;
}

export interface RasterisedTitle {
  /** The covered part of the frame, straight alpha. */
  readonly png: Uint8Array;
  /** The same pixels, `rect.width` x `rect.height`, RGBA, straight alpha. */
  readonly rgba: Uint8Array;
  /** Where they lie on the frame; even numbers, as 4:2:0 pictures need. */
  readonly rect: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** The frame. */
  readonly width: number;
  readonly height: number;
  /** sha256 of `png`. */
  readonly hash: string;
}

export interface TitleRasteriser {
  /**
   * Draws a title or a shape. Any text gives a picture (characters that no font has are left as
   * boxes; see checkCoverage), and no shape needs a font. The same look gives the same bytes on every machine. Throws when a
   * font cannot be loaded or is not the pinned one, and on numbers or colours out of form.
   */
  rasteriseTitle(look: TitleLook | ShapeLook): Promise<RasterisedTitle>;
}

/** The wasm module keeps one instance per process, whoever asks for it. */
let started: Promise<void> | null = null;

export function createTitleRasteriser(assets: TitleAssets): TitleRasteriser {
  const fonts = new Map<string, Promise<Uint8Array>>();
  const fontOf = (file: TitleFontFile) => {
    const known = fonts.get(file.fileName) ?? loadChecked(assets, file);
    fonts.set(file.fileName, known);
    known.catch(() => fonts.delete(file.fileName));
    return known;
  };
  return {
    rasteriseTitle: async (look) => {
      started ??= assets.loadWasm().then((wasm) => initWasm(new Uint8Array(wasm)));
      await started.catch((error: unknown) => {
        started = null;
        throw error;
      });
      if ("shape" in look) return picture(look, shapeSvg(look), shapeShadowReach(look), []);
      const families = familiesOf(look.text);
      const loaded = families.map(async (family): Promise<[FontFamily, Uint8Array]> => {
        return [family, await fontOf(fontFileFor(family, look.style.weight))];
      });
      return draw(look, new Map(await Promise.all(loaded)));
    },
  };
}

async function loadChecked(assets: TitleAssets, file: TitleFontFile): Promise<Uint8Array> {
  const bytes = await assets.loadFont(file.fileName);
  if ((await sha256(bytes)) !== file.sha256) {
    throw new Error(`${file.fileName} is not the pinned font`);
  }
  return bytes;
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Fonts = ReadonlyMap<FontFamily, Uint8Array>;

function optionsOf(fontBuffers: Uint8Array[]) {
  return { font: { fontBuffers, defaultFontFamily: "Inter", sansSerifFamily: "Inter" } };
}

function advanceOf(look: TitleLook, fonts: Fonts, run: FontRun): number {
  const buffer = fonts.get(run.family);
  const options = optionsOf(buffer ? [buffer] : []);
  const [start, end] = (["start", "end"] as const).map((anchor) => {
    const svg = new Resvg(measureSvg(look, run, anchor), options);
    const left = svg.getBBox()?.x ?? 0;
    svg.free();
    return left;
  });
  return (start ?? 0) - (end ?? 0);
}

const EMPTY_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>';

async function draw(look: TitleLook, fonts: Fonts): Promise<RasterisedTitle> {
  const layout = layoutTitle(look, emOf(look), (run) => advanceOf(look, fonts, run));
  return picture(look, titleSvg(look, layout), shadowReach(look), [...fonts.values()]);
}

/** The pixels that `source` covers of its frame; it may show `reach` pixels beyond its box. */
async function picture(
  frame: { readonly width: number; readonly height: number },
  source: string,
  reach: number,
  fonts: Uint8Array[],
): Promise<RasterisedTitle> {
  const svg = new Resvg(source, optionsOf(fonts));
  const box = svg.getBBox();
  const rect = coveredRect(box, reach, frame);
  // Without a box there is nothing to crop to, and nothing to see.
  const seen = box ? svg : new Resvg(EMPTY_SVG);
  if (box) svg.cropByBBox(Object.assign(box, rect));
  const image = seen.render();
  const rgba = straightAlpha(image.pixels);
  const png = image.asPng();
  image.free();
  if (seen !== svg) seen.free();
  svg.free();
  return { png, rgba, rect, width: frame.width, height: frame.height, hash: await sha256(png) };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The even rectangle around `box` on the frame; two by two where nothing is to be seen. */
function coveredRect(
  box: Box | undefined,
  reach: number,
  frame: { readonly width: number; readonly height: number },
): Box {
  const low = (value: number) => Math.max(0, 2 * Math.floor((value - reach - 1) / 2));
  const high = (value: number, end: number) =>
    Math.min(end, 2 * Math.ceil((value + reach + 1) / 2));
  if (!box) return { x: 0, y: 0, width: 2, height: 2 };
  const x = Math.min(low(box.x), frame.width - 2);
  const y = Math.min(low(box.y), frame.height - 2);
  const width = Math.max(2, high(box.x + box.width, frame.width) - x);
  const height = Math.max(2, high(box.y + box.height, frame.height) - y);
  return { x, y, width, height };
}

/** Undoes premultiplication, with the rounding that the PNG encoder uses. */
function straightAlpha(pixels: Uint8Array): Uint8Array {
  const straight = pixels.slice();
  for (let at = 0; at < straight.length; at += 4) {
    const alpha = straight[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1) {
      straight[channel] = Math.round(((straight[channel] ?? 0) * 255) / alpha);
    }
  }
  return straight;
}

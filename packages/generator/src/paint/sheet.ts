/** A layer's picture: larger than the frame, so that it can move. RGBA, premultiplied. */
import type { Rgb } from "../colour.ts";
import type { Chance } from "../random.ts";
import type { ClipSize } from "@cutroom/domain";
import type { Light } from "../scene/layers.ts";
import type { Palette } from "../scene/palette.ts";
import type { Reading } from "../words/read-prompt.ts";

export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Where the frame's corner lies on the sheet when the camera stands still. */
  readonly left: number;
  readonly top: number;
  readonly frame: ClipSize;
  /** A length that suits every ratio: the side of a square as large as the frame. */
  readonly unit: number;
  readonly pixels: Uint8ClampedArray;
  /** The same pixels, four bytes at once: 0 is nothing at all. */
  readonly words: Uint32Array;
}

/** What every painter of a layer gets. */
export interface Brush {
  readonly sheet: Sheet;
  readonly reading: Reading;
  readonly palette: Palette;
  readonly light: Light;
  readonly chance: Chance;
}

const MARGIN_X = 0.14;
const MARGIN_Y = 0.1;

export function createSheet(frame: ClipSize): Sheet {
  const [left, top] = [Math.ceil(frame.width * MARGIN_X), Math.ceil(frame.height * MARGIN_Y)];
  const [width, height] = [frame.width + 2 * left, frame.height + 2 * top];
  const unit = Math.sqrt(frame.width * frame.height);
  const pixels = new Uint8ClampedArray(width * height * 4);
  const words = new Uint32Array(pixels.buffer);
  return { width, height, left, top, frame, unit, pixels, words };
}

/** Lays a colour over a pixel. */
export function lay(sheet: Sheet, at: number, colour: Rgb, alpha: number): void {
  const { pixels } = sheet;
  const keep = 1 - alpha;
  pixels[at] = colour[0] * alpha + (pixels[at] ?? 0) * keep;
  pixels[at + 1] = colour[1] * alpha + (pixels[at + 1] ?? 0) * keep;
  pixels[at + 2] = colour[2] * alpha + (pixels[at + 2] ?? 0) * keep;
  pixels[at + 3] = 255 * alpha + (pixels[at + 3] ?? 0) * keep;
}

/** Adds light to a pixel and covers nothing. */
export function shine(sheet: Sheet, at: number, colour: Rgb, strength: number): void {
  const { pixels } = sheet;
  pixels[at] = (pixels[at] ?? 0) + colour[0] * strength;
  pixels[at + 1] = (pixels[at + 1] ?? 0) + colour[1] * strength;
  pixels[at + 2] = (pixels[at + 2] ?? 0) + colour[2] * strength;
}

/** A soft round light of `radius` pixels. */
export function glow(
  sheet: Sheet,
  spot: { readonly x: number; readonly y: number; readonly radius: number },
  colour: Rgb,
  strength: number,
): void {
  const reach = Math.ceil(spot.radius * 2);
  const [fromX, toX] = [
    Math.max(0, Math.floor(spot.x - reach)),
    Math.min(sheet.width - 1, spot.x + reach),
  ];
  const [fromY, toY] = [
    Math.max(0, Math.floor(spot.y - reach)),
    Math.min(sheet.height - 1, spot.y + reach),
  ];
  for (let y = fromY; y <= toY; y += 1) {
    for (let x = fromX; x <= toX; x += 1) {
      const away = ((x - spot.x) ** 2 + (y - spot.y) ** 2) / (spot.radius * spot.radius);
      if (away < 4)
        shine(sheet, (y * sheet.width + x) * 4, colour, strength * Math.exp(-away * 1.6));
    }
  }
}

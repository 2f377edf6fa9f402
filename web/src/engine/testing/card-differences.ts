/** What the graphics card makes of pictures, beside what the processor makes of them. */
import { lutTable } from "@cutroom/compiler";
import { BLEND_MODES } from "@cutroom/timeline";
import { createBlendCard } from "../blend-card.ts";
import { blendPixels } from "../blend-pixels.ts";
import { createToneCard } from "../tone-card.ts";
import { applyTones } from "../tone-pixels.ts";
import { CURVES } from "./look-clips.ts";

type Context = OffscreenCanvasRenderingContext2D;

const [WIDTH, HEIGHT] = [256, 128];
/** Rows that are clear: what is clear has no colour. */
const CLEAR_ROWS = 8;
const COLOUR = { red: 1.3, green: 0.9, blue: 1.1, contrast: 1.3, saturation: 1.5 };
const LIGHTS = [null, { by: "sharpen", amount: 0.8 }, { by: "grain", amount: 0.7 }] as const;

/** All hues and lights; another factor gives other blues beside the same reds. */
function colours(factor: number): Context {
  const drawn = new OffscreenCanvas(WIDTH, HEIGHT).getContext("2d", { willReadFrequently: true });
  if (drawn === null) throw new Error("this browser draws no 2D canvas");
  const pixels = drawn.createImageData(WIDTH, HEIGHT);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    const alpha = y < CLEAR_ROWS ? 0 : 255;
    pixels.data.set([x, 2 * y, (x * 7 + y * factor) % 256, alpha], 4 * at);
  }
  drawn.putImageData(pixels, 0, 0);
  return drawn;
}

const pixelsOf = (of: Context) => of.getImageData(0, 0, WIDTH, HEIGHT).data;

/** By how many levels the card's picture is at most away from `expected`; null: there is no card. */
function farthest(made: OffscreenCanvas | null, expected: Uint8ClampedArray): number | null {
  if (made === null) return null;
  const copy = new OffscreenCanvas(WIDTH, HEIGHT).getContext("2d");
  copy?.drawImage(made, 0, 0);
  const shown = copy && pixelsOf(copy);
  const start = 4 * WIDTH * CLEAR_ROWS;
  return expected
    .subarray(start)
    .reduce((most, level, at) => Math.max(most, Math.abs(level - (shown?.[at + start] ?? 0))), 0);
}

function worstOf(all: readonly (number | null)[]): number | null {
  const known = all.filter((one) => one !== null);
  return known.length < all.length ? null : Math.max(...known);
}

/** Of all that is done to tones. */
export function worstTone(): number | null {
  const [source, beside] = [colours(3), colours(5)];
  const lut = {
    id: "lut",
    source: { kind: "built-in", name: "teal-orange" },
    strength: 1,
  } as const;
  const card = createToneCard("slow-too");
  const table = lutTable(lut, null);
  const differences = LIGHTS.map((light) => {
    const step = { light, colour: COLOUR, curves: CURVES, table };
    const expected = pixelsOf(source);
    applyTones(expected, step, pixelsOf(beside));
    return farthest(card(source.canvas, beside.canvas, step), expected);
  });
  return worstOf(differences);
}

/** Of all modes, half there. */
export function worstBlend(): number | null {
  const [beneath, above] = [colours(3), colours(5)];
  const card = createBlendCard("slow-too");
  const differences = BLEND_MODES.filter((mode) => mode !== "normal").map((mode) => {
    const expected = pixelsOf(beneath);
    blendPixels(expected, pixelsOf(above), mode, 0.5);
    return farthest(card(beneath.canvas, above.canvas, { mode, opacity: 0.5 }), expected);
  });
  return worstOf(differences);
}

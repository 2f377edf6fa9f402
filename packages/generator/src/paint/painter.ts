/** Paints the frames of a storyboard. The same storyboard gives the same frames. */
import { createChance } from "../random.ts";
import type { LayerSpec } from "../scene/layers.ts";
import type { Storyboard } from "../storyboard.ts";
import { firstRow, place } from "./frame.ts";
import type { Frame, View } from "./frame.ts";
import { paintLayer } from "./paint-layer.ts";
import type { Sheet } from "./sheet.ts";
import { gather, scatter } from "./particles.ts";
import { pourWater } from "./water.ts";

export interface Painter {
  /** Frame `index` as packed RGB of the storyboard's painted size; overwritten by the next call. */
  frame(index: number): Uint8ClampedArray;
}

type Ready =
  | {
      readonly spec: Exclude<LayerSpec, { kind: "water" }>;
      readonly sheet: Sheet;
      readonly top: number;
    }
  | { readonly spec: Extract<LayerSpec, { kind: "water" }>; readonly sheet: null };

/** How far the nearest layer moves in one clip, in shares of the frame; longer clips move further. */
const REACH = 0.2;
const ZOOM = 0.12;

/** Where a layer of this depth is seen at `share` of the clip, which begins and ends gently. */
function viewOf(board: Storyboard, depth: number, share: number): View {
  const { width, height } = board.painted;
  const eased = share + Math.sin(2 * Math.PI * share) * -0.045;
  const along = eased - 0.5;
  const reach = REACH * Math.min(1, 0.5 + board.frames / board.fps / 12);
  const weight = 0.06 + 0.94 * depth;
  switch (board.motion) {
    case "left":
      return { x: along * width * reach * weight, y: 0, scale: 1.01 };
    case "right":
      return { x: -along * width * reach * weight, y: 0, scale: 1.01 };
    case "rise":
      return { x: 0, y: along * height * reach * 0.6 * weight, scale: 1.01 };
    case "push-in":
      return { x: 0, y: 0, scale: 1.005 + ZOOM * eased * (0.25 + weight) };
    case "pull-out":
      return { x: 0, y: 0, scale: 1.005 + ZOOM * (1 - eased) * (0.25 + weight) };
  }
}

/** Where a height of the picture is seen through a view, in rows. */
function rowOf(height: number, share: number, view: View): number {
  return (share - 0.5) * height * view.scale + height / 2 + view.y;
}

/** Darker corners and a fine grain that changes with every frame. */
function finish(frame: Frame, vignette: Float32Array, grain: Int8Array, shift: number): void {
  const { pixels } = frame;
  const mask = grain.length - 1;
  for (let at = 0; at < vignette.length; at += 1) {
    const dark = vignette[at] ?? 1;
    const speck = grain[(at + shift) & mask] ?? 0;
    const to = at * 3;
    pixels[to] = (pixels[to] ?? 0) * dark + speck;
    pixels[to + 1] = (pixels[to + 1] ?? 0) * dark + speck;
    pixels[to + 2] = (pixels[to + 2] ?? 0) * dark + speck;
  }
}

function makeVignette({ width, height }: Storyboard["painted"]): Float32Array {
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const away = Math.hypot((x / width - 0.5) * 1.7, (y / height - 0.5) * 1.6);
      out[y * width + x] = 1 - 0.34 * Math.max(0, away - 0.42) ** 1.5;
    }
  }
  return out;
}

const GRAIN_SIZE = 1 << 18;

function makeGrain(look: number): Int8Array {
  const chance = createChance(look, "grain");
  const grain = new Int8Array(GRAIN_SIZE);
  for (let at = 0; at < GRAIN_SIZE; at += 1) {
    grain[at] = Math.round((chance.next() + chance.next() + chance.next() - 1.5) * 5);
  }
  return grain;
}

/** Paints every layer once; frames are then put together from them. */
export function createPainter(board: Storyboard): Painter {
  const ready = board.layers.map((spec, index): Ready => {
    if (spec.kind === "water") return { spec, sheet: null };
    const sheet = paintLayer(board, spec, index);
    return { spec, sheet, top: firstRow(sheet) };
  });
  const swarms = board.particles.map((spec) => gather(board, spec));
  const { width, height } = board.painted;
  const frame: Frame = { width, height, pixels: new Uint8ClampedArray(width * height * 3) };
  const vignette = makeVignette(board.painted);
  const grain = makeGrain(board.look);
  return {
    frame: (index) => {
      const share = board.frames > 1 ? index / (board.frames - 1) : 0;
      const time = index / board.fps;
      for (const layer of ready) {
        const view = viewOf(board, layer.spec.depth, share);
        if (layer.sheet === null) {
          const sky = viewOf(board, 0.02, share);
          const lightX = (board.light.x - 0.5) * width * sky.scale + width / 2 + sky.x;
          const { horizon, calm } = layer.spec;
          pourWater(frame, board, { horizon: rowOf(height, horizon, view), calm, lightX }, time);
          continue;
        }
        const drift =
          layer.spec.kind === "clouds"
            ? layer.spec.drift * width * (time - board.frames / board.fps / 2)
            : 0;
        place(frame, layer.sheet, layer.top, { ...view, x: view.x + drift });
      }
      const near = viewOf(board, 1, share);
      for (const swarm of swarms) scatter(frame, swarm, near, time);
      finish(frame, vignette, grain, Math.imul(index + 1, 7919 * 31) >>> 3);
      return frame.pixels;
    },
  };
}

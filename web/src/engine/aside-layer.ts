/** Pictures that need more than one step: drawn aside, tinted, cut by a transition's mask. */
import { chromaOf, keyedShare, revealedShare } from "@cutroom/compiler";
import type { DrawOp, PlanKey, PlanRect } from "@cutroom/compiler";
import type { DrawTarget } from "./compose.ts";
import { createGrainStore, layGrain } from "./grain-layer.ts";
import type { GrainStep } from "./grain-layer.ts";
import { createStencilStore } from "./stencils.ts";
import type { Stencil } from "./stencils.ts";
import { createToneCard } from "./tone-card.ts";
import { applyTones } from "./tone-pixels.ts";
import type { ToneStep } from "./tone-pixels.ts";

type Reveal = NonNullable<DrawOp["reveal"]>;
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Enough for soft edges, and within a pixel or two of where a hard one is in a small monitor. */
const MASK_WIDTH = 384;

/** The share of `reveal`'s own picture for every pixel of a small mask, 0 to 255, row by row. */
export function maskAlpha(reveal: Reveal, frame: Size): Size & { readonly alpha: Uint8Array } {
  const width = Math.min(MASK_WIDTH, frame.width);
  const height = Math.max(1, Math.round((width * frame.height) / frame.width));
  const alpha = new Uint8Array(width * height);
  const aspect = frame.width / frame.height;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const point = { u: (x + 0.5) / width, v: (y + 0.5) / height, aspect };
      const share = revealedShare(reveal.kind, point, reveal.done);
      alpha[y * width + x] = Math.round(255 * (reveal.side === "right" ? share : 1 - share));
    }
  }
  return { width, height, alpha };
}

/** What is done to a picture aside, in this order. */
export interface AsideSteps {
  readonly key: PlanKey | null;
  /** How much of the difference to a softer picture is added. */
  readonly sharpen: number;
  readonly stencils: readonly Stencil[];
  /** After a vignette, before a mask: neither of them changes what the other does. */
  readonly grain: GrainStep | null;
  /** Where stencils lie: the picture's own rectangle, before it is turned. */
  readonly rect: PlanRect;
  readonly rotationDeg: number;
  readonly reveal: Reveal | null;
  /** Each channel times its factor, 0 to 1. */
  readonly multiply: { readonly red: number; readonly green: number; readonly blue: number } | null;
  /** Levels, which come after the grading in CSS filter functions that is left to do. */
  readonly tones: (ToneStep & { readonly after: string }) | null;
}

export interface AsideLayer {
  /**
   * Gives a picture of the whole frame with what `draw` drew and the steps done to it; it is good
   * until the next call.
   */
  paint(steps: AsideSteps, frame: Size, draw: (target: DrawTarget) => void): CanvasImageSource;
}

function context2d(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws no 2D canvas");
  return context;
}

type Context = OffscreenCanvasRenderingContext2D;
type Store = ReturnType<typeof createStencilStore>;

/** About what FFmpeg's five by five filter averages. */
const SOFTER_PX = 1;

/** Gives `target` the picture of `source`, multiplied, and nothing where that has nothing. */
function multiplyInto(
  target: Context,
  source: OffscreenCanvas,
  { red, green, blue }: NonNullable<AsideSteps["multiply"]>,
): void {
  const percent = (factor: number) => `${(100 * factor).toFixed(3)}%`;
  target.globalCompositeOperation = "copy";
  target.fillStyle = `rgb(${percent(red)} ${percent(green)} ${percent(blue)})`;
  target.fillRect(0, 0, source.width, source.height);
  target.globalCompositeOperation = "multiply";
  target.drawImage(source, 0, 0);
  target.globalCompositeOperation = "destination-in";
  target.drawImage(source, 0, 0);
}

/**
 * Adds what is brighter than a softer picture and takes away what is darker. A canvas has no
 * signed difference: "lighten" and "difference" together give each half of it.
 */
function sharpenInto(
  target: Context,
  spare: readonly [OffscreenCanvas, OffscreenCanvas],
  amount: number,
) {
  const { canvas } = target;
  const [softer, brighter] = spare.map((one) => fit(one, canvas));
  if (softer === undefined || brighter === undefined) return;
  const redraw = (onto: Context, operation: GlobalCompositeOperation, image: OffscreenCanvas) => {
    onto.globalCompositeOperation = operation;
    onto.drawImage(image, 0, 0);
  };
  softer.filter = `blur(${SOFTER_PX}px)`;
  redraw(softer, "copy", canvas);
  softer.filter = "none";
  redraw(brighter, "copy", canvas);
  redraw(brighter, "lighten", softer.canvas);
  // Now the larger of both: less the softer one it is what is brighter, and the other way round.
  redraw(softer, "difference", brighter.canvas);
  redraw(brighter, "difference", canvas);
  const add = (onto: Context, operation: GlobalCompositeOperation, image: OffscreenCanvas) => {
    for (let left = amount; left > 0; left -= 1) {
      onto.globalAlpha = Math.min(1, left);
      redraw(onto, operation, image);
    }
    onto.globalAlpha = 1;
  };
  add(target, "lighter", softer.canvas);
  add(target, "difference", brighter.canvas);
}

/** Makes what has the key's chroma clear, pixel by pixel. */
function keyOut(target: Context, key: PlanKey): void {
  const { width, height } = target.canvas;
  const pixels = target.getImageData(0, 0, width, height);
  const { data } = pixels;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 0) continue;
    const { cb, cr } = chromaOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    data[at + 3] = Math.round(alpha * keyedShare(key, cb, cr));
  }
  target.putImageData(pixels, 0, 0);
}

/** Gives `target` the picture of `source`, graded, with its levels changed. */
function toneInto(
  target: Context,
  source: OffscreenCanvas,
  tones: NonNullable<AsideSteps["tones"]>,
  card: ReturnType<typeof createToneCard>,
): void {
  const { width, height } = source;
  target.globalCompositeOperation = "copy";
  target.filter = tones.after;
  target.drawImage(source, 0, 0);
  target.filter = "none";
  const made = card(target.canvas, tones);
  if (made !== null) {
    target.drawImage(made, 0, 0);
    return;
  }
  const pixels = target.getImageData(0, 0, width, height);
  applyTones(pixels.data, tones);
  target.putImageData(pixels, 0, 0);
}

function layStencils(target: Context, { stencils, rect, rotationDeg }: AsideSteps, store: Store) {
  for (const stencil of stencils) {
    target.save();
    target.globalCompositeOperation = stencil.operation;
    target.translate(rect.x + rect.width / 2, rect.y + rect.height / 2);
    target.rotate((rotationDeg * Math.PI) / 180);
    const { width, height } = rect;
    target.drawImage(store(stencil, rect), -width / 2, -height / 2, width, height);
    target.restore();
  }
}

function cutBy(target: Context, mask: OffscreenCanvas, reveal: Reveal, frame: Size): void {
  const { width, height, alpha } = maskAlpha(reveal, frame);
  [mask.width, mask.height] = [width, height];
  const maskTarget = context2d(mask);
  const pixels = maskTarget.createImageData(width, height);
  for (const [index, value] of alpha.entries()) pixels.data[4 * index + 3] = value;
  maskTarget.putImageData(pixels, 0, 0);
  target.globalCompositeOperation = "destination-in";
  target.drawImage(mask, 0, 0, frame.width, frame.height);
}

function fit(canvas: OffscreenCanvas, { width, height }: Size): Context {
  if (canvas.width !== width || canvas.height !== height) {
    [canvas.width, canvas.height] = [width, height];
  }
  return context2d(canvas);
}

/** Three canvases for all layers of all frames. */
export function createAsideLayer(): AsideLayer {
  const canvas = () => new OffscreenCanvas(1, 1);
  const [drawn, tinted, mask] = [canvas(), canvas(), canvas()];
  const store = createStencilStore();
  const sheets = createGrainStore();
  const card = createToneCard();
  return {
    paint(steps, frame, draw) {
      const { reveal, multiply, sharpen, key, tones } = steps;
      let [shown, target] = [drawn, fit(drawn, frame)];
      target.globalCompositeOperation = "source-over";
      target.clearRect(0, 0, frame.width, frame.height);
      draw(target);
      if (key !== null) keyOut(target, key);
      if (sharpen > 0) sharpenInto(target, [tinted, mask], sharpen);
      layStencils(target, steps, store);
      if (steps.grain !== null) layGrain(target, fit(tinted, frame), steps.grain, steps, sheets);
      if (multiply !== null) {
        [shown, target] = [tinted, fit(tinted, frame)];
        multiplyInto(target, drawn, multiply);
      }
      if (tones !== null) {
        const plain = shown;
        shown = plain === drawn ? tinted : drawn;
        target = fit(shown, frame);
        toneInto(target, plain, tones, card);
      }
      if (reveal !== null) cutBy(target, mask, reveal, frame);
      return shown;
    },
  };
}

/** Pictures that need more than one step: drawn aside, graded, cut by a transition's mask. */
import { chromaOf, keyedShare, revealedShare } from "@cutroom/compiler";
import type { DrawOp, PlanKey, PlanRect } from "@cutroom/compiler";
import { createBlendLayer } from "./blend-layer.ts";
import type { BlendLayer } from "./blend-layer.ts";
import type { DrawTarget } from "./compose.ts";
import { createGrainStore, grainShare, placeGrain } from "./grain-layer.ts";
import type { GrainStep } from "./grain-layer.ts";
import { createStencilStore } from "./stencils.ts";
import type { Stencil } from "./stencils.ts";
import { createToneCard } from "./tone-card.ts";
import { applyTones } from "./tone-pixels.ts";
import type { ToneStep } from "./tone-pixels.ts";
import { createUprightLayer } from "./upright-layer.ts";
import type { UprightLayer } from "./upright-layer.ts";

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
  const [du, dv] = [1 / frame.width, 1 / frame.height];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      // FFmpeg's shapes go by the corners of the frame's pixels, not by their middles.
      const [u, v] = [(x + 0.5) / width - du / 2, (y + 0.5) / height - dv / 2];
      const point = { u, v, du, dv, aspect };
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
  /** Grading, levels and a table of colours. */
  readonly tones: Omit<ToneStep, "light"> | null;
  /** The whole frame's colour beneath, on which the picture is laid so strongly. */
  readonly framed: { readonly colour: string; readonly opacity: number } | null;
  readonly reveal: Reveal | null;
}

export interface AsideLayer {
  /**
   * Gives a picture of the whole frame with what `draw` drew and the steps done to it; it is good
   * until the next call.
   */
  paint(steps: AsideSteps, frame: Size, draw: (target: DrawTarget) => void): OffscreenCanvas;
  /** Gives what a canvas shows with such a picture blended into it. */
  readonly blend: BlendLayer;
  /** Gives a picture as it lies before it is turned. */
  readonly upright: UprightLayer;
}

function context2d(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws no 2D canvas");
  return context;
}

type Context = OffscreenCanvasRenderingContext2D;
type Store = ReturnType<typeof createStencilStore>;

/** The spread of the five by five points that FFmpeg averages. */
const SOFTER_PX = 1;
const NO_TONES = { colour: null, curves: null, table: null };

/** Fills `target` with a softer picture of `source`. */
function soften(target: Context, source: OffscreenCanvas): void {
  target.globalCompositeOperation = "copy";
  target.filter = `blur(${SOFTER_PX}px)`;
  target.drawImage(source, 0, 0);
  target.filter = "none";
  target.globalCompositeOperation = "source-over";
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

/** Changes what `target` shows; `beside` is the second picture of the step's light. */
function tone(
  target: Context,
  beside: Context | null,
  step: ToneStep,
  card: ReturnType<typeof createToneCard>,
): void {
  const made = card(target.canvas, beside?.canvas ?? null, step);
  if (made !== null) {
    target.globalCompositeOperation = "copy";
    target.drawImage(made, 0, 0);
    return;
  }
  const { width, height } = target.canvas;
  const pixels = target.getImageData(0, 0, width, height);
  applyTones(pixels.data, step, beside?.getImageData(0, 0, width, height).data ?? null);
  target.putImageData(pixels, 0, 0);
}

/** Lays the picture of `source` on a frame of one colour. */
function frameInto(
  target: Context,
  source: OffscreenCanvas,
  { colour, opacity }: NonNullable<AsideSteps["framed"]>,
): void {
  target.globalCompositeOperation = "source-over";
  target.fillStyle = colour;
  target.fillRect(0, 0, source.width, source.height);
  target.globalAlpha = opacity;
  target.drawImage(source, 0, 0);
  target.globalAlpha = 1;
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

/** A few canvases for all layers of all frames. */
export function createAsideLayer(): AsideLayer {
  const canvas = () => new OffscreenCanvas(1, 1);
  const [drawn, spare, mask] = [canvas(), canvas(), canvas()];
  const store = createStencilStore();
  const sheets = createGrainStore();
  const card = createToneCard();
  return {
    blend: createBlendLayer(),
    upright: createUprightLayer(),
    paint(steps, frame, draw) {
      const { reveal, sharpen, key, tones, grain, framed } = steps;
      const target = fit(drawn, frame);
      target.globalCompositeOperation = "source-over";
      target.clearRect(0, 0, frame.width, frame.height);
      draw(target);
      if (key !== null) keyOut(target, key);
      const beside = sharpen > 0 || grain !== null ? fit(spare, frame) : null;
      if (sharpen > 0 && beside !== null) {
        soften(beside, drawn);
        tone(target, beside, { ...NO_TONES, light: { by: "sharpen", amount: sharpen } }, card);
      }
      layStencils(target, steps, store);
      if (grain !== null && beside !== null) {
        placeGrain(beside, grain, steps, sheets);
        const light = { by: "grain", amount: grainShare(grain) } as const;
        tone(target, beside, { ...(tones ?? NO_TONES), light }, card);
      } else if (tones !== null) tone(target, null, { ...tones, light: null }, card);
      if (framed !== null) frameInto(fit(spare, frame), drawn, framed);
      const shown = framed === null ? drawn : spare;
      if (reveal !== null) cutBy(context2d(shown), mask, reveal, frame);
      return shown;
    },
  };
}

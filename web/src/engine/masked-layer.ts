/** Pictures half uncovered by a transition: drawn aside, cut by the transition's mask. */
import { revealedShare } from "@cutroom/compiler";
import type { DrawOp } from "@cutroom/compiler";
import type { DrawTarget } from "./compose.ts";

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

export interface MaskedLayer {
  /** Gives a picture of the whole frame with what `draw` drew, where the mask lets it through. */
  paint(reveal: Reveal, frame: Size, draw: (target: DrawTarget) => void): CanvasImageSource;
}

function context2d(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws no 2D canvas");
  return context;
}

/** Two canvases for all layers of all frames: what `paint` gave is good until it is called again. */
export function createMaskedLayer(): MaskedLayer {
  const [picture, mask] = [new OffscreenCanvas(1, 1), new OffscreenCanvas(1, 1)];
  return {
    paint(reveal, frame, draw) {
      if (picture.width !== frame.width || picture.height !== frame.height) {
        [picture.width, picture.height] = [frame.width, frame.height];
      }
      const target = context2d(picture);
      target.globalCompositeOperation = "source-over";
      target.clearRect(0, 0, frame.width, frame.height);
      draw(target);
      const { width, height, alpha } = maskAlpha(reveal, frame);
      [mask.width, mask.height] = [width, height];
      const maskTarget = context2d(mask);
      const pixels = maskTarget.createImageData(width, height);
      for (const [index, value] of alpha.entries()) pixels.data[4 * index + 3] = value;
      maskTarget.putImageData(pixels, 0, 0);
      target.globalCompositeOperation = "destination-in";
      target.drawImage(mask, 0, 0, frame.width, frame.height);
      return picture;
    },
  };
}

/** Pictures whose colours are worked out together with what is on the canvas already. */
import type { DrawOp } from "@cutroom/compiler";
import { createBlendCard } from "./blend-card.ts";
import type { BlendStep } from "./blend-card.ts";
import { blendPixels } from "./blend-pixels.ts";

/**
 * Gives what `canvas` shows with `above`, as large and moved by `shift`, blended into it; it is
 * good until the next call.
 */
export type BlendLayer = (
  canvas: HTMLCanvasElement,
  above: OffscreenCanvas,
  step: BlendStep & { readonly shift: DrawOp["shift"] },
) => OffscreenCanvas;

function copyInto(
  canvas: OffscreenCanvas,
  source: HTMLCanvasElement | OffscreenCanvas,
  { x, y }: { readonly x: number; readonly y: number },
): OffscreenCanvasRenderingContext2D {
  if (canvas.width !== source.width || canvas.height !== source.height) {
    [canvas.width, canvas.height] = [source.width, source.height];
  }
  const target = canvas.getContext("2d");
  if (target === null) throw new Error("this browser draws no 2D canvas");
  target.globalCompositeOperation = "copy";
  target.drawImage(source, x, y);
  return target;
}

export function createBlendLayer(): BlendLayer {
  const [moved, copy] = [new OffscreenCanvas(1, 1), new OffscreenCanvas(1, 1)];
  const card = createBlendCard();
  return (canvas, above, { shift, ...step }) => {
    if (shift !== null) copyInto(moved, above, shift);
    const placed = shift === null ? above : moved;
    const made = card(canvas, placed, step);
    if (made !== null) return made;
    // What is on screen is not read itself: browsers take a canvas off the card that is.
    const target = copyInto(copy, canvas, { x: 0, y: 0 });
    const { width, height } = copy;
    const pixels = target.getImageData(0, 0, width, height);
    const light = placed.getContext("2d")?.getImageData(0, 0, width, height);
    if (light !== undefined) blendPixels(pixels.data, light.data, step.mode, step.opacity);
    target.putImageData(pixels, 0, 0);
    return copy;
  };
}

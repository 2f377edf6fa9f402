/** Pictures as large as on the frame, not yet turned: the graph blurs them so, and turns them then. */
import type { DrawTarget } from "./compose.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Gives what `draw` draws on a clear canvas of `size`, blurred so far that each edge is a mirror,
 * as in FFmpeg; 0: not at all. It is good until the next call.
 */
export type UprightLayer = (
  size: Size,
  sigmaPx: number,
  draw: (target: DrawTarget) => void,
) => OffscreenCanvas;

/** So many spreads away nothing more is seen of a point. */
const REACH = 3;

function cleared(canvas: OffscreenCanvas, { width, height }: Size) {
  if (canvas.width !== width || canvas.height !== height) {
    [canvas.width, canvas.height] = [width, height];
  }
  const target = canvas.getContext("2d");
  if (target === null) throw new Error("this browser draws no 2D canvas");
  target.clearRect(0, 0, width, height);
  return target;
}

/** Fills the rim of a picture that lies (x, y) inside its canvas with what mirrors at its edges show. */
function mirrorRim(target: OffscreenCanvasRenderingContext2D, x: number, y: number): void {
  const { canvas } = target;
  const { width, height } = canvas;
  const flip = (axis: "x" | "y", edge: number, from: number, length: number) => {
    target.save();
    if (axis === "x") target.setTransform(-1, 0, 0, 1, 2 * edge, 0);
    else target.setTransform(1, 0, 0, -1, 0, 2 * edge);
    const part = axis === "x" ? [from, 0, length, height] : [0, from, width, length];
    const [left = 0, top = 0, wide = 0, high = 0] = part;
    target.drawImage(canvas, left, top, wide, high, left, top, wide, high);
    target.restore();
  };
  flip("x", x, x, x);
  flip("x", width - x, width - 2 * x, x);
  flip("y", y, y, y);
  flip("y", height - y, height - 2 * y, y);
}

/** Two canvases for all pictures of all frames. */
export function createUprightLayer(): UprightLayer {
  const [plain, blurred] = [new OffscreenCanvas(1, 1), new OffscreenCanvas(1, 1)];
  return (size, sigmaPx, draw) => {
    const reach = Math.ceil(REACH * sigmaPx);
    const [x, y] = [Math.min(reach, size.width), Math.min(reach, size.height)];
    const whole = { width: size.width + 2 * x, height: size.height + 2 * y };
    const target = cleared(plain, whole);
    target.save();
    target.translate(x, y);
    target.beginPath();
    target.rect(0, 0, size.width, size.height);
    target.clip();
    draw(target);
    target.restore();
    if (sigmaPx === 0) return plain;
    mirrorRim(target, x, y);
    const soft = cleared(blurred, size);
    soft.filter = `blur(${sigmaPx.toFixed(3)}px)`;
    soft.drawImage(plain, -x, -y);
    soft.filter = "none";
    return blurred;
  };
}

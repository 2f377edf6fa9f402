/** The graph's grain on a canvas: its sheet, drawn once, lies elsewhere on every frame. */
import { FULL_GRAIN, grainLevel, grainSheet } from "@cutroom/compiler";
import type { DrawnEffects, PlanGrain, PlanRect } from "@cutroom/compiler";

type Context = OffscreenCanvasRenderingContext2D;

/** What is to be laid on a picture, and where its corner is on the sheet. */
export interface GrainStep {
  readonly grain: PlanGrain;
  readonly at: DrawnEffects["grainAt"];
}

const KEPT = 4;

function drawSheet(grain: PlanGrain, columns: number, rows: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(columns, rows);
  const target = canvas.getContext("2d");
  if (target === null) throw new Error("this browser draws no 2D canvas");
  const pixels = target.createImageData(columns, rows);
  for (let at = 0; at < columns * rows; at += 1) {
    const level = grainLevel(grain, at % columns, Math.floor(at / columns));
    pixels.data.fill(level, 4 * at, 4 * at + 3);
    pixels.data[4 * at + 3] = 255;
  }
  target.putImageData(pixels, 0, 0);
  return canvas;
}

/** Sheets by size, all of full strength, the latest ones kept. */
export function createGrainStore() {
  const kept = new Map<string, OffscreenCanvas>();
  return (grain: PlanGrain, columns: number, rows: number): OffscreenCanvas => {
    const key = `${columns} ${rows}`;
    const known = kept.get(key) ?? drawSheet({ ...grain, amount: FULL_GRAIN }, columns, rows);
    if (!kept.has(key) && kept.size >= KEPT) kept.delete(kept.keys().next().value ?? "");
    kept.set(key, known);
    return known;
  };
}

/** Lays grain on what `target` shows inside `rect`; `spare` is overwritten. */
export function layGrain(
  target: Context,
  spare: Context,
  { grain, at }: GrainStep,
  place: { readonly rect: PlanRect; readonly rotationDeg: number },
  store: ReturnType<typeof createGrainStore>,
): void {
  const { rect, rotationDeg } = place;
  const sheet = grainSheet(grain, rect.width, rect.height);
  spare.globalCompositeOperation = "copy";
  spare.drawImage(target.canvas, 0, 0);
  target.save();
  target.translate(rect.x + rect.width / 2, rect.y + rect.height / 2);
  target.rotate((rotationDeg * Math.PI) / 180);
  target.translate(-rect.width / 2, -rect.height / 2);
  target.beginPath();
  target.rect(0, 0, rect.width, rect.height);
  target.clip();
  target.globalCompositeOperation = "overlay";
  // An overlay is straight in the level laid over: less of it is the same as a weaker sheet.
  target.globalAlpha = grain.amount / FULL_GRAIN;
  const image = store(grain, sheet.columns, sheet.rows);
  target.drawImage(image, -at.x, -at.y, sheet.width, sheet.height);
  target.restore();
  // What was clear has become grey; it is to be clear again.
  target.globalCompositeOperation = "destination-in";
  target.drawImage(spare.canvas, 0, 0);
  target.globalCompositeOperation = "source-over";
}

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

/** Fills `target` with the sheet where it lies on the picture inside `rect`, and nothing elsewhere. */
export function placeGrain(
  target: Context,
  { grain, at }: GrainStep,
  place: { readonly rect: PlanRect; readonly rotationDeg: number },
  store: ReturnType<typeof createGrainStore>,
): void {
  const { rect, rotationDeg } = place;
  const sheet = grainSheet(grain, rect.width, rect.height);
  target.clearRect(0, 0, target.canvas.width, target.canvas.height);
  target.save();
  target.translate(rect.x + rect.width / 2, rect.y + rect.height / 2);
  target.rotate((rotationDeg * Math.PI) / 180);
  target.translate(-rect.width / 2, -rect.height / 2);
  target.beginPath();
  target.rect(0, 0, rect.width, rect.height);
  target.clip();
  const image = store(grain, sheet.columns, sheet.rows);
  target.drawImage(image, -at.x, -at.y, sheet.width, sheet.height);
  target.restore();
}

/** How much of the sheet, which is of full strength, is laid on. */
export function grainShare({ grain }: GrainStep): number {
  return grain.amount / FULL_GRAIN;
}

/** The mark that the free plan puts on a film: one more title, above everything. */
import type { PlanInput, PlanLayer, PlanTarget } from "./plan.ts";

const TRACK_ID = "watermark";

export function watermarkLayer(
  target: PlanTarget,
  frameCount: number,
): { input: PlanInput; layer: PlanLayer } {
  const { width, height } = target;
  const unit = Math.min(width, height);
  const input: PlanInput = {
    id: `title-${TRACK_ID}`,
    kind: "title",
    title: {
      text: "Cutroom",
      style: {
        size: (0.04 * unit) / height,
        weight: 600,
        colour: "#ffffff",
        align: "center",
        lineHeight: 1.2,
        outlineColour: null,
        outlineWidth: 0,
        boxColour: null,
        boxOpacity: 0,
        shadow: true,
      },
      width,
      height,
      xPx: Math.round(width / 2 - 0.13 * unit),
      yPx: Math.round(height / 2 - 0.06 * unit),
      scale: 1,
      rotationDeg: 0,
    },
  };
  const layer: PlanLayer = {
    trackId: TRACK_ID,
    transitions: [],
    pictures: [
      {
        clipId: TRACK_ID,
        inputId: input.id,
        startFrame: 0,
        endFrame: frameCount,
        sourceStart: 0,
        speed: { n: 1, d: 1 },
        rect: { x: 0, y: 0, width, height },
        rotationDeg: 0,
        crop: null,
        flipX: false,
        flipY: false,
        colour: null,
        opacity: 0.6,
        fadeInFrames: 0,
        fadeOutFrames: 0,
      },
    ],
  };
  return { input, layer };
}

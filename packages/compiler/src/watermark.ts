/** Marks that lie above everything, for the whole film: of the free plan, and of AI. */
import type { PlanInput, PlanLayer, PlanTarget } from "./plan.ts";

interface Mark {
  readonly input: PlanInput;
  readonly layer: PlanLayer;
}

interface MarkLook {
  readonly text: string;
  /** Shares of the frame's shorter side; the centre is that of the text, from the frame's. */
  readonly size: number;
  readonly centre: { readonly xPx: number; readonly yPx: number };
  readonly box: boolean;
  readonly opacity: number;
}

function markLayer(trackId: string, look: MarkLook, target: PlanTarget, frameCount: number): Mark {
  const { width, height } = target;
  const unit = Math.min(width, height);
  const input: PlanInput = {
    id: `title-${trackId}`,
    kind: "title",
    title: {
      text: look.text,
      style: {
        size: (look.size * unit) / height,
        weight: 600,
        colour: "#ffffff",
        align: "center",
        lineHeight: 1.2,
        outlineColour: null,
        outlineWidth: 0,
        boxColour: look.box ? "#000000" : null,
        boxOpacity: look.box ? 0.5 : 0,
        shadow: !look.box,
      },
      width,
      height,
      xPx: Math.round(look.centre.xPx),
      yPx: Math.round(look.centre.yPx),
      scale: 1,
      rotationDeg: 0,
    },
  };
  const layer: PlanLayer = {
    trackId,
    transitions: [],
    pictures: [
      {
        clipId: trackId,
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
        opacity: look.opacity,
        fadeInFrames: 0,
        fadeOutFrames: 0,
      },
    ],
  };
  return { input, layer };
}

/** The mark that the free plan puts on a film, in the lower right corner. */
export function watermarkLayer(target: PlanTarget, frameCount: number): Mark {
  const { width, height } = target;
  const unit = Math.min(width, height);
  const centre = { xPx: width / 2 - 0.13 * unit, yPx: height / 2 - 0.06 * unit };
  const look = { text: "Cutroom", size: 0.04, centre, box: false, opacity: 0.6 };
  return markLayer("watermark", look, target, frameCount);
}

/** Says to whoever watches that AI made it (G8), in the lower left corner, in two languages. */
export function aiLabelLayer(target: PlanTarget, frameCount: number): Mark {
  const { width, height } = target;
  const unit = Math.min(width, height);
  const centre = { xPx: -width / 2 + 0.205 * unit, yPx: height / 2 - 0.06 * unit };
  const look = { text: "AI-generated · AI 生成", size: 0.03, centre, box: true, opacity: 0.9 };
  return markLayer("ai-label", look, target, frameCount);
}

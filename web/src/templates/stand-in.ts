/** What the preview of a template shows where a person's own picture will be. */

const SCENES = [
  { sky: "--clip-video", sun: "--clip-text-line", land: "--clip-audio", front: "--clip-caption" },
  { sky: "--clip-audio", sun: "--clip-ink", land: "--clip-video", front: "--clip-overlay" },
  { sky: "--clip-text", sun: "--clip-text-line", land: "--clip-overlay", front: "--clip-video" },
  {
    sky: "--clip-overlay",
    sun: "--clip-generated-line",
    land: "--clip-video",
    front: "--clip-audio",
  },
] as const;

type Context = OffscreenCanvasRenderingContext2D;

function hill(context: Context, x: number, y: number, radius: number): void {
  context.beginPath();
  context.ellipse(x, y, radius * 1.6, radius, 0, 0, Math.PI * 2);
  context.fill();
}

/** A plain landscape, another one for every `index`, in the colours of the tokens. */
export function paintStandIn(
  size: { readonly width: number; readonly height: number },
  index: number,
): OffscreenCanvas {
  const { width, height } = size;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws no 2D canvas");
  const tokens = getComputedStyle(document.documentElement);
  const scene = SCENES[index % SCENES.length] ?? SCENES[0];
  const fill = (token: string) => {
    context.fillStyle = tokens.getPropertyValue(token);
  };
  const least = Math.min(width, height);
  fill(scene.sky);
  context.fillRect(0, 0, width, height);
  fill(scene.sun);
  context.beginPath();
  context.arc(width * (0.3 + 0.13 * (index % 4)), height * 0.34, least * 0.11, 0, Math.PI * 2);
  context.fill();
  fill(scene.land);
  hill(context, width * (0.25 + 0.1 * (index % 3)), height * 1.02, least * 0.46);
  fill(scene.front);
  hill(context, width * (0.78 - 0.12 * (index % 3)), height * 1.08, least * 0.42);
  return canvas;
}

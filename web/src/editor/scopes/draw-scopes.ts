/** Scopes on canvases: what was counted as light on the panel's ground. */
import {
  type Counts,
  type Pixels,
  chromaPlace,
  histogram,
  vectorscope,
  waveform,
} from "./scope-maths.ts";

/** Three bytes each. */
export type Ink = readonly [red: number, green: number, blue: number];

export interface ScopeInks {
  readonly text: Ink;
  readonly line: Ink;
  readonly red: Ink;
  readonly green: Ink;
  readonly blue: Ink;
}

type Context = CanvasRenderingContext2D;

const ROWS = 128;
const VECTOR_SIZE = 128;
/** So many hits of a place are as bright as it gets; one is still seen. */
const BRIGHT_HITS = 8;
const FAINTEST = 60;

/** The tokens as bytes, as they are on `element` in the present theme. */
export function readInks(element: Element): ScopeInks {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const probe = document.createElement("i");
  element.append(probe);
  const ink = (token: string): Ink => {
    probe.style.color = `var(--${token})`;
    if (context === null) return [0, 0, 0];
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  };
  const inks = {
    text: ink("text"),
    line: ink("quiet"),
    red: ink("bad"),
    green: ink("good"),
    blue: ink("accent"),
  };
  probe.remove();
  return inks;
}

function css([red, green, blue]: Ink, alpha: number): string {
  return `rgb(${red} ${green} ${blue} / ${alpha})`;
}

function lightOf({ width, height, hits }: Counts, ink: Ink): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const image = new ImageData(width, height);
  for (const [index, count] of hits.entries()) {
    if (count === 0) continue;
    const share = Math.min(1, count / BRIGHT_HITS);
    image.data.set([...ink, FAINTEST + (255 - FAINTEST) * share], 4 * index);
  }
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return canvas;
}

function drawLines(context: Context, inks: ScopeInks): void {
  const { width, height } = context.canvas;
  context.fillStyle = css(inks.line, 0.35);
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    context.fillRect(0, Math.min(height - 1, Math.round(share * height)), width, 1);
  }
}

/** Brightness from left to right of the picture, or its three colours one beside the other. */
export function drawWaveform(context: Context, pixels: Pixels, inks: ScopeInks, parade: boolean) {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  const channels = parade ? (["red", "green", "blue"] as const) : (["luma"] as const);
  const part = width / channels.length;
  for (const [index, channel] of channels.entries()) {
    const ink = channel === "luma" ? inks.text : inks[channel];
    const light = lightOf(waveform(pixels, channel, ROWS), ink);
    context.drawImage(light, index * part, 0, part, height);
  }
  drawLines(context, inks);
}

/** The three colours as lines over the brightness as an area, each as high as its own highest. */
export function drawHistogram(context: Context, pixels: Pixels, inks: ScopeInks): void {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  for (const channel of ["luma", "red", "green", "blue"] as const) {
    const bins = histogram(pixels, channel);
    // Clipped black or white would flatten everything between them.
    const most = Math.max(1, ...bins.slice(1, -1));
    context.beginPath();
    context.moveTo(0, height);
    for (const [value, count] of bins.entries()) {
      context.lineTo((value / 255) * width, height * (1 - Math.min(1, count / most)));
    }
    if (channel === "luma") {
      context.lineTo(width, height);
      context.fillStyle = css(inks.text, 0.22);
      context.fill();
    } else {
      context.strokeStyle = css(inks[channel], 0.9);
      context.stroke();
    }
  }
}

/** Pure colours at three quarters, where a test chart has them. */
const TARGETS = [
  [191, 0, 0],
  [191, 191, 0],
  [0, 191, 0],
  [0, 191, 191],
  [0, 0, 191],
  [191, 0, 191],
] as const;
const BOX_PX = 7;

/** Hue by direction, saturation by distance from the middle. */
export function drawVectorscope(context: Context, pixels: Pixels, inks: ScopeInks): void {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  const side = Math.min(width, height);
  const [left, top] = [(width - side) / 2, (height - side) / 2];
  context.drawImage(lightOf(vectorscope(pixels, VECTOR_SIZE), inks.text), left, top, side, side);
  context.strokeStyle = css(inks.line, 0.5);
  context.lineWidth = 1;
  context.beginPath();
  context.arc(left + side / 2, top + side / 2, side / 2 - 1, 0, 2 * Math.PI);
  context.moveTo(left + side / 2, top);
  context.lineTo(left + side / 2, top + side);
  context.moveTo(left, top + side / 2);
  context.lineTo(left + side, top + side / 2);
  context.stroke();
  for (const [red, green, blue] of TARGETS) {
    const [x, y] = chromaPlace(red, green, blue);
    context.strokeRect(
      left + ((x + 1) / 2) * side - BOX_PX / 2,
      top + ((1 - y) / 2) * side - BOX_PX / 2,
      BOX_PX,
      BOX_PX,
    );
  }
}

import type { Ridge, Scene } from "./scenes.ts";

type Rgb = readonly [number, number, number];

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const clamp01 = (value: number) => Math.min(1, Math.max(0, value));

/** Row at which a ridge begins, for every column, in pixels. */
function ridgeLine(ridge: Ridge, width: number, height: number, seconds: number): Float64Array {
  const line = new Float64Array(width);
  for (let x = 0; x < width; x++) {
    const long = Math.sin((x / width) * ridge.frequency + ridge.phase + seconds * ridge.drift);
    const short = Math.sin(
      (x / width) * ridge.frequency * 2.3 + ridge.phase * 1.7 + seconds * ridge.drift * 1.6,
    );
    line[x] = height * (ridge.base + ridge.amplitude * (long + 0.45 * short));
  }
  return line;
}

const CHANNELS = [0, 1, 2] as const;

/** A Bayer pattern: breaks the bands that soft gradients show in 8 bits. */
const DITHER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((v) => v / 16 - 0.47);

/** Paints one frame of `scene` at `seconds` as packed RGB into `frame` (width * height * 3 bytes). */
export function paintFrame(
  scene: Scene,
  frame: Uint8Array,
  size: { readonly width: number; readonly height: number },
  seconds: number,
): void {
  const { width, height } = size;
  const [skyTop, skyBottom] = [rgb(scene.sky[0]), rgb(scene.sky[1])];
  const [glow, discColour] = [rgb(scene.glow), rgb(scene.disc.colour)];
  const discX = width * (scene.disc.x + scene.disc.dx * seconds);
  const discY = height * (scene.disc.y + scene.disc.dy * seconds);
  const layers = scene.ridges.map((ridge) => ({
    line: ridgeLine(ridge, width, height, seconds),
    crest: rgb(ridge.crest),
    foot: rgb(ridge.foot),
  }));
  for (let y = 0; y < height; y++) {
    const fall = (y / height) ** 0.9;
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(x - discX, y - discY) / height;
      const halo = 0.75 * Math.exp(-distance * scene.disc.falloff);
      const inDisc = clamp01(((scene.disc.radius - distance) * height) / 1.5);
      const dither = DITHER[(x & 3) + ((y & 3) << 2)] ?? 0;
      for (const at of CHANNELS) {
        let value = skyTop[at] + (skyBottom[at] - skyTop[at]) * fall;
        value += (glow[at] - value) * halo;
        value += (discColour[at] - value) * inDisc;
        for (const layer of layers) {
          const depth = y - (layer.line[x] ?? 0);
          if (depth <= 0) continue;
          const body =
            layer.crest[at] + (layer.foot[at] - layer.crest[at]) * clamp01(depth / (height * 0.4));
          value += (body - value) * clamp01(depth / 1.4);
        }
        frame[(y * width + x) * 3 + at] = value + dither + 0.5;
      }
    }
  }
}

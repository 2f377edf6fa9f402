import { clamp01, mix, ramp } from "../colour.ts";
import type { Rgb } from "../colour.ts";
import { createNoise } from "../noise.ts";
import type { LayerSpec } from "../scene/layers.ts";
import { lay } from "./sheet.ts";
import type { Brush } from "./sheet.ts";

type Ridge = Extract<LayerSpec, { kind: "ridge" }>;
type Dunes = Extract<LayerSpec, { kind: "dunes" }>;

/** How the side of the picture raises or lowers a ridge. */
function rise(side: Ridge["side"], share: number): number {
  if (side === "both") return 1;
  const towards = side === "left" ? 1 - share : share;
  return ramp(towards, 0.42, 1.05);
}

/** How much light falls here because the sun or the moon is near. */
function nearness({ sheet, light }: Brush, x: number): number {
  const sunX = sheet.left + light.x * sheet.frame.width;
  return light.strength * Math.exp(-Math.abs(x - sunX) / (sheet.unit * 0.34));
}

/** The line of a ridge, in rows, for every column. */
function ridgeLine({ sheet, chance }: Brush, spec: Ridge): Float32Array {
  const { width, frame, unit } = sheet;
  const noise = createNoise(chance);
  const offset = chance.between(0, 200);
  const tall = spec.amplitude * Math.min(frame.height, unit * 1.15);
  const line = new Float32Array(width);
  for (let x = 0; x < width; x += 1) {
    const along = ((x - sheet.left) / unit) * spec.frequency + offset;
    const lift = rise(spec.side, (x - sheet.left) / frame.width);
    const peak = noise.ridged(along, 4.5, 6) * 1.15 + noise.at(along * 0.7 + 90, 2) * 0.5 - 0.55;
    const up = tall * peak * lift - (1 - lift) * tall * 0.35;
    line[x] = sheet.top + spec.base * frame.height - up;
  }
  return line;
}

/** Rock: crests and gullies for light and shade, snow above a ragged line, haze at its foot. */
export function paintRidge(brush: Brush, spec: Ridge): void {
  const { sheet, palette, light } = brush;
  const { width, height, unit } = sheet;
  const lines = ridgeLine(brush, spec);
  const noise = createNoise(brush.chance);
  const body = mix(palette.near, palette.haze, spec.distance);
  const foot = mix(body, palette.haze, 0.3 + 0.5 * spec.distance);
  const white = mix(mix([240, 245, 252], palette.light, 0.3), palette.haze, spec.distance * 0.62);
  const shade = mix(white, mix(palette.zenith, body, 0.45), 0.62);
  const contrast = 1 - spec.distance * 0.55;
  const towards = light.x < 0.5 ? 22 : -22;
  const before = new Float32Array(height);
  for (let x = 0; x < width; x += 1) {
    const line = lines[x] ?? 0;
    const rim = nearness(brush, x);
    for (let y = Math.max(0, Math.floor(line)); y < height; y += 1) {
      const deep = (y - line) / unit;
      if (deep > 0.42) {
        lay(sheet, (y * width + x) * 4, foot, 1);
        continue;
      }
      const relief = noise.ridged((x / unit) * 8 + deep * 3, (y / unit) * 5, 4);
      const lit = Math.max(-1, Math.min(1, ((before[y] ?? relief) - relief) * towards));
      before[y] = relief;
      let colour: Rgb = mix(body, foot, ramp(deep, 0.03, 0.36));
      colour = mix(colour, lit > 0 ? palette.light : [4, 8, 18], Math.abs(lit) * 0.26 * contrast);
      const cap = ramp(spec.snow * 0.34 - deep + (relief - 0.5) * 0.16, 0, 0.035);
      if (spec.snow > 0 && cap > 0)
        colour = mix(colour, mix(shade, white, clamp01(0.55 + lit)), cap * 0.94);
      colour = mix(colour, palette.light, Math.min(0.7, Math.exp(-deep * 60) * rim * 0.8));
      lay(sheet, (y * width + x) * 4, colour, clamp01((y - line + 1) / 1.4));
    }
  }
}

/** Soft ground: long curves, one side lit and the other in shade, ripples where it is near. */
export function paintDunes(brush: Brush, spec: Dunes): void {
  const { sheet, palette, chance, light, reading } = brush;
  const { width, height, frame, unit } = sheet;
  const noise = createNoise(chance);
  const offset = chance.between(0, 200);
  const lightSide = light.x < 0.5 ? -1 : 1;
  const sand = reading.scene === "desert";
  const body = mix(palette.near, palette.haze, spec.distance);
  const warm = mix(body, palette.light, sand ? 0.42 : 0.3);
  const dark = mix(
    body,
    sand ? [70, 26, 34] : [4, 14, 20],
    (sand ? 0.62 : 0.46) * (1 - spec.distance * 0.8),
  );
  const lineAt = (x: number) => {
    const along = ((x - sheet.left) / unit) * spec.frequency + offset;
    const soft = noise.at(along, 1.5);
    // Sand piles up to edges; hills are round.
    const crest = sand ? (1 - Math.abs(2 * soft - 1)) ** 1.3 : soft;
    const curve = crest * 0.82 + noise.at(along * 2.1, 7.5) * 0.18;
    return sheet.top + (spec.base - spec.amplitude * (curve - 0.4)) * frame.height;
  };
  for (let x = 0; x < width; x += 1) {
    const line = lineAt(x);
    const rim = nearness(brush, x);
    for (let y = Math.max(0, Math.floor(line)); y < height; y += 1) {
      const deep = (y - line) / unit;
      const lean = x + deep * unit * 0.75 * lightSide + 26 * noise.at(y * 0.012, x * 0.004);
      const slope = (lineAt(lean + 6) - lineAt(lean - 6)) / 12;
      const lit = ramp(-slope * lightSide, -0.14, 0.16) * (1 - ramp(deep, 0.1, 0.75) * 0.5);
      const wave = Math.sin(deep * 430 + 7 * noise.fractal(x * 0.012, y * 0.02, 3) + x * 0.02);
      const ripple = spec.ripples * wave * 0.05 * ramp(deep, 0.02, 0.2);
      const grain =
        0.05 * (noise.fractal(x * 0.05, y * 0.11 + offset, 3) - 0.5) * (1 - spec.distance);
      let colour = mix(dark, warm, clamp01(lit + ripple + grain));
      colour = mix(colour, palette.light, Math.min(0.6, Math.exp(-deep * 60) * rim * 0.7));
      lay(sheet, (y * width + x) * 4, colour, clamp01((y - line + 1) / 1.4));
    }
  }
}

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

/** Rock: folded noise for the line, its slope for light and shade, haze at its foot. */
export function paintRidge(brush: Brush, spec: Ridge): void {
  const { sheet, palette, chance, light } = brush;
  const { width, height, frame, unit } = sheet;
  const noise = createNoise(chance);
  const offset = chance.between(0, 200);
  const fold = (x: number, octaves: number) => 1 - Math.abs(2 * noise.fractal(x, 4.5, octaves) - 1);
  const body = mix(palette.near, palette.haze, spec.distance);
  const foot = mix(body, palette.haze, 0.25 + 0.5 * spec.distance);
  const white = mix(mix([236, 242, 250], palette.light, 0.35), palette.haze, spec.distance * 0.75);
  const lightSide = light.x < 0.5 ? -1 : 1;
  const tall = spec.amplitude * Math.min(frame.height, unit * 1.15);
  for (let x = 0; x < width; x += 1) {
    const along = ((x - sheet.left) / unit) * spec.frequency + offset;
    const lift = rise(spec.side, (x - sheet.left) / frame.width);
    const peak = fold(along, 6) * 0.85 + noise.at(along * 0.6 + 90, 2) * 0.3 - 0.42;
    const line =
      sheet.top + spec.base * frame.height - tall * peak * 1.3 * lift + (1 - lift) * tall * 0.35;
    const rim = nearness(brush, x);
    for (let y = Math.max(0, Math.floor(line)); y < height; y += 1) {
      const deep = (y - line) / unit;
      const [u, v] = [(x / unit) * 9, (y / unit) * 6 + offset];
      const slope =
        noise.fractal(u + lightSide * 0.3 + deep * 4, v - 0.2, 4) -
        noise.fractal(u + deep * 4, v, 4);
      const relief = slope * (1 - spec.distance * 0.6) * 2.4;
      let colour: Rgb = mix(body, foot, ramp(deep, 0.02, 0.34));
      colour = mix(
        colour,
        relief > 0 ? palette.light : [0, 0, 0],
        clamp01(Math.abs(relief) * 0.32),
      );
      const snowline = spec.snow * 0.3 + 0.05 * noise.fractal(u, v, 3);
      const cap = spec.snow > 0 ? ramp(snowline - deep - (line / height) * 0.16, 0, 0.05) : 0;
      if (cap > 0) colour = mix(colour, mix(white, body, clamp01(0.35 - relief * 1.6)), cap * 0.85);
      const edge = Math.exp(-deep * 52) * rim;
      colour = mix(colour, palette.light, Math.min(0.7, edge * 0.8));
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
  const warm = mix(body, palette.light, sand ? 0.5 : 0.3);
  const dark = mix(body, sand ? [58, 26, 44] : [4, 14, 20], 0.46 * (1 - spec.distance * 0.8));
  const lineAt = (x: number) => {
    const along = ((x - sheet.left) / unit) * spec.frequency + offset;
    const curve = noise.at(along, 1.5) * 0.75 + noise.at(along * 2.1, 7.5) * 0.25;
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

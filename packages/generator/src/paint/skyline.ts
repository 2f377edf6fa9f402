import { mix, ramp } from "../colour.ts";
import type { Rgb } from "../colour.ts";
import type { LayerSpec } from "../scene/layers.ts";
import { glow, lay, shine } from "./sheet.ts";
import type { Brush } from "./sheet.ts";

type Skyline = Extract<LayerSpec, { kind: "skyline" }>;

interface Tower {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly mast: boolean;
  readonly accent: Rgb;
}

/** Towers side by side, taller in the middle of their cluster. */
function build({ sheet, palette, chance }: Brush, spec: Skyline): Tower[] {
  const { frame, unit, width } = sheet;
  const towers: Tower[] = [];
  const centre = chance.between(0.3, 0.7) * width;
  const bottom = Math.round(sheet.top + spec.base * frame.height);
  for (let x = -20; x < width;) {
    const wide = Math.round(unit * chance.between(0.026, 0.075) * (1.25 - spec.distance * 0.5));
    const cluster = Math.exp(-(((x - centre) / (unit * 0.62)) ** 2));
    const tall =
      spec.height *
      Math.min(frame.height, unit * 1.2) *
      (0.2 + 0.62 * cluster) *
      chance.between(0.35, 1.3);
    towers.push({
      left: x,
      right: x + wide,
      top: Math.round(bottom - tall),
      bottom,
      mast: chance.next() < 0.16 && cluster > 0.4,
      accent: palette.accents[Math.floor(chance.next() * palette.accents.length)] ?? palette.light,
    });
    x += wide + Math.round(unit * chance.between(-0.006, 0.012));
  }
  return towers;
}

function paintTower(brush: Brush, tower: Tower, spec: Skyline, body: Rgb): void {
  const { sheet, palette, chance, light } = brush;
  const { width, height, unit } = sheet;
  const foot = mix(body, palette.horizon, 0.18 + 0.42 * spec.distance);
  const cell = Math.max(3, Math.round(unit * 0.0074 * (1.2 - spec.distance * 0.55)));
  const lamp = mix(tower.accent, palette.haze, spec.distance * 0.55);
  const face = light.x * width < (tower.left + tower.right) / 2 ? -1 : 1;
  const lights = new Map<number, number>();
  for (let y = Math.max(0, tower.top); y < Math.min(height, tower.bottom + 40); y += 1) {
    const down = (y - tower.top) / Math.max(1, tower.bottom - tower.top);
    const row = Math.floor((y - tower.top) / cell);
    for (let x = Math.max(0, tower.left); x < Math.min(width, tower.right); x += 1) {
      const across = (x - tower.left) / (tower.right - tower.left) - 0.5;
      const sun = 0.12 * light.strength * ramp(across * face, -0.1, 0.5);
      const at = (y * width + x) * 4;
      lay(sheet, at, mix(mix(body, foot, ramp(down, 0, 1)), palette.light, sun), 1);
      const column = Math.floor((x - tower.left - 2) / cell);
      const inset =
        (x - tower.left - 2) % cell > cell * 0.62 || (y - tower.top) % cell > cell * 0.55;
      if (inset || row < 1 || column < 0 || x > tower.right - 3) continue;
      const name = row * 4096 + column;
      let bright = lights.get(name);
      if (bright === undefined) {
        bright = chance.next() < spec.lit ? chance.between(0.3, 1) : 0;
        lights.set(name, bright);
      }
      if (bright > 0) lay(sheet, at, lamp, bright * (0.85 - spec.distance * 0.5));
    }
  }
  if (tower.mast) {
    const middle = Math.round((tower.left + tower.right) / 2);
    for (let y = Math.max(0, tower.top - Math.round(unit * 0.06)); y < tower.top; y += 1) {
      if (middle > 0 && middle < width) lay(sheet, (y * width + middle) * 4, body, 0.9);
    }
    glow(sheet, { x: middle, y: tower.top - unit * 0.06, radius: 3 }, [255, 70, 60], 0.7);
  }
}

/** A tall sign of light on a wall, and what it throws around itself. */
function paintSign({ sheet, chance, palette }: Brush, tower: Tower, distance: number): void {
  const { width, height, unit } = sheet;
  const colour =
    palette.accents[Math.floor(chance.next() * palette.accents.length)] ?? palette.light;
  const tall = Math.round((tower.bottom - tower.top) * chance.between(0.16, 0.34));
  const x = Math.round(tower.left + (tower.right - tower.left) * chance.between(0.15, 0.8));
  const y = Math.round(tower.top + (tower.bottom - tower.top) * chance.between(0.15, 0.5));
  const wide = Math.max(2, Math.round(unit * 0.0055 * (1.1 - distance)));
  for (let row = Math.max(0, y); row < Math.min(height, y + tall); row += 1) {
    for (let column = Math.max(0, x); column < Math.min(width, x + wide); column += 1) {
      const gap = (row - y) % (wide * 3) >= wide * 2.4;
      if (!gap) shine(sheet, (row * width + column) * 4, mix(colour, [255, 255, 255], 0.4), 0.9);
    }
  }
  for (let part = 0; part < 4; part += 1) {
    const spot = {
      x: x + wide / 2,
      y: y + (tall * (part + 0.5)) / 4,
      radius: tall * 0.42 + unit * 0.012,
    };
    glow(sheet, spot, colour, 0.2 * (1 - distance * 0.5));
  }
}

export function paintSkyline(brush: Brush, spec: Skyline): void {
  const { palette } = brush;
  const body = mix(mix(palette.near, palette.middle, 0.12), palette.haze, spec.distance);
  const towers = build(brush, spec);
  for (const tower of towers) paintTower(brush, tower, spec, body);
  for (let sign = 0; sign < spec.signs; sign += 1) {
    const tower = towers[Math.floor(brush.chance.next() * towers.length)];
    if (tower !== undefined) paintSign(brush, tower, spec.distance);
  }
}

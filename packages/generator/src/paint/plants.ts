import { clamp01, mix, ramp } from "../colour.ts";
import type { Rgb } from "../colour.ts";
import { createNoise } from "../noise.ts";
import type { LayerSpec } from "../scene/layers.ts";
import { lay } from "./sheet.ts";
import type { Brush } from "./sheet.ts";

type Trees = Extract<LayerSpec, { kind: "trees" }>;

interface Tree {
  readonly x: number;
  /** The ground it stands on, and its tip. */
  readonly foot: number;
  readonly tip: number;
  readonly half: number;
  readonly ragged: number;
}

function plant({ sheet, chance }: Brush, spec: Trees, ground: (x: number) => number): Tree[] {
  const { frame, unit, width } = sheet;
  const trees: Tree[] = [];
  for (let index = 0; index < spec.count; index += 1) {
    const x = ((index + chance.between(-0.6, 0.6)) / spec.count) * width;
    const tall = spec.height * Math.min(frame.height, unit * 1.2) * chance.between(0.5, 1.05);
    const foot = ground(x) + 0.02 * unit;
    const half = tall * chance.between(0.16, 0.24);
    trees.push({ x, foot, tip: foot - tall, half, ragged: chance.between(0, 100) });
  }
  return trees;
}

/** A conifer: tiers of branches that hang a little, wider towards the ground. */
function paintTree(brush: Brush, tree: Tree, tint: (y: number, lit: number) => Rgb): void {
  const { sheet, light } = brush;
  const { width, height } = sheet;
  const tall = tree.foot - tree.tip;
  const tiers = 7 + Math.floor(tree.ragged % 4);
  const lightSide = light.x * width < tree.x ? -1 : 1;
  for (let y = Math.max(0, Math.floor(tree.tip)); y < Math.min(height, tree.foot); y += 1) {
    const down = (y - tree.tip) / tall;
    const tier = (down * tiers) % 1;
    const wobble = 0.86 + 0.14 * Math.sin(y * 0.9 + tree.ragged);
    const half = tree.half * (down ** 0.82 * (0.52 + 0.48 * tier) * wobble) + 0.5;
    const from = Math.max(0, Math.floor(tree.x - half - 1));
    const to = Math.min(width - 1, Math.ceil(tree.x + half + 1));
    for (let x = from; x <= to; x += 1) {
      const needles = 1 + 0.3 * Math.sin(x * 2.3 + y * 1.7 + tree.ragged);
      const cover = clamp01((half * needles - Math.abs(x - tree.x)) / 1.1);
      if (cover <= 0) continue;
      const lit = clamp01(((x - tree.x) / half) * lightSide) * (1 - tier * 0.5);
      lay(sheet, (y * width + x) * 4, tint(down, lit), cover);
    }
  }
}

/** A stand of conifers on rolling ground; mist gathers at its foot. */
export function paintTrees(brush: Brush, spec: Trees): void {
  const { sheet, palette, chance, reading } = brush;
  const { width, height, frame, unit } = sheet;
  const noise = createNoise(chance);
  const offset = chance.between(0, 200);
  const ground = (x: number) =>
    sheet.top +
    spec.base * frame.height -
    (noise.at((x / unit) * 1.7 + offset, 1) - 0.5) * 0.11 * unit;
  const body = mix(palette.near, palette.haze, spec.distance);
  const snow = reading.weather === "snow" ? 0.5 : 0;
  const lit = mix(mix(body, palette.light, 0.34), [240, 246, 255], snow);
  const mist = mix(body, palette.haze, 0.12 + 0.4 * spec.distance);
  const tint = (down: number, share: number) =>
    mix(mix(body, lit, share * (0.5 + snow * 0.5) * (1 - down * 0.5)), mist, ramp(down, 0.35, 1));
  for (const tree of plant(brush, spec, ground)) paintTree(brush, tree, tint);
  for (let x = 0; x < width; x += 1) {
    const line = ground(x);
    for (let y = Math.max(0, Math.floor(line)); y < height; y += 1) {
      const deep = (y - line) / unit;
      const colour = mix(mist, mix(mist, palette.haze, 0.35 * spec.distance), ramp(deep, 0, 0.3));
      lay(sheet, (y * width + x) * 4, colour, clamp01((y - line + 1) / 2));
    }
  }
}

/** Blades of grass against the light, thin at their tips; some carry seeds. */
export function paintGrass(
  brush: Brush,
  spec: { readonly base: number; readonly height: number },
): void {
  const { sheet, palette, chance } = brush;
  const { width, height, frame, unit } = sheet;
  const dark = mix(palette.near, [2, 8, 8], 0.5);
  const tip = mix(dark, palette.light, 0.42);
  const blades = Math.round(width / 1.7);
  for (let index = 0; index < blades; index += 1) {
    const x = chance.between(0, width);
    const tall = spec.height * unit * (0.25 + 0.75 * chance.next() ** 2.2);
    const foot = sheet.top + spec.base * frame.height + 0.04 * unit;
    const bend = chance.between(-0.5, 0.5) * tall;
    const thick = unit * chance.between(0.0016, 0.0036);
    const seed = chance.next() < 0.12;
    for (let step = 0; step < tall; step += 1) {
      const up = step / tall;
      const y = Math.round(foot - step);
      if (y < 0 || y >= height) continue;
      const middle = x + bend * up * up;
      const half =
        thick * (1 - up) +
        (seed && up > 0.86 ? thick * 1.5 * (1 - Math.abs(up - 0.93) / 0.07) : 0) +
        0.3;
      for (
        let at = Math.max(0, Math.floor(middle - half - 1));
        at <= Math.min(width - 1, middle + half + 1);
        at += 1
      ) {
        const cover = clamp01(half - Math.abs(at - middle) + 0.5);
        if (cover > 0) lay(sheet, (y * width + at) * 4, mix(dark, tip, up ** 1.6), cover);
      }
    }
  }
}

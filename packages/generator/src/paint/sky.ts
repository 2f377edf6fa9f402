import { mix, ramp } from "../colour.ts";
import type { Rgb } from "../colour.ts";
import { createNoise } from "../noise.ts";
import { glow, lay, shine } from "./sheet.ts";
import type { Brush } from "./sheet.ts";

/** Breaks the bands that a slow gradient shows in 8 bits. */
const DITHER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((v) => v / 16 - 0.47);
const ditherAt = (x: number, y: number) => DITHER[(x & 3) + ((y & 3) << 2)] ?? 0;

/** A gradient from zenith to horizon, warm around the light, with its disc. */
export function paintSky({ sheet, palette, light, reading }: Brush): void {
  const { width, height, frame, unit } = sheet;
  const sunX = sheet.left + light.x * frame.width;
  const sunY = sheet.top + light.y * frame.height;
  const radius = light.radius * unit;
  const fall = reading.time === "night" ? 5.2 : 2.6;
  for (let y = 0; y < height; y += 1) {
    const down = (y - sheet.top) / frame.height;
    const upper = mix(palette.zenith, palette.middle, ramp(down, -0.1, 0.42));
    const base = mix(upper, palette.horizon, ramp(down, 0.16, 0.66));
    for (let x = 0; x < width; x += 1) {
      const away = Math.hypot(x - sunX, (y - sunY) * 1.15) / unit;
      const halo = light.strength * (0.5 * Math.exp(-away * fall) + 0.35 * Math.exp(-away * 14));
      let colour: Rgb = mix(base, palette.light, Math.min(0.95, halo));
      if (radius > 0) {
        const inside = ramp(radius - Math.hypot(x - sunX, y - sunY), -1.4, 1.4);
        if (inside > 0) colour = mix(colour, mix(palette.light, [255, 255, 255], 0.45), inside);
      }
      const soften = ditherAt(x, y);
      lay(
        sheet,
        (y * width + x) * 4,
        [colour[0] + soften, colour[1] + soften, colour[2] + soften],
        1,
      );
    }
  }
}

/** Deep space: dark, with drifts of gas in two colours. */
export function paintNebula({ sheet, palette, chance }: Brush): void {
  const noise = createNoise(chance);
  const { width, height, unit } = sheet;
  const gas: readonly [Rgb, Rgb] = [
    chance.pick<Rgb>([
      [92, 60, 168],
      [36, 92, 172],
      [150, 54, 116],
      [28, 120, 130],
    ]),
    chance.pick<Rgb>([
      [214, 112, 92],
      [92, 168, 214],
      [190, 92, 170],
      [226, 170, 110],
    ]),
  ];
  const tilt = chance.between(-0.6, 0.6);
  const middle = chance.between(0.4, 0.6) * height;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [(x / unit) * 2.1, (y / unit) * 2.1];
      const warp = noise.fractal(u + 40, v + 9, 3);
      const cloud = noise.fractal(u + warp * 1.8, v + warp * 1.2, 5);
      const band = Math.exp(-(((y - middle + (x - width / 2) * tilt) / unit) ** 2) * 5);
      const first = ramp(cloud, 0.36, 0.62) * (0.22 + 0.78 * band);
      const second = ramp(noise.fractal(u * 1.7 + 80, v * 1.7 + warp, 4), 0.42, 0.68) * band;
      const dust = 1 - 0.65 * ramp(noise.fractal(u * 2.6 + 7, v * 2.6 + 31, 4), 0.5, 0.72) * band;
      const deep = mix([3, 4, 12], palette.zenith, 0.45);
      const colour = mix(
        mix(deep, gas[0], first * 0.8 * dust),
        gas[1],
        second * first * 0.8 * dust,
      );
      const soften = ditherAt(x, y);
      lay(
        sheet,
        (y * width + x) * 4,
        [colour[0] + soften, colour[1] + soften, colour[2] + soften],
        1,
      );
    }
  }
}

/** Stars of many sizes; few are bright, and those have a halo. */
export function paintStars({ sheet, chance, reading }: Brush, count: number): void {
  const reach = reading.scene === "space" ? 1 : 0.6;
  for (let index = 0; index < count; index += 1) {
    const [x, y] = [chance.between(2, sheet.width - 3), chance.between(2, sheet.height * reach)];
    const size = chance.next() ** 7;
    const warmth = chance.next();
    const colour: Rgb =
      warmth < 0.3 ? [255, 226, 198] : warmth < 0.6 ? [206, 224, 255] : [255, 255, 255];
    const fade = reading.scene === "space" ? 1 : 1 - (y / (sheet.height * reach)) ** 2;
    glow(sheet, { x, y, radius: 0.7 + 1.1 * size }, colour, (0.22 + 0.7 * size) * fade);
    if (size > 0.5) glow(sheet, { x, y, radius: 7 * size }, colour, 0.16 * fade);
  }
}

/** Clouds and mist: a band of soft noise, lit from the side of the light. */
export function paintClouds(
  { sheet, palette, light, chance }: Brush,
  band: { readonly base: number; readonly spread: number; readonly cover: number },
): void {
  const noise = createNoise(chance);
  const { width, height, frame, unit } = sheet;
  const [fromX, fromY] = [chance.between(0, 200), chance.between(0, 200)];
  const sunX = sheet.left + light.x * frame.width;
  const sunY = sheet.top + light.y * frame.height;
  const low = 0.63 - band.cover * 0.34;
  const high = low + 0.24;
  for (let y = 0; y < height; y += 1) {
    const down = ((y - sheet.top) / frame.height - band.base) / band.spread;
    const share = Math.exp(-down * down);
    if (share < 0.02) continue;
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [(x / unit) * 1.5 + fromX, (y / unit) * 5.2 + fromY];
      const bend = noise.at(u * 0.8 + 60, v * 0.5) * 1.3;
      const thick = ramp(noise.fractal(u + bend, v + bend * 0.7, 5), low, high) * share;
      if (thick < 0.01) continue;
      const away = Math.hypot(x - sunX, y - sunY) / unit;
      const above = noise.fractal(u + bend, v + bend * 0.7 - 0.35, 3);
      const lit = Math.min(
        1,
        0.25 + light.strength * 0.75 * Math.exp(-away * 2.1) + 0.3 * (0.5 - above),
      );
      const colour = mix(mix(palette.haze, palette.middle, 0.35), palette.light, Math.max(0, lit));
      lay(sheet, (y * width + x) * 4, colour, thick * 0.72);
    }
  }
}

/** A ball in the light of a far star, with its air, and a ring when it has one. */
export function paintPlanet(
  { sheet, palette, light, chance }: Brush,
  ball: { readonly x: number; readonly y: number; readonly radius: number; readonly ring: boolean },
): void {
  const noise = createNoise(chance);
  const { width, height, frame, unit } = sheet;
  const [centreX, centreY] = [sheet.left + ball.x * frame.width, sheet.top + ball.y * frame.height];
  const radius = ball.radius * unit;
  const towards = light.x < 0.5 ? -1 : 1;
  const sun = [0.72 * towards, -0.5, 0.48] as const;
  const [dark, pale] = chance.pick<readonly [Rgb, Rgb]>([
    [
      [62, 78, 120],
      [206, 198, 182],
    ],
    [
      [124, 62, 48],
      [232, 178, 128],
    ],
    [
      [34, 92, 108],
      [176, 220, 208],
    ],
    [
      [92, 70, 122],
      [226, 190, 204],
    ],
  ]);
  const air = mix(palette.light, pale, 0.5);
  const [tilt, stripes] = [chance.between(-0.5, 0.5), chance.between(3, 6)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [(x - centreX) / radius, (y - centreY) / radius];
      const away = Math.hypot(dx, dy);
      const at = (y * width + x) * 4;
      const facing = (dx * sun[0] + dy * sun[1]) / Math.max(away, 0.01);
      if (away > 1) {
        const rim = Math.exp(-(away - 1) * 11) * ramp(facing, -0.5, 0.9);
        if (rim > 0.01) shine(sheet, at, air, rim * 0.5);
        if (away > 1.02) continue;
      }
      const cover = ramp((1 - away) * radius, -0.8, 0.8);
      const depth = Math.sqrt(Math.max(0, 1 - away * away));
      const lit = ramp(dx * sun[0] + dy * sun[1] + depth * sun[2], -0.12, 0.95);
      const across = dx * Math.cos(tilt) - dy * Math.sin(tilt);
      const along = dx * Math.sin(tilt) + dy * Math.cos(tilt);
      const swirl = noise.fractal(across * 2.2 + 20, along * 6 + 20, 4);
      const stripe = noise.at(along * stripes + swirl * 1.5 + 50, 3.5);
      const skin = mix(dark, pale, ramp(stripe * 0.6 + swirl * 0.5, 0.25, 0.85));
      const edge = (1 - depth) ** 3;
      lay(sheet, at, mix([2, 3, 9], mix(skin, air, edge * 0.8), lit * 0.96 + 0.02), cover);
    }
  }
  if (ball.ring)
    paintRing(sheet, { centreX, centreY, radius, tilt: tilt * 0.6, sunX: sun[0] }, pale, (a, b) =>
      noise.at(a, b),
    );
}

function paintRing(
  sheet: Brush["sheet"],
  ring: { centreX: number; centreY: number; radius: number; tilt: number; sunX: number },
  colour: Rgb,
  grain: (x: number, y: number) => number,
): void {
  const { width, height } = sheet;
  const flat = 0.22;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [(x - ring.centreX) / ring.radius, (y - ring.centreY) / ring.radius];
      const across = dx * Math.cos(ring.tilt) + dy * Math.sin(ring.tilt);
      const along = (dy * Math.cos(ring.tilt) - dx * Math.sin(ring.tilt)) / flat;
      const out = Math.hypot(across, along);
      if (out < 1.3 || out > 2.2) continue;
      // Its far half is behind the ball.
      if (along < 0 && Math.hypot(dx, dy) < 1) continue;
      const bands = ramp(grain(out * 26, 1.5), 0.15, 0.9);
      const edges = ramp(out, 1.3, 1.42) * (1 - ramp(out, 2, 2.2));
      const shadow = across * ring.sunX < -0.2 && Math.abs(along) < 1 ? 0.25 : 1;
      const lit = mix([6, 6, 12], colour, shadow);
      lay(sheet, (y * width + x) * 4, lit, (0.12 + 0.6 * bands) * edges * 0.8);
    }
  }
}

/** Rain, snow, dust and fireflies: near ones are larger, faster and softer. */
import type { Rgb } from "../colour.ts";
import { createChance } from "../random.ts";
import type { ParticleSpec } from "../scene/layers.ts";
import type { Storyboard } from "../storyboard.ts";
import type { Frame, View } from "./frame.ts";

interface Particle {
  readonly x: number;
  readonly y: number;
  /** 0 far, 1 near. */
  readonly near: number;
  readonly phase: number;
}

export interface Swarm {
  readonly spec: ParticleSpec;
  readonly particles: readonly Particle[];
  readonly colour: Rgb;
}

function colourOf(board: Storyboard, kind: ParticleSpec["kind"]): Rgb {
  if (kind === "fireflies") return [222, 255, 140];
  if (kind === "snow") return board.time === "night" ? [190, 205, 230] : [255, 255, 255];
  if (kind === "rain") return [196, 210, 228];
  return board.palette.light;
}

export function gather(board: Storyboard, spec: ParticleSpec): Swarm {
  const chance = createChance(board.look, `particles ${spec.kind}`);
  const particles: Particle[] = [];
  for (let index = 0; index < spec.count; index += 1) {
    const [x, y, phase] = [chance.next(), chance.next(), chance.between(0, 6.28)];
    particles.push({ x, y, near: chance.next() ** 1.7, phase });
  }
  return { spec, particles, colour: colourOf(board, spec.kind) };
}

function dot(
  frame: Frame,
  x: number,
  y: number,
  radius: number,
  colour: Rgb,
  strength: number,
): void {
  const { width, height, pixels } = frame;
  const reach = radius * 1.8;
  for (
    let row = Math.max(0, Math.floor(y - reach));
    row <= Math.min(height - 1, y + reach);
    row += 1
  ) {
    for (
      let column = Math.max(0, Math.floor(x - reach));
      column <= Math.min(width - 1, x + reach);
      column += 1
    ) {
      const away = ((column - x) ** 2 + (row - y) ** 2) / (radius * radius);
      const share = strength * Math.exp(-away * 1.4);
      if (share < 0.004) continue;
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const under = pixels[at + channel] ?? 0;
        pixels[at + channel] = under + ((colour[channel] ?? 0) - under) * share;
      }
    }
  }
}

function streak(
  frame: Frame,
  from: { x: number; y: number },
  length: number,
  colour: Rgb,
  strength: number,
): void {
  const { width, height, pixels } = frame;
  for (let step = 0; step < length; step += 1) {
    const y = Math.round(from.y + step);
    const x = from.x - step * 0.16;
    const left = Math.floor(x);
    if (y < 0 || y >= height || left < 0 || left + 1 >= width) continue;
    const fade = strength * Math.sin((Math.PI * step) / length);
    for (const [column, share] of [
      [left, 1 - (x - left)],
      [left + 1, x - left],
    ] as const) {
      const at = (y * width + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const under = pixels[at + channel] ?? 0;
        pixels[at + channel] = under + ((colour[channel] ?? 0) - under) * fade * share;
      }
    }
  }
}

const wrap = (value: number) => value - Math.floor(value);

export function scatter(frame: Frame, swarm: Swarm, view: View, time: number): void {
  const { width, height } = frame;
  const unit = Math.sqrt(width * height);
  const { spec, colour } = swarm;
  for (const { x, y, near, phase } of swarm.particles) {
    const [moveX, moveY] = [(view.x / width) * (0.3 + near), (view.y / height) * (0.3 + near)];
    if (spec.kind === "rain") {
      const down = wrap(y + moveY + time * (1.15 + 1.1 * near)) * 1.3 - 0.15;
      const across = wrap(x + moveX - time * 0.18) * 1.2 - 0.1;
      const from = { x: across * width, y: down * height };
      streak(frame, from, unit * (0.03 + 0.06 * near), colour, 0.1 + 0.2 * near);
    } else if (spec.kind === "snow") {
      const sway = 0.012 * Math.sin(time * 1.1 + phase);
      const across = wrap(x + moveX + sway + time * 0.012 * (1 + near)) * 1.1 - 0.05;
      const down = wrap(y + moveY + time * (0.06 + 0.13 * near)) * 1.1 - 0.05;
      dot(
        frame,
        across * width,
        down * height,
        unit * (0.0012 + 0.0046 * near ** 3),
        colour,
        0.75 - 0.45 * near,
      );
    } else {
      const isFly = spec.kind === "fireflies";
      const across = wrap(x + moveX + 0.02 * Math.sin(time * 0.5 + phase) + time * 0.006) * width;
      const level = isFly ? 0.5 + 0.46 * y : y;
      const down = wrap(level + moveY + 0.014 * Math.sin(time * 0.7 + phase * 2)) * height;
      const pulse = 0.5 + 0.5 * Math.sin(time * (isFly ? 2.2 : 0.8) + phase);
      const radius = unit * (isFly ? 0.0022 + 0.002 * near : 0.001 + 0.0034 * near ** 2);
      dot(
        frame,
        across,
        down,
        radius,
        colour,
        isFly ? 0.95 * pulse : (0.1 + 0.16 * (1 - near)) * pulse,
      );
      if (isFly) dot(frame, across, down, radius * 4.5, colour, 0.2 * pulse);
    }
  }
}

/** Smooth chance over a line and a plane. */
import type { Chance } from "./random.ts";

const SIZE = 256;

export interface Noise {
  /** Smooth in x and y, in [0, 1]; repeats every 256. */
  at(x: number, y: number): number;
  /** Octaves of `at`, each twice as fine and half as strong; about [0, 1]. */
  fractal(x: number, y: number, octaves: number): number;
  /** Folded octaves: sharp crests and wide valleys; about [0, 1]. */
  ridged(x: number, y: number, octaves: number): number;
}

const smooth = (value: number) => value * value * (3 - 2 * value);

export function createNoise(chance: Chance): Noise {
  const grid = new Float32Array(SIZE * SIZE);
  for (let at = 0; at < grid.length; at += 1) grid[at] = chance.next();
  const value = (x: number, y: number) => grid[(y & 255) * SIZE + (x & 255)] ?? 0;
  const at = (x: number, y: number) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [across, down] = [smooth(x - left), smooth(y - top)];
    const upper = value(left, top) + (value(left + 1, top) - value(left, top)) * across;
    const lower = value(left, top + 1) + (value(left + 1, top + 1) - value(left, top + 1)) * across;
    return upper + (lower - upper) * down;
  };
  return {
    at,
    fractal: (x, y, octaves) => {
      let [sum, weight, total, scale] = [0, 1, 0, 1];
      for (let octave = 0; octave < octaves; octave += 1) {
        sum += at(x * scale + octave * 17.3, y * scale + octave * 9.1) * weight;
        total += weight;
        weight /= 2;
        scale *= 2.03;
      }
      return sum / total;
    },
    ridged: (x, y, octaves) => {
      let [sum, weight, total, scale] = [0, 1, 0, 1];
      for (let octave = 0; octave < octaves; octave += 1) {
        const fold = 1 - Math.abs(2 * at(x * scale + octave * 31.7, y * scale + octave * 5.3) - 1);
        sum += fold * fold * weight;
        total += weight;
        weight *= 0.46;
        scale *= 2.1;
      }
      return sum / total;
    },
  };
}

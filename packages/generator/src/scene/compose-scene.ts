/** The layers of each scene. What is behind comes first. */
import type { Chance } from "../random.ts";
import type { Reading, Scene } from "../words/read-prompt.ts";
import type { LayerSpec, ParticleSpec } from "./layers.ts";

type Compose = (reading: Reading, chance: Chance) => readonly LayerSpec[];

const sky = (reading: Reading, chance: Chance): readonly LayerSpec[] => {
  const stars: readonly LayerSpec[] =
    reading.time === "night" && reading.weather === "clear"
      ? [{ kind: "stars", depth: 0.02, count: 420 }]
      : [];
  const cover = { clear: chance.between(0.25, 0.5), rain: 0.8, snow: 0.7, fog: 0.55 };
  return [
    { kind: "sky", depth: 0.02 },
    ...stars,
    {
      kind: "clouds",
      depth: 0.05,
      base: chance.between(0.2, 0.34),
      spread: 0.26,
      cover: cover[reading.weather] * (reading.time === "night" ? 0.7 : 1),
      drift: chance.between(0.004, 0.008),
    },
  ];
};

const mist = (reading: Reading, base: number, depth: number): readonly LayerSpec[] =>
  reading.weather === "clear" && reading.time !== "dawn"
    ? []
    : [
        {
          kind: "clouds",
          depth,
          base,
          spread: 0.1,
          cover: reading.weather === "fog" ? 0.85 : 0.5,
          drift: 0.012,
        },
      ];

const side = (chance: Chance) => (chance.next() < 0.5 ? ("left" as const) : ("right" as const));

const sea: Compose = (reading, chance) => {
  const horizon = chance.between(0.54, 0.62);
  const ridge = { kind: "ridge", snow: 0, frequency: 1.6 } as const;
  const near = side(chance);
  return [
    ...sky(reading, chance),
    { ...ridge, depth: 0.1, base: horizon + 0.01, amplitude: 0.1, distance: 0.8, side: near },
    ...mist(reading, horizon - 0.02, 0.12),
    { kind: "water", depth: 0.12, horizon, calm: chance.between(0.35, 0.7) },
    {
      ...ridge,
      depth: 0.7,
      base: 1.05,
      amplitude: chance.between(0.3, 0.42),
      distance: 0.05,
      side: near === "left" ? "right" : "left",
    },
  ];
};

const mountains: Compose = (reading, chance) => {
  const snow = reading.weather === "snow" ? 1 : chance.between(0.3, 0.75);
  const ridge = { kind: "ridge", side: "both" } as const;
  const start = chance.between(0.44, 0.5);
  return [
    ...sky(reading, chance),
    { ...ridge, depth: 0.08, base: start, amplitude: 0.34, frequency: 1.5, distance: 0.85, snow },
    {
      ...ridge,
      depth: 0.18,
      base: start + 0.12,
      amplitude: 0.26,
      frequency: 2.1,
      distance: 0.6,
      snow: snow * 0.6,
    },
    ...mist(reading, start + 0.16, 0.22),
    {
      ...ridge,
      depth: 0.34,
      base: start + 0.24,
      amplitude: 0.2,
      frequency: 2.4,
      distance: 0.34,
      snow: 0,
    },
    ...mist(reading, start + 0.3, 0.4),
    { kind: "trees", depth: 0.58, base: start + 0.38, height: 0.09, count: 120, distance: 0.2 },
    { kind: "trees", depth: 1, base: 0.99, height: 0.2, count: 46, distance: 0 },
  ];
};

const city: Compose = (reading, chance) => {
  const horizon = chance.between(0.7, 0.76);
  const night = reading.time === "night" || reading.time === "sunset";
  const lit = night ? 0.34 : 0.05;
  const signs = reading.neon ? 9 : 0;
  const tower = { kind: "skyline", base: horizon + 0.005, lit } as const;
  return [
    ...sky(reading, chance),
    { ...tower, depth: 0.08, height: 0.3, distance: 0.78, lit: lit * 0.5, signs: 0 },
    {
      ...tower,
      depth: 0.16,
      height: 0.42,
      distance: 0.5,
      lit: lit * 0.8,
      signs: Math.ceil(signs / 2),
    },
    ...mist(reading, horizon - 0.06, 0.2),
    { ...tower, depth: 0.3, height: 0.34, distance: 0.18, signs },
    { kind: "water", depth: 0.3, horizon, calm: reading.weather === "rain" ? 0.55 : 0.75 },
  ];
};

const forest: Compose = (reading, chance) => {
  const base = chance.between(0.6, 0.66);
  const trees = { kind: "trees" } as const;
  return [
    ...sky(reading, chance),
    {
      kind: "ridge",
      side: "both",
      depth: 0.05,
      base: base - 0.1,
      amplitude: 0.2,
      frequency: 1.4,
      distance: 0.9,
      snow: 0,
    },
    { ...trees, depth: 0.12, base, height: 0.22, count: 90, distance: 0.74 },
    ...mist({ ...reading, time: "dawn" }, base + 0.02, 0.18),
    { ...trees, depth: 0.26, base: base + 0.1, height: 0.34, count: 60, distance: 0.5 },
    ...mist({ ...reading, time: "dawn" }, base + 0.12, 0.32),
    { ...trees, depth: 0.48, base: base + 0.22, height: 0.5, count: 34, distance: 0.24 },
    { ...trees, depth: 0.9, base: 1.02, height: 0.42, count: 24, distance: 0.08 },
  ];
};

const desert: Compose = (reading, chance) => {
  const base = chance.between(0.5, 0.58);
  const dunes = { kind: "dunes" } as const;
  return [
    ...sky(reading, chance),
    {
      kind: "ridge",
      side: side(chance),
      depth: 0.06,
      base: base + 0.01,
      amplitude: 0.1,
      frequency: 1.2,
      distance: 0.86,
      snow: 0,
    },
    {
      ...dunes,
      depth: 0.14,
      base: base + 0.02,
      amplitude: 0.07,
      frequency: 1.9,
      distance: 0.62,
      ripples: 0,
    },
    {
      ...dunes,
      depth: 0.3,
      base: base + 0.12,
      amplitude: 0.12,
      frequency: 1.3,
      distance: 0.36,
      ripples: 0.3,
    },
    {
      ...dunes,
      depth: 0.62,
      base: base + 0.29,
      amplitude: 0.17,
      frequency: 0.9,
      distance: 0.12,
      ripples: 1,
    },
  ];
};

const space: Compose = (_reading, chance) => {
  const left = chance.next() < 0.5;
  return [
    { kind: "nebula", depth: 0.04 },
    { kind: "stars", depth: 0.06, count: 700 },
    { kind: "stars", depth: 0.14, count: 120 },
    {
      kind: "planet",
      depth: 0.35,
      x: left ? chance.between(0.24, 0.36) : chance.between(0.64, 0.76),
      y: chance.between(0.46, 0.62),
      radius: chance.between(0.24, 0.36),
      ring: chance.next() < 0.6,
    },
    {
      kind: "planet",
      depth: 0.6,
      x: left ? chance.between(0.74, 0.86) : chance.between(0.14, 0.26),
      y: chance.between(0.2, 0.34),
      radius: chance.between(0.03, 0.06),
      ring: false,
    },
  ];
};

const meadow: Compose = (reading, chance) => {
  const base = chance.between(0.54, 0.6);
  const hill = { kind: "dunes", ripples: 0 } as const;
  return [
    ...sky(reading, chance),
    {
      kind: "ridge",
      side: "both",
      depth: 0.07,
      base: base - 0.02,
      amplitude: 0.16,
      frequency: 1.6,
      distance: 0.84,
      snow: 0,
    },
    { ...hill, depth: 0.16, base: base + 0.03, amplitude: 0.07, frequency: 1.6, distance: 0.6 },
    ...mist(reading, base + 0.06, 0.2),
    { kind: "trees", depth: 0.24, base: base + 0.12, height: 0.05, count: 26, distance: 0.5 },
    { ...hill, depth: 0.34, base: base + 0.12, amplitude: 0.09, frequency: 1.2, distance: 0.34 },
    { ...hill, depth: 0.6, base: base + 0.26, amplitude: 0.08, frequency: 0.9, distance: 0.12 },
    { kind: "grass", depth: 1, base: 1.02, height: 0.2 },
  ];
};

const COMPOSE: Readonly<Record<Scene, Compose>> = {
  sea,
  mountains,
  city,
  forest,
  desert,
  space,
  meadow,
};

export function composeLayers(reading: Reading, chance: Chance): readonly LayerSpec[] {
  return COMPOSE[reading.scene](reading, chance);
}

export function composeParticles(reading: Reading): readonly ParticleSpec[] {
  const { scene, time, weather } = reading;
  if (weather === "rain") return [{ kind: "rain", count: 420 }];
  if (weather === "snow") return [{ kind: "snow", count: 340 }];
  if (scene === "meadow" && time === "night") return [{ kind: "fireflies", count: 46 }];
  if (scene === "forest" && time === "night") return [{ kind: "fireflies", count: 34 }];
  if (scene === "city" || scene === "sea" || scene === "space") return [];
  return [{ kind: "dust", count: 60 }];
}

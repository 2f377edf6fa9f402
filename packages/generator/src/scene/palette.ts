import { mix, rgb } from "../colour.ts";
import type { Rgb } from "../colour.ts";
import type { Chance } from "../random.ts";
import type { Reading, Scene, TimeOfDay } from "../words/read-prompt.ts";

/** The few colours that one clip is made of. */
export interface Palette {
  readonly zenith: Rgb;
  readonly middle: Rgb;
  readonly horizon: Rgb;
  /** Of the sun or the moon, and of what it shines on. */
  readonly light: Rgb;
  /** What distance fades into. */
  readonly haze: Rgb;
  /** What stands nearest. */
  readonly near: Rgb;
  /** Lit windows, fireflies, signs. */
  readonly accents: readonly Rgb[];
}

type Row = readonly [zenith: string, middle: string, horizon: string, light: string, haze: string];

/** Several skies for each time, so that another seed is another day. */
const SKIES: Readonly<Record<TimeOfDay, readonly [Row, ...Row[]]>> = {
  dawn: [
    ["#35507d", "#b98fa6", "#ffd2b0", "#ffe9cf", "#d9b4b0"],
    ["#2c4a68", "#7fa3b5", "#f7d9b8", "#fff1d8", "#b9c2c0"],
    ["#473a66", "#b57f9d", "#ffbf9d", "#ffe2c4", "#cfa0a6"],
  ],
  day: [
    ["#2f6db3", "#79afd9", "#d6e8ee", "#fffbee", "#b4d0df"],
    ["#1f5a8f", "#5f9fc4", "#c5e0e0", "#fff8e2", "#a2c5cf"],
    ["#3a6ea8", "#8fb7d6", "#e9e9dc", "#fffaf0", "#c2d3da"],
  ],
  sunset: [
    ["#232a54", "#93455f", "#ff9c5a", "#ffdf9e", "#c2705c"],
    ["#2b2350", "#7c3b72", "#ff7e5f", "#ffd08a", "#a85868"],
    ["#1d3557", "#b5586a", "#ffb560", "#ffe6ac", "#d48a62"],
  ],
  night: [
    ["#060b1c", "#0f2140", "#27456b", "#e4ecff", "#1c3454"],
    ["#0a0818", "#1c1a44", "#3c3a72", "#e9e4ff", "#282858"],
    ["#04121c", "#0b2a3c", "#1f5464", "#dcf4ff", "#153e4c"],
  ],
};

const NEAR: Readonly<Record<Scene, string>> = {
  sea: "#101c2a",
  mountains: "#101a2b",
  city: "#0b0f1c",
  forest: "#0c1c1b",
  desert: "#8f4a26",
  space: "#05060f",
  meadow: "#1d3a24",
};

const WINDOWS = ["#ffd9a0", "#ffc477", "#cfe3ff"].map(rgb);
const NEON = ["#ff3d9a", "#29d9ff", "#a66bff", "#ffb13d"].map(rgb);

/** Nights take the light out of what is near. */
const NEAR_LIGHT: Readonly<Record<TimeOfDay, number>> = {
  dawn: 0.75,
  day: 1,
  sunset: 0.7,
  night: 0.35,
};

const GREY: Rgb = [128, 138, 148];
const SAND: Rgb = [222, 172, 122];
const MAGENTA: Rgb = [84, 26, 96];

export function choosePalette(reading: Reading, chance: Chance): Palette {
  const row = chance.pick(SKIES[reading.time]);
  const [zenith, middle, horizon, light, haze] = row.map(rgb) as unknown as [
    Rgb,
    Rgb,
    Rgb,
    Rgb,
    Rgb,
  ];
  const dull = reading.weather === "clear" ? 0 : reading.weather === "fog" ? 0.35 : 0.45;
  const grey = mix([0, 0, 0], GREY, reading.time === "night" ? 0.35 : 1);
  const fade = (colour: Rgb, share: number) => mix(colour, grey, share);
  const glow = reading.neon ? 0.55 : 0;
  const dust = reading.scene === "desert" && reading.time !== "night" ? 0.5 : 0;
  return {
    zenith: fade(zenith, dull * 0.8),
    middle: mix(fade(middle, dull), MAGENTA, glow * 0.5),
    horizon: mix(fade(horizon, dull * 0.7), MAGENTA, glow),
    light: fade(light, dull * 0.3),
    haze: mix(mix(fade(haze, dull * 0.9), SAND, dust), MAGENTA, glow * 0.6),
    near: mix([4, 6, 12], rgb(NEAR[reading.scene]), NEAR_LIGHT[reading.time]),
    accents: reading.neon ? NEON : WINDOWS,
  };
}

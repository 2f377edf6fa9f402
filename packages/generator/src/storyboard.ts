/** Prompt and seed become a storyboard: all that the painter and the composer need. */
import { clipModels } from "@cutroom/domain";
import type { ClipSize } from "@cutroom/domain";
import { createChance, hashText } from "./random.ts";
import type { Chance } from "./random.ts";
import { paintedSize } from "./request.ts";
import type { ClipRequest } from "./request.ts";
import { composeLayers, composeParticles } from "./scene/compose-scene.ts";
import type { LayerSpec, Light, ParticleSpec } from "./scene/layers.ts";
import { choosePalette } from "./scene/palette.ts";
import type { Palette } from "./scene/palette.ts";
import { planSound } from "./sound-plan.ts";
import type { SoundPlan } from "./sound-plan.ts";
import { readPrompt } from "./words/read-prompt.ts";
import type { Reading } from "./words/read-prompt.ts";

export interface Storyboard extends Reading {
  /** Follows from prompt and seed; every chance of painter and composer comes from it. */
  readonly look: number;
  /** Of the finished clip, pixels. */
  readonly size: ClipSize;
  /** Of the painted frames, pixels; the clip is scaled up from them. */
  readonly painted: ClipSize;
  readonly fps: number;
  readonly frames: number;
  readonly palette: Palette;
  readonly light: Light;
  readonly layers: readonly LayerSpec[];
  readonly particles: readonly ParticleSpec[];
  /** One short line; null for a picture without words. */
  readonly caption: string | null;
  readonly sound: SoundPlan;
}

const CAPTION_LENGTH = 44;

/** The prompt as one short line that ends between words. */
export function captionOf(prompt: string): string | null {
  const line = prompt.replace(/\s+/g, " ").trim();
  if (line === "") return null;
  const letters = Array.from(line);
  if (letters.length <= CAPTION_LENGTH) return line;
  const cut = letters.slice(0, CAPTION_LENGTH - 1).join("");
  const space = cut.lastIndexOf(" ");
  return `${(space > CAPTION_LENGTH / 2 ? cut.slice(0, space) : cut).replace(/[\s,.;:]+$/, "")}…`;
}

function placeLight(reading: Reading, chance: Chance): Light {
  const left = chance.next() < 0.5;
  const x = left ? chance.between(0.2, 0.4) : chance.between(0.6, 0.8);
  const height = chance.next();
  const dim = reading.weather === "clear" ? 1 : 0.5;
  if (reading.scene === "space") return { x: left ? -0.1 : 1.1, y: 0.1, radius: 0, strength: 0.5 };
  switch (reading.time) {
    case "dawn":
      return { x, y: 0.4 + 0.08 * height, radius: 0.035 * dim, strength: 0.9 * dim };
    case "day":
      return { x, y: 0.12 + 0.08 * height, radius: 0.03 * dim, strength: 0.6 * dim };
    case "sunset":
      return { x, y: 0.42 + 0.08 * height, radius: 0.055 * dim, strength: dim };
    case "night":
      return {
        x,
        y: 0.16 + 0.08 * height,
        radius: reading.weather === "clear" && !reading.neon ? 0.028 : 0,
        strength: reading.neon ? 0.12 : 0.42 * dim,
      };
  }
}

/** The same request gives the same storyboard; another seed gives another look. */
export function planClip(request: ClipRequest): Storyboard {
  const { fps } = clipModels.procedural;
  const words = request.prompt.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  const look = (hashText(words) ^ Math.imul(request.seed + 1, 0x9e3779b1)) >>> 0;
  const reading = readPrompt(request.prompt, createChance(look, "words"));
  return {
    ...reading,
    look,
    size: clipModels.procedural.sizes[request.ratio],
    painted: paintedSize(request.ratio),
    fps,
    frames: Math.round((request.durationMs * fps) / 1000),
    palette: choosePalette(reading, createChance(look, "palette")),
    light: placeLight(reading, createChance(look, "light")),
    layers: composeLayers(reading, createChance(look, "layers")),
    particles: composeParticles(reading),
    caption: request.caption ? captionOf(request.prompt) : null,
    sound: planSound(reading, createChance(look, "sound")),
  };
}

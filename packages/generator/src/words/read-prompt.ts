/**
 * Reads a prompt for the few words that the procedural model knows, in English and Chinese. It
 * understands nothing beyond them: an unknown prompt gets a look by its seed.
 */
import type { Chance } from "../random.ts";
import { MOTION_WORDS, NEON_WORDS, SCENE_WORDS, TIME_WORDS, WEATHER_WORDS } from "./word-table.ts";
import type { WordTable } from "./word-table.ts";

export const SCENES = ["sea", "mountains", "city", "forest", "desert", "space", "meadow"] as const;
export type Scene = (typeof SCENES)[number];
export const TIMES = ["dawn", "day", "sunset", "night"] as const;
export type TimeOfDay = (typeof TIMES)[number];
export const WEATHERS = ["clear", "rain", "snow", "fog"] as const;
export type Weather = (typeof WEATHERS)[number];
export const MOTIONS = ["left", "right", "rise", "push-in", "pull-out"] as const;
export type Motion = (typeof MOTIONS)[number];

export interface Reading {
  readonly scene: Scene;
  readonly time: TimeOfDay;
  readonly weather: Weather;
  readonly motion: Motion;
  readonly neon: boolean;
}

const CHINESE = /[\u3400-\u9fff]/;
const escape = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Where a word stands in the text; Chinese has no spaces, English words may have endings. */
function placeOf(text: string, word: string): number {
  if (CHINESE.test(word)) return text.indexOf(word);
  return text.search(new RegExp(`\\b${escape(word)}(?:s|es|y|ing)?\\b`));
}

/** The kind whose word comes first; null when none is there. */
function firstKind<K extends string>(text: string, table: WordTable<K>): K | null {
  let best: { readonly kind: K; readonly place: number } | null = null;
  for (const [kind, words] of table) {
    for (const word of words) {
      const place = placeOf(text, word);
      if (place >= 0 && (best === null || place < best.place)) best = { kind, place };
    }
  }
  return best?.kind ?? null;
}

const LIKELY_TIMES: Readonly<Record<Scene, readonly [TimeOfDay, ...TimeOfDay[]]>> = {
  sea: ["sunset", "dawn", "day"],
  mountains: ["dawn", "sunset", "day"],
  city: ["night", "sunset"],
  forest: ["dawn", "day"],
  desert: ["sunset", "dawn", "day"],
  space: ["night"],
  meadow: ["dawn", "sunset", "day"],
};

/** What the words say; what they leave open follows from `chance`. */
export function readPrompt(prompt: string, chance: Chance): Reading {
  const text = prompt.normalize("NFKC").toLowerCase();
  // Drawn always and in one order, so that a word changes only what it speaks of.
  const scene = chance.pick<Scene>(["sea", "mountains", "desert", "meadow"]);
  const motion = chance.pick(MOTIONS);
  const place = chance.next();
  const neon = NEON_WORDS.some((word) => placeOf(text, word) >= 0);
  const weather = firstKind(text, WEATHER_WORDS) ?? "clear";
  const known = firstKind(text, SCENE_WORDS) ?? (neon ? "city" : null);
  const where = known ?? (weather === "snow" ? "mountains" : scene);
  const times = LIKELY_TIMES[where];
  const likely = neon ? "night" : (times[Math.floor(place * times.length)] ?? times[0]);
  return {
    scene: where,
    time: firstKind(text, TIME_WORDS) ?? likely,
    weather: where === "space" ? "clear" : weather,
    motion: firstKind(text, MOTION_WORDS) ?? motion,
    neon,
  };
}

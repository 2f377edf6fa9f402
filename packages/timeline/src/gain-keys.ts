/** Keyframes of a clip's volume: the same keys as those of its picture, in decibels. */
import { z } from "zod";
import { keysOf, valueAt } from "./keys.ts";
import type { Key } from "./keys.ts";
import type { Flicks } from "./time.ts";

export const gainDb = z.number().min(-60).max(24);
/** In time order. `at` counts from the clip's start; trims may leave keys outside. */
export const gainKeys = keysOf(gainDb);

interface Keyed {
  readonly gainKeys?: Key[];
}

/** The volume `at` flicks after the clip's start: a curve that overshoots stays in the range. */
export function keyedGainDb(keys: readonly Key[], at: Flicks): number {
  const value = valueAt(keys, at);
  return Math.min(gainDb.maxValue ?? value, Math.max(gainDb.minValue ?? value, value));
}

function withTimes<T extends Keyed>(audio: T, time: (at: Flicks) => Flicks): T {
  if (audio.gainKeys === undefined) return audio;
  const moved = audio.gainKeys.map(({ at, value, ease }) => ({ at: time(at), value, ease }));
  // Of keys that fall on one time the last one counts, as it did before.
  return { ...audio, gainKeys: moved.filter((key, index) => key.at !== moved[index + 1]?.at) };
}

export function gainKeysMoved<T extends Keyed>(audio: T, delta: Flicks): T {
  return delta === 0 ? audio : withTimes(audio, (at) => at + delta);
}

export function gainKeysStretched<T extends Keyed>(audio: T, factor: number): T {
  return withTimes(audio, (at) => Math.round(at * factor));
}

/** Do they follow one another, no further away than a document can be long? (T17) */
export function gainKeysFit(keys: readonly Key[], longest: Flicks): boolean {
  return keys.every(
    ({ at }, index) => Math.abs(at) <= longest && at > (keys[index - 1]?.at ?? -Infinity),
  );
}

import type { Chance } from "./random.ts";
import type { Reading } from "./words/read-prompt.ts";

export interface SoundPlan {
  readonly bed: "waves" | "wind" | "rain" | "hum" | "leaves" | "void";
  /** Three tones, hertz, of the quiet chord under it. */
  readonly chord: readonly [number, number, number];
  /** Whether something small sings now and then. */
  readonly chirps: boolean;
}

/** Root notes by mood, hertz. */
const ROOTS = [110, 123.47, 130.81, 146.83] as const;

function bedOf({ scene, weather }: Reading): SoundPlan["bed"] {
  if (weather === "rain") return "rain";
  if (scene === "sea") return "waves";
  if (scene === "city") return "hum";
  if (scene === "space") return "void";
  return scene === "forest" || scene === "meadow" ? "leaves" : "wind";
}

export function planSound(reading: Reading, chance: Chance): SoundPlan {
  const root = chance.pick(ROOTS) / (reading.scene === "space" ? 2 : 1);
  const isDark = reading.time === "night" || reading.weather === "rain";
  const third = isDark ? 6 / 5 : 5 / 4;
  const bed = bedOf(reading);
  return { bed, chord: [root, root * third, root * 1.5], chirps: bed === "leaves" };
}

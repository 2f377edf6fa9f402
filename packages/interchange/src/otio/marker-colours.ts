/** Ours and OpenTimelineIO's names for the colours of markers. */
const NAMED = {
  YELLOW: "#e0b64a",
  RED: "#f08a7c",
  GREEN: "#7fcf8e",
  BLUE: "#7ab8f0",
  PURPLE: "#c3a0f0",
} as const;
type Name = keyof typeof NAMED;
const NAMES = Object.keys(NAMED) as readonly Name[];

/** Names that we have no colour of our own for, by the one that is nearest. */
const NEAR: Readonly<Record<string, Name>> = {
  ORANGE: "YELLOW",
  PINK: "RED",
  CYAN: "BLUE",
  MAGENTA: "PURPLE",
};

const parts = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function distance(left: string, right: string): number {
  const other = parts(right);
  return parts(left).reduce((sum, value, index) => sum + (value - (other[index] ?? 0)) ** 2, 0);
}

/** The name of the nearest colour that has one. */
export function nearestColour(colour: string): Name {
  const [first] = NAMES.toSorted((a, b) => distance(NAMED[a], colour) - distance(NAMED[b], colour));
  return first ?? "YELLOW";
}

/** Our colour for a name; amber for one that nobody knows. */
export function colourNamed(name: string): string {
  const upper = name.toUpperCase();
  return NAMED[NAMES.find((known) => known === upper) ?? NEAR[upper] ?? "YELLOW"];
}

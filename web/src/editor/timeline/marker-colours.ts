/** Colours of markers: light enough for dark words on them, and told apart on any ground. */
export const MARKER_COLOURS = {
  amber: "#e0b64a",
  red: "#f08a7c",
  green: "#7fcf8e",
  blue: "#7ab8f0",
  violet: "#c3a0f0",
} as const;
export type MarkerColour = keyof typeof MARKER_COLOURS;
export const MARKER_COLOUR_NAMES = Object.keys(MARKER_COLOURS) as readonly MarkerColour[];

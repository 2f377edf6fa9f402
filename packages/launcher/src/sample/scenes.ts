/** The landscapes of the sample project, as data for `paint.ts`. */

export interface Ridge {
  /** Height of the ridge line, in frame heights from the top. */
  readonly base: number;
  readonly amplitude: number;
  readonly frequency: number;
  readonly phase: number;
  /** Radians a second: nearer ridges drift faster, which reads as depth. */
  readonly drift: number;
  readonly crest: string;
  readonly foot: string;
}

export interface Scene {
  readonly name: string;
  readonly fileName: string;
  readonly sky: readonly [top: string, bottom: string];
  readonly glow: string;
  readonly disc: {
    readonly x: number;
    readonly y: number;
    readonly dx: number;
    readonly dy: number;
    readonly radius: number;
    readonly falloff: number;
    readonly colour: string;
  };
  readonly ridges: readonly Ridge[];
}

const ridge = (
  base: number,
  amplitude: number,
  frequency: number,
  phase: number,
  drift: number,
  crest: string,
  foot: string,
): Ridge => ({ base, amplitude, frequency, phase, drift, crest, foot });

export const SCENES: readonly Scene[] = [
  {
    name: "Dunes at dusk",
    fileName: "dunes-at-dusk.mp4",
    sky: ["#1b1f4b", "#f08a5d"],
    glow: "#ffd08a",
    disc: { x: 0.68, y: 0.4, dx: 0, dy: 0.018, radius: 0.085, falloff: 2.2, colour: "#fff1cf" },
    ridges: [
      ridge(0.62, 0.035, 5, 0.4, 0.05, "#b8566a", "#8d3f63"),
      ridge(0.72, 0.045, 4, 2, 0.11, "#7a3560", "#4d2352"),
      ridge(0.85, 0.05, 3.2, 4.2, 0.2, "#3a1d48", "#1b1030"),
    ],
  },
  {
    name: "Night tide",
    fileName: "night-tide.mp4",
    sky: ["#04101f", "#12405c"],
    glow: "#9fd6ee",
    disc: { x: 0.3, y: 0.26, dx: 0.006, dy: -0.004, radius: 0.06, falloff: 3.2, colour: "#f3f8ff" },
    ridges: [
      ridge(0.58, 0.006, 14, 0.3, 1.2, "#2f7f96", "#15506b"),
      ridge(0.68, 0.012, 9, 1.4, 1, "#1f6079", "#0e3d57"),
      ridge(0.8, 0.018, 7, 3, 0.8, "#124560", "#06263c"),
      ridge(0.92, 0.02, 5, 5, 0.7, "#0a2b44", "#020c18"),
    ],
  },
  {
    name: "Morning ridge",
    fileName: "morning-ridge.mp4",
    sky: ["#7fb4c9", "#f6e7cf"],
    glow: "#fff6dd",
    disc: { x: 0.5, y: 0.5, dx: 0.01, dy: -0.02, radius: 0.07, falloff: 2, colour: "#fffdf4" },
    ridges: [
      ridge(0.55, 0.05, 6, 1, 0.04, "#a9c3bd", "#cfd9c8"),
      ridge(0.66, 0.06, 5, 3.3, 0.08, "#6d9a95", "#a8bfae"),
      ridge(0.78, 0.06, 4, 0.2, 0.14, "#3d6f6c", "#6f9485"),
      ridge(0.9, 0.05, 3.4, 2.2, 0.22, "#1d4545", "#123032"),
    ],
  },
];

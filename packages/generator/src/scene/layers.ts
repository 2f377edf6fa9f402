/** What a picture is made of, back to front. Shares are of the frame's height unless they say so. */
interface Placed {
  /** How much of the camera's movement it follows: 0 is infinitely far, 1 is nearest. */
  readonly depth: number;
}

/** Ground of any kind: a line with a body below it. */
interface Ground extends Placed {
  /** Where the line runs, from the top. */
  readonly base: number;
  readonly amplitude: number;
  /** Waves across one picture. */
  readonly frequency: number;
  /** 0 has the colour of what is near, 1 has faded into the haze. */
  readonly distance: number;
}

export type LayerSpec =
  | ({ readonly kind: "sky" } & Placed)
  | ({ readonly kind: "nebula" } & Placed)
  | ({ readonly kind: "stars"; readonly count: number } & Placed)
  | ({
      readonly kind: "clouds";
      readonly base: number;
      readonly spread: number;
      /** 0 none, 1 closed. */
      readonly cover: number;
      /** Of its own, in widths of the picture per second. */
      readonly drift: number;
    } & Placed)
  | ({
      readonly kind: "ridge";
      readonly snow: number;
      /** The side of the picture it rises at. */
      readonly side: "both" | "left" | "right";
    } & Ground)
  | ({ readonly kind: "dunes"; readonly ripples: number } & Ground)
  | ({
      readonly kind: "trees";
      readonly base: number;
      readonly height: number;
      readonly count: number;
      readonly distance: number;
    } & Placed)
  | ({
      readonly kind: "skyline";
      readonly base: number;
      readonly height: number;
      readonly distance: number;
      /** Share of the windows that are lit. */
      readonly lit: number;
      readonly signs: number;
    } & Placed)
  | ({ readonly kind: "grass"; readonly base: number; readonly height: number } & Placed)
  | ({
      readonly kind: "planet";
      /** Of the width. */
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly ring: boolean;
    } & Placed)
  | ({
      readonly kind: "water";
      readonly horizon: number;
      /** 0 choppy, 1 a mirror. */
      readonly calm: number;
    } & Placed);

export interface ParticleSpec {
  readonly kind: "rain" | "snow" | "dust" | "fireflies";
  readonly count: number;
}

/** Where the light stands: a sun, a moon or, in space, a star out of the picture. */
export interface Light {
  /** Of the width. */
  readonly x: number;
  readonly y: number;
  /** Of the disc; 0 shows none. */
  readonly radius: number;
  readonly strength: number;
}

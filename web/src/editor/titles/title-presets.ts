/** Titles to begin with: a style, a place and a movement, all of which the inspector can change. */
import {
  EASES,
  type Ease,
  FLICKS_PER_SECOND,
  type KeyedField,
  type PictureKeys,
  type Rate,
  type TextClip,
  type TextStyle,
  type Transform,
  frameLength,
  wholeFrames,
} from "@cutroom/timeline";

/** A value so many seconds after the title's first frame, or before its last one. */
interface Point {
  readonly from: "start" | "end";
  readonly seconds: number;
  readonly value: number;
}
const at = (seconds: number, value: number): Point => ({ from: "start", seconds, value });
const left = (seconds: number, value: number): Point => ({ from: "end", seconds, value });

interface Move {
  readonly field: KeyedField;
  readonly points: readonly Point[];
  readonly ease: Ease;
}
const move = (field: KeyedField, points: readonly Point[], ease: Ease = EASES.linear): Move => ({
  field,
  points,
  ease,
});
const fadeIn = move("opacity", [at(0, 0), at(0.3, 1)]);
const fadeInAndOut = move("opacity", [at(0, 0), at(0.4, 1), left(0.4, 1), left(0, 0)]);

/** How a title begins. Places are shares of the frame, from its middle. */
export interface TitlePreset {
  readonly style: Partial<TextStyle>;
  readonly place?: Partial<Transform>;
  readonly moves?: readonly Move[];
}

const LOWER = { style: { size: 0.05, align: "left" }, place: { x: -0.28, y: 0.34 } } as const;
const CREDITS = { size: 0.05, weight: 400, lineHeight: 1.7, shadow: false } as const;
const BIG = { size: 0.11, weight: 700 } as const;

export const TITLE_PRESETS = {
  still: {
    title: { style: BIG },
    lower: LOWER,
    caption: {
      style: { size: 0.055, boxColour: "#000000", boxOpacity: 0.6, shadow: false },
      place: { y: 0.4 },
    },
    boxed: {
      style: {
        size: 0.08,
        weight: 700,
        colour: "#111111",
        boxColour: "#f2c94c",
        shadow: false,
      },
    },
    outlined: {
      style: {
        size: 0.13,
        weight: 700,
        outlineColour: "#111111",
        outlineWidth: 0.06,
        shadow: false,
      },
    },
    quote: { style: { size: 0.07, weight: 400, lineHeight: 1.45 } },
    place: {
      style: { size: 0.04, boxColour: "#111111", boxOpacity: 0.75, shadow: false },
      place: { x: -0.34, y: -0.4 },
    },
    credits: { style: CREDITS },
  },
  moving: {
    rise: {
      style: BIG,
      moves: [move("y", [at(0, 0.18), at(0.6, 0)], EASES["ease-out"]), fadeInAndOut],
    },
    pop: {
      style: { ...BIG, colour: "#f2c94c" },
      moves: [move("scale", [at(0, 0.3), at(0.5, 1)], EASES.overshoot), fadeIn],
    },
    slide: {
      style: { ...LOWER.style, boxColour: "#1a5fb4", shadow: false },
      place: LOWER.place,
      moves: [
        move(
          "x",
          [at(0, -0.9), at(0.6, LOWER.place.x), left(0.6, LOWER.place.x), left(0, -0.9)],
          EASES["ease-in-out"],
        ),
      ],
    },
    drop: {
      style: BIG,
      moves: [move("y", [at(0, -0.7), at(0.7, 0)], EASES.overshoot)],
    },
    grow: {
      style: { size: 0.1 },
      moves: [move("scale", [at(0, 0.9), left(0, 1.15)]), fadeInAndOut],
    },
    stamp: {
      style: { size: 0.1, weight: 700, boxColour: "#b3261e", shadow: false },
      place: { rotationDeg: -6 },
      moves: [move("scale", [at(0, 3), at(0.25, 1)], EASES["ease-in"]), fadeIn],
    },
    swing: {
      style: BIG,
      moves: [
        move(
          "rotationDeg",
          [at(0, -24), at(0.3, 12), at(0.6, -5), at(0.9, 0)],
          EASES["ease-in-out"],
        ),
        fadeIn,
      ],
    },
    roll: { style: CREDITS, moves: [move("y", [at(0, 0.9), left(0, -0.9)])] },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, TitlePreset>>>>;

export type TitleFamily = keyof typeof TITLE_PRESETS;
export type TitleId = { [F in TitleFamily]: keyof (typeof TITLE_PRESETS)[F] }[TitleFamily];
export const TITLE_FAMILIES = Object.keys(TITLE_PRESETS) as readonly TitleFamily[];

const PRESETS = Object.fromEntries(
  Object.values(TITLE_PRESETS).flatMap((family) => Object.entries<TitlePreset>(family)),
) as Readonly<Record<TitleId, TitlePreset>>;

export const titlesOfFamily = (family: TitleFamily): readonly TitleId[] =>
  Object.keys(TITLE_PRESETS[family]) as TitleId[];

function keysOf(moves: readonly Move[], { duration }: TextClip, rate: Rate): PictureKeys {
  const last = duration - frameLength(rate);
  return Object.fromEntries(
    moves.map(({ field, points, ease }) => [
      field,
      points.map(({ from, seconds, value }) => {
        const away = wholeFrames(seconds * FLICKS_PER_SECOND, rate);
        return { at: from === "start" ? away : last - away, value, ease };
      }),
    ]),
  );
}

/** `clip` as the preset has it. Its length must hold the preset's moves: two seconds do. */
export function withTitlePreset(clip: TextClip, id: TitleId, rate: Rate): TextClip {
  const { style, place, moves } = PRESETS[id];
  return {
    ...clip,
    style: { ...clip.style, ...style },
    transform: { ...clip.transform, ...place },
    ...(moves === undefined ? {} : { keys: keysOf(moves, clip, rate) }),
  };
}

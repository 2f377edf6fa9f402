/** Shapes and stickers to begin with; the inspector changes everything about them. */
import { STICKER_FIGURES, type ShapeStyle } from "@cutroom/timeline";

const WHITE = "#ffffff";
const line = (style: Partial<ShapeStyle>): Partial<ShapeStyle> => ({
  fill: null,
  outlineColour: WHITE,
  outlineWidth: 0.015,
  rounding: 1,
  ...style,
});

const AREAS = {
  rectangle: { width: 0.6, height: 0.36, fill: "#3a86ff" },
  rounded: { width: 0.6, height: 0.36, fill: "#f2c94c", rounding: 0.4 },
  circle: { figure: "ellipse", fill: "#ee4256" },
  triangle: { figure: "polygon", points: 3, width: 0.44, height: 0.38, fill: "#35c282" },
  hexagon: { figure: "polygon", points: 6, width: 0.36, height: 0.416, fill: "#8b5cf6" },
  star: { figure: "star", width: 0.44, height: 0.42, fill: "#f2c94c", rounding: 0.05 },
  burst: { figure: "star", points: 16, waist: 0.8, fill: "#ff6b1a" },
  heart: { figure: "heart", width: 0.42, height: 0.38, fill: "#ee4256" },
  cloud: { figure: "cloud", width: 0.5, height: 0.32 },
  speech: { figure: "speech", width: 0.56, height: 0.38, rounding: 0.25 },
  arrow: { figure: "arrow", width: 0.5, height: 0.3, fill: "#ee4256" },
  chevron: { figure: "chevron", width: 0.32, height: 0.36, fill: "#3a86ff" },
  cross: { figure: "cross", waist: 0.35, fill: "#35c282", rounding: 0.08 },
  banner: { figure: "banner", width: 0.8, height: 0.18, fill: "#b3261e" },
  frame: { width: 0.7, height: 0.46, fill: null, outlineColour: WHITE, outlineWidth: 0.015 },
  ring: { figure: "ellipse", fill: null, outlineColour: "#f2c94c", outlineWidth: 0.03 },
} as const satisfies Readonly<Record<string, Partial<ShapeStyle>>>;

const LINES = {
  line: line({ figure: "line", width: 0.6, height: 0.02 }),
  dashes: line({ figure: "line", width: 0.6, height: 0.02, dashed: true, rounding: 0 }),
  pointer: line({ figure: "pointer", width: 0.6, height: 0.14, outlineColour: "#ee4256" }),
  squiggle: line({ figure: "squiggle", width: 0.6, height: 0.05, outlineColour: "#f2c94c" }),
  bracket: line({ figure: "bracket", width: 0.08, height: 0.42, rounding: 0 }),
  tick: line({
    figure: "tick",
    width: 0.4,
    height: 0.3,
    outlineColour: "#35c282",
    outlineWidth: 0.04,
  }),
} as const satisfies Readonly<Record<string, Partial<ShapeStyle>>>;

type StickerId = (typeof STICKER_FIGURES)[number];
const STICKERS = Object.fromEntries(
  STICKER_FIGURES.map((figure) => [figure, { figure }]),
) as Readonly<Record<StickerId, Partial<ShapeStyle>>>;

const SHAPE_PRESETS = { areas: AREAS, lines: LINES, stickers: STICKERS } as const;

type ShapeFamily = keyof typeof SHAPE_PRESETS;
export type ShapeId = { [F in ShapeFamily]: keyof (typeof SHAPE_PRESETS)[F] }[ShapeFamily];
export const SHAPE_FAMILIES = Object.keys(SHAPE_PRESETS) as readonly ShapeFamily[];

const ALL: Readonly<Record<ShapeId, Partial<ShapeStyle>>> = { ...AREAS, ...LINES, ...STICKERS };

export const shapePreset = (id: ShapeId): Partial<ShapeStyle> => ALL[id];

export const shapesOfFamily = (family: ShapeFamily): readonly ShapeId[] =>
  Object.keys(SHAPE_PRESETS[family]) as ShapeId[];

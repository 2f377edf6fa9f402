/**
 * Shapes and stickers: pictures that are drawn from numbers and colours alone. Lengths are shares
 * of the frame's shorter side, so that a circle stays one on a frame of another form.
 */
import { z } from "zod";

const colour = z.string().regex(/^#[0-9a-f]{6}$/);

/** Areas, which have a fill and an outline. */
export const AREA_FIGURES = [
  "rectangle",
  "ellipse",
  "polygon",
  "star",
  "heart",
  "cloud",
  "speech",
  "arrow",
  "chevron",
  "cross",
  "banner",
] as const;

/** Lines, which have an outline only. */
export const LINE_FIGURES = ["line", "pointer", "bracket", "squiggle", "tick"] as const;

/** Drawings of their own colours; an outline is a border all round. */
export const STICKER_FIGURES = [
  "smile",
  "love",
  "cool",
  "wow",
  "sun",
  "moon",
  "rainbow",
  "flame",
  "bolt",
  "sparkles",
  "flower",
  "balloon",
  "gift",
  "trophy",
  "crown",
  "rocket",
  "bell",
  "pin",
] as const;

export const FIGURES = [...AREA_FIGURES, ...LINE_FIGURES, ...STICKER_FIGURES] as const;
export type Figure = (typeof FIGURES)[number];
type LineFigure = (typeof LINE_FIGURES)[number];
type StickerFigure = (typeof STICKER_FIGURES)[number];

const side = z.number().min(0.005).max(4);

export const shapeStyle = z.strictObject({
  figure: z.enum(FIGURES),
  width: side,
  height: side,
  fill: colour.nullable(),
  outlineColour: colour.nullable(),
  outlineWidth: z.number().min(0).max(0.5),
  dashed: z.boolean(),
  /** Of corners, and of a line's ends: 1 is as round as they can be. */
  rounding: z.number().min(0).max(1),
  /** Corners of a polygon, points of a star. */
  points: z.int().min(3).max(24),
  /** A star's inner radius, an arrow's shaft, a cross's arm: a share of the whole. */
  waist: z.number().min(0.05).max(0.95),
  mirrored: z.boolean(),
  shadow: z.boolean(),
});
export type ShapeStyle = z.infer<typeof shapeStyle>;

export const DEFAULT_SHAPE_STYLE: ShapeStyle = {
  figure: "rectangle",
  width: 0.4,
  height: 0.4,
  fill: "#ffffff",
  outlineColour: null,
  outlineWidth: 0.01,
  dashed: false,
  rounding: 0,
  points: 5,
  waist: 0.45,
  mirrored: false,
  shadow: false,
};

export const isLineFigure = (figure: Figure): figure is LineFigure =>
  (LINE_FIGURES as readonly Figure[]).includes(figure);

export const isStickerFigure = (figure: Figure): figure is StickerFigure =>
  (STICKER_FIGURES as readonly Figure[]).includes(figure);

/** What a style's numbers do to a figure; the others change nothing that is seen. */
export function figureTraits(figure: Figure): {
  readonly fills: boolean;
  readonly rounds: boolean;
  readonly hasPoints: boolean;
  readonly hasWaist: boolean;
} {
  const among = (...names: readonly Figure[]) => names.includes(figure);
  return {
    fills: !isLineFigure(figure) && !isStickerFigure(figure),
    rounds:
      isLineFigure(figure) || !(among("ellipse", "heart", "cloud") || isStickerFigure(figure)),
    hasPoints: among("polygon", "star"),
    hasWaist: among("star", "arrow", "chevron", "cross"),
  };
}

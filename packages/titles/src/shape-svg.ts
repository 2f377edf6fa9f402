/** A shape or a sticker as SVG. Nothing but numbers, checked colours and our own paths goes in. */
import { AREAS, LINES } from "./figure-paths.ts";
import { STICKERS } from "./sticker-art.ts";
import type { StickerPart } from "./sticker-art.ts";
import { colour, number } from "./svg-values.ts";

export type FigureName = keyof typeof AREAS | keyof typeof LINES | keyof typeof STICKERS;

/** What a shape looks like. The compiler's `ShapeSpec` has this shape. */
export interface ShapeLook {
  readonly shape: {
    readonly figure: FigureName;
    /** Lengths are shares of `unitPx`. */
    readonly width: number;
    readonly height: number;
    readonly fill: string | null;
    readonly outlineColour: string | null;
    readonly outlineWidth: number;
    readonly dashed: boolean;
    /** 1: corners are as round as they can be. */
    readonly rounding: number;
    readonly points: number;
    readonly waist: number;
    readonly mirrored: boolean;
    readonly shadow: boolean;
  };
  readonly unitPx: number;
  /** The frame, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Offset of the shape's centre from the frame's centre, in pixels. */
  readonly xPx: number;
  readonly yPx: number;
  readonly scale: number;
  readonly rotationDeg: number;
}

const has = <T extends object>(names: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(names, name);

const lengthsOf = ({ shape, unitPx, scale }: ShapeLook) => ({
  width: shape.width * unitPx * scale,
  height: shape.height * unitPx * scale,
  outline: shape.outlineColour === null ? 0 : shape.outlineWidth * unitPx * scale,
  drop: 0.006 * unitPx * scale,
  blur: 0.009 * unitPx * scale,
});

function strokeOf({ shape }: ShapeLook, width: number): string {
  if (shape.outlineColour === null || width <= 0) return "";
  const ends = shape.rounding > 0 ? ' stroke-linejoin="round" stroke-linecap="round"' : "";
  const dashes = shape.dashed
    ? ` stroke-dasharray="${number(2.5 * width)} ${number(2 * width)}"`
    : "";
  return ` stroke="${colour(shape.outlineColour)}" stroke-width="${number(width)}"${ends}${dashes}`;
}

/** A sticker as large as its box lets it be, on a border of one colour if there is one. */
function stickerParts(look: ShapeLook, parts: readonly StickerPart[]): string {
  const { width, height, outline } = lengthsOf(look);
  const zoom = Math.min(width, height) / 100;
  const line = (value: string, lineWidth: number) =>
    ` stroke="${colour(value)}" stroke-width="${number(lineWidth)}" stroke-linecap="round" stroke-linejoin="round"`;
  const border = (value: string) =>
    parts.map(({ path, lineWidth }) => {
      const inside = lineWidth === undefined ? `fill="${colour(value)}"` : 'fill="none"';
      return `<path d="${path}" ${inside}${line(value, (lineWidth ?? 0) + (2 * outline) / zoom)}/>`;
    });
  const drawn = parts.map(({ path, colour: of, lineWidth }) =>
    lineWidth === undefined
      ? `<path d="${path}" fill="${colour(of)}"/>`
      : `<path d="${path}" fill="none"${line(of, lineWidth)}/>`,
  );
  const { outlineColour } = look.shape;
  const behind = outlineColour === null || outline <= 0 ? [] : border(outlineColour);
  const all = [...behind, ...drawn].join("");
  return `<g transform="scale(${number(zoom)}) translate(-50 -50)">${all}</g>`;
}

function partsOf(look: ShapeLook): string {
  const { figure, fill } = look.shape;
  const { width, height, outline } = lengthsOf(look);
  if (has(STICKERS, figure)) return stickerParts(look, STICKERS[figure]);
  const form = { ...look.shape, width, height };
  const stroke = strokeOf(look, outline);
  if (has(LINES, figure)) return `<path d="${LINES[figure](form)}" fill="none"${stroke}/>`;
  const inside = fill === null ? "none" : colour(fill);
  return `<path d="${AREAS[figure](form)}" fill="${inside}"${stroke}/>`;
}

/** How far the shadow shows beyond the shape, in pixels. */
export function shapeShadowReach(look: ShapeLook): number {
  const { drop, blur } = lengthsOf(look);
  return look.shape.shadow ? Math.ceil(drop + 3 * blur) : 0;
}

/** A line has no height of its own, so the filter's area is said in pixels. */
function shadowFilter(look: ShapeLook): string {
  const { width, height, outline, drop, blur } = lengthsOf(look);
  const [x, y] = [width / 2, height / 2].map((half) => half + 2 * outline + drop + 3 * blur);
  const area = `x="${number(-(x ?? 0))}" y="${number(-(y ?? 0))}" width="${number(2 * (x ?? 0))}" height="${number(2 * (y ?? 0))}"`;
  const shadow = `<feDropShadow dx="0" dy="${number(drop)}" stdDeviation="${number(blur)}" flood-color="#000000" flood-opacity="0.6"/>`;
  return `<filter id="shadow" filterUnits="userSpaceOnUse" ${area}>${shadow}</filter>`;
}

/** The whole frame with the shape on it. Throws on numbers or colours out of form. */
export function shapeSvg(look: ShapeLook): string {
  const { shape } = look;
  const place = `translate(${number(look.width / 2 + look.xPx)} ${number(look.height / 2 + look.yPx)})`;
  const turn = `rotate(${number(look.rotationDeg)})${shape.mirrored ? " scale(-1 1)" : ""}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${number(look.width)}" height="${number(look.height)}">`,
    shape.shadow ? shadowFilter(look) : "",
    `<g transform="${place} ${turn}"${shape.shadow ? ' filter="url(#shadow)"' : ""}>`,
    `${partsOf(look)}</g></svg>`,
  ].join("");
}

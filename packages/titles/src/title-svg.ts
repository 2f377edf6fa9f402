/** A title as SVG. Only numbers, colours that match a pattern and escaped text go in. */
import type { FontRun } from "./coverage.ts";
import { fontFileFor } from "./fonts.ts";
import type { FontFamily } from "./fonts.ts";
import type { PlacedRun, TitleLayout } from "./layout.ts";
import { colour, number } from "./svg-values.ts";
import { escapeXml } from "./text.ts";

/** What a caption has beyond a title: a place by an edge of the frame, lines that break, words. */
export interface CaptionLook {
  readonly anchor: "top" | "middle" | "bottom";
  /** From the text's anchored edge to the frame's. */
  readonly marginPx: number;
  readonly maxWidthPx: number;
  /** Places in the text, in order, each drawn for itself so that lighting one moves none. */
  readonly words: readonly { readonly from: number; readonly to: number }[];
  /** Index of the word that stands out, in its colour; null: none does. */
  readonly lit: { readonly word: number; readonly colour: string } | null;
}

/** What a title looks like. The compiler's `TitleSpec` has this shape. */
export interface TitleLook {
  readonly text: string;
  readonly style: {
    /** Height of the em box as a share of the frame's height. */
    readonly size: number;
    readonly weight: 400 | 600 | 700;
    readonly colour: string;
    readonly align: "left" | "center" | "right";
    readonly lineHeight: number;
    readonly outlineColour: string | null;
    /** Share of the em box. */
    readonly outlineWidth: number;
    readonly boxColour: string | null;
    readonly boxOpacity: number;
    readonly shadow: boolean;
  };
  /** The frame, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Offset of the block's centre from the frame's centre, in pixels. */
  readonly xPx: number;
  readonly yPx: number;
  readonly scale: number;
  readonly rotationDeg: number;
  readonly caption?: CaptionLook;
}

const BOX_PADDING = 0.3;

/** The height of the em box in pixels. */
export function emOf(look: TitleLook): number {
  return look.style.size * look.height * look.scale;
}

function fontOf(look: TitleLook, family: FontFamily): string {
  const { weight } = fontFileFor(family, look.style.weight);
  return `font-family="${family}" font-weight="${weight}"`;
}

function textElement(look: TitleLook, run: PlacedRun, anchor: string): string {
  const lit = look.caption?.lit ?? null;
  const fill = lit !== null && run.word === lit.word ? ` fill="${colour(lit.colour)}"` : "";
  const place = `x="${number(run.x)}" y="${number(run.y)}" text-anchor="${anchor}"`;
  const font = `${fontOf(look, run.family)} font-size="${number(emOf(look))}"`;
  return `<text ${place} ${font}${fill} xml:space="preserve">${escapeXml(run.text)}</text>`;
}

/** One run alone, its end or its start at 0: the difference of their boxes is its advance. */
export function measureSvg(look: TitleLook, run: FontRun, anchor: "start" | "end"): string {
  const text = textElement(look, { ...run, x: 0, y: 0, anchor: "start", word: null }, anchor);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${text}</svg>`;
}

/** How far the shadow shows beyond the letters, in pixels. */
export function shadowReach(look: TitleLook): number {
  return look.style.shadow ? Math.ceil(0.3 * emOf(look)) : 0;
}

/** The whole frame with the title on it. */
export function titleSvg(look: TitleLook, layout: TitleLayout): string {
  const { style } = look;
  const em = emOf(look);
  const texts = layout.runs.map((run) => textElement(look, run, run.anchor)).join("");
  const outline =
    style.outlineColour !== null && style.outlineWidth > 0
      ? ` stroke="${colour(style.outlineColour)}" stroke-width="${number(2 * style.outlineWidth * em)}" stroke-linejoin="round" paint-order="stroke"`
      : "";
  const shadow = style.shadow ? ' filter="url(#shadow)"' : "";
  const centreX = number(look.width / 2 + look.xPx);
  const centreY = number(centreOf(look, layout) + look.yPx);
  const turn = `translate(${centreX} ${centreY}) rotate(${number(look.rotationDeg)})`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${number(look.width)}" height="${number(look.height)}">`,
    style.shadow ? shadowFilter(look) : "",
    `<g transform="${turn}">`,
    boxRect(look, layout),
    `<g fill="${colour(style.colour)}"${outline}${shadow}>${texts}</g></g></svg>`,
  ].join("");
}

/** Where the middle of the text lies when nothing moves it. */
function centreOf({ height, caption }: TitleLook, { blockHeight }: TitleLayout): number {
  if (caption === undefined || caption.anchor === "middle") return height / 2;
  const edge = caption.marginPx + blockHeight / 2;
  return caption.anchor === "top" ? edge : height - edge;
}

/** The filter's area stays near the text's own box: resvg fills all of it, seen or not. */
function shadowFilter(look: TitleLook): string {
  const em = emOf(look);
  const drop = `dx="0" dy="${number(0.05 * em)}" stdDeviation="${number(0.06 * em)}"`;
  return `<filter id="shadow" x="-0.1" y="-0.3" width="1.2" height="1.6"><feDropShadow ${drop} flood-color="#000000" flood-opacity="0.75"/></filter>`;
}

function boxRect(look: TitleLook, { blockWidth, blockHeight }: TitleLayout): string {
  const { boxColour, boxOpacity } = look.style;
  if (boxColour === null || boxOpacity <= 0) return "";
  const pad = BOX_PADDING * emOf(look);
  const width = blockWidth + 2 * pad;
  const height = blockHeight + pad;
  const corner = number(0.15 * emOf(look));
  return `<rect x="${number(-width / 2)}" y="${number(-height / 2)}" width="${number(width)}" height="${number(height)}" rx="${corner}" fill="${colour(boxColour)}" fill-opacity="${number(boxOpacity)}"/>`;
}

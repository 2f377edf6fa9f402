/** The words of a clip as a picture, and how they come and go. */
import type { Storyboard } from "@cutroom/generator";
import { checkCoverage } from "@cutroom/titles";
import type { TitleLook } from "@cutroom/titles";

/** Height of the letters' box, in sides of a square as large as the frame. */
const EM = 0.037;
/** Share of the width that a line may take. */
const LINE = 0.82;
const FADE_IN_S = 0.8;
const FADE_OUT_S = 0.6;
const STARTS_S = 0.4;
/** How far the words rise while they appear, in ems. */
const RISE_EMS = 0.5;

/** About how wide a word is, in ems: an ideograph is as wide as it is high. */
function widthOf(word: string): number {
  let width = 0;
  for (const letter of word) width += letter > "\u2e7f" ? 1 : 0.54;
  return width;
}

/** Lines of at most `most` ems; a text without spaces breaks anywhere. */
function wrap(text: string, most: number): string {
  const words = text.match(/[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+\s*|\s+/g);
  const lines: string[] = [];
  let line = "";
  for (const word of words ?? []) {
    if (line !== "" && widthOf(line) + widthOf(word.trimEnd()) > most) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += word;
  }
  return [...lines, line.trimEnd()].join("\n");
}

/** Null when there are no words, or some that no font of ours draws. */
export function captionLook(board: Storyboard): TitleLook | null {
  if (board.caption === null || checkCoverage(board.caption).length > 0) return null;
  const { width, height } = board.size;
  const em = EM * Math.sqrt(width * height);
  return {
    text: wrap(board.caption, (LINE * width) / em),
    style: {
      size: em / height,
      weight: 600,
      colour: "#ffffff",
      align: "center",
      lineHeight: 1.25,
      outlineColour: null,
      outlineWidth: 0,
      boxColour: null,
      boxOpacity: 0,
      shadow: true,
    },
    width,
    height,
    xPx: 0,
    yPx: Math.round(height * 0.36),
    scale: 1,
    rotationDeg: 0,
  };
}

/** The words over the picture: they fade in while they rise, and fade out before the end. */
export function captionFilters(
  look: TitleLook,
  at: { readonly x: number; readonly y: number; readonly seconds: number },
): string {
  const rise = (RISE_EMS * look.style.size * look.height).toFixed(1);
  const leaves = (at.seconds - FADE_OUT_S - 0.1).toFixed(3);
  const arrived = `min(1,max(0,(t-${STARTS_S})/1.1))`;
  return [
    `[2:v]format=rgba,fade=t=in:st=${STARTS_S}:d=${FADE_IN_S}:alpha=1,`,
    `fade=t=out:st=${leaves}:d=${FADE_OUT_S}:alpha=1[words];`,
    `[picture][words]overlay=x=${at.x}:y='${at.y}+${rise}*pow(1-${arrived},3)':format=gbrp[shown];`,
  ].join("");
}

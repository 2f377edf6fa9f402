/** Where a caption's lines break, so that none is wider than the frame allows. */

export interface TextLine {
  readonly text: string;
  /** Where it begins in the whole text. */
  readonly from: number;
}

/** Ideographs, kana and the marks among them, which need no space to break at. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Never first in a line, and never last. */
const CLOSING =
  /[\u3001\u3002\uff0c\uff0e\uff01\uff1f\uff1a\uff1b\u300d\u300f\uff09\u3011\u300b\u2019\u201d,.!?:;)\]}%]/u;
const OPENING = /[\u300c\u300e\uff08\u3010\u300a\u2018\u201c([{]/u;

/** Pieces between which a line may break: words with the spaces after them, or single ideographs. */
export function breakable(line: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  let before = "";
  for (const character of line) {
    const afterSpace = before === " " && character !== " ";
    const between =
      (WIDE.test(before) || WIDE.test(character)) &&
      character !== " " &&
      !CLOSING.test(character) &&
      !OPENING.test(before);
    if (piece !== "" && (afterSpace || between)) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
    before = character;
  }
  return piece === "" ? pieces : [...pieces, piece];
}

/** As many pieces in each line as fit; one that is too wide by itself stands alone. */
function fill(pieces: readonly string[], widths: readonly number[], limit: number): string[] {
  const lines: string[] = [];
  let line = "";
  let width = 0;
  for (const [index, piece] of pieces.entries()) {
    const wide = widths[index] ?? 0;
    if (line !== "" && width + wide > limit) {
      lines.push(line);
      [line, width] = ["", 0];
    }
    line += piece;
    width += wide;
  }
  return [...lines, line];
}

/**
 * `line` in lines of at most `limitPx`, of about the same length: the narrowest width that needs
 * no more of them. `widthOf` measures a piece of text, in pixels.
 */
export function wrapLine(
  line: TextLine,
  limitPx: number,
  widthOf: (text: string) => number,
): TextLine[] {
  if (line.text === "" || widthOf(line.text) <= limitPx) return [line];
  const pieces = breakable(line.text);
  const widths = pieces.map((piece) => widthOf(piece));
  const count = fill(pieces, widths, limitPx).length;
  let [narrow, wide] = [0, limitPx];
  for (let step = 0; step < 12; step += 1) {
    const middle = (narrow + wide) / 2;
    if (fill(pieces, widths, middle).length <= count) wide = middle;
    else narrow = middle;
  }
  let from = line.from;
  return fill(pieces, widths, wide).map((text) => {
    const placed = { text: text.trimEnd(), from };
    from += text.length;
    return placed;
  });
}

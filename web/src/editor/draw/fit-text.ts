/**
 * Words on the lanes, cut to their room. Measuring is the dearest part of drawing a clip, and the
 * same few names are drawn in every frame: what was measured is remembered.
 */

export interface FittedText {
  readonly text: string;
  readonly widthPx: number;
}

/** The canvas as far as words are concerned. */
type Measuring = Pick<CanvasRenderingContext2D, "font" | "measureText">;

const MOST_REMEMBERED = 4_000;
/** By font and words; those that were cut by their room as well. */
const widths = new Map<string, number>();
const cuts = new Map<string, FittedText>();

/** To be called when a font has arrived: words have other widths from then on. */
export function forgetWidths(): void {
  widths.clear();
  cuts.clear();
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const made = make();
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(key, made);
  return made;
}

function cut(ctx: Measuring, text: string, roomPx: number): FittedText {
  let best = { text: "", widthPx: 0 };
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const part = `${text.slice(0, middle)}…`;
    const { width } = ctx.measureText(part);
    if (width <= roomPx) {
      low = middle;
      best = { text: part, widthPx: width };
    } else high = middle - 1;
  }
  return best;
}

/**
 * The words in the canvas's font, at most `roomPx` wide (whole pixels count), with an ellipsis
 * where they are cut; the canvas has no such thing of its own. Empty when nothing fits.
 */
export function fitText(ctx: Measuring, text: string, roomPx: number): FittedText {
  const room = Math.floor(roomPx);
  const key = `${ctx.font}\n${text}`;
  const widthPx = remembered(widths, key, () => ctx.measureText(text).width);
  if (widthPx <= room) return { text, widthPx };
  return remembered(cuts, `${room}\n${key}`, () => cut(ctx, text, room));
}

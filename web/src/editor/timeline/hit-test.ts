import { type Clip, type ProjectDocument, type Transition, clipsOnTrack } from "@cutroom/timeline";
import { type Row, rowAt } from "./rows.ts";
import { transitionSpan } from "./transition-span.ts";
import { type View, flicksToPx } from "./viewport-maths.ts";

export type Hit =
  | { readonly kind: "clip"; readonly clip: Clip; readonly zone: ClipZone; readonly row: Row }
  | { readonly kind: "cut"; readonly left: Clip; readonly right: Clip; readonly row: Row }
  | { readonly kind: "transition"; readonly transition: Transition; readonly row: Row }
  | { readonly kind: "lane"; readonly row: Row }
  | { readonly kind: "nothing" };
type ClipZone = "body" | "start" | "end" | "fade-in" | "fade-out";

/** A trim handle looks 6 px wide and takes the pointer on 12. */
const TRIM_HIT_PX = 12;
/** Around a cut this much, on either side, moves both clips' edges. */
const ROLL_HIT_PX = 3;
const KNOB_HIT_PX = 8;
/** Fade knobs hang below the clip's name; in low rows, where the name is centred, at the top. */
export function knobY(heightPx: number): number {
  return heightPx < 40 ? 7 : 20;
}
/** Below this width a clip has no fade knobs: they would lie under the trim handles. */
export const KNOBS_FROM_PX = 56;

const NO_FADES = { fadeIn: 0, fadeOut: 0 };

/** The fade that a knob shows and changes: of the picture, or of the sound on audio clips. */
export function fadesOf(clip: Clip): { readonly fadeIn: number; readonly fadeOut: number } {
  if (clip.kind === "compound") return NO_FADES;
  return clip.kind === "media" && clip.mediaKind === "audio" ? clip.audio : clip;
}

interface Box {
  readonly left: number;
  readonly right: number;
}

function zoneAt(
  clip: Clip,
  box: Box,
  view: View,
  x: number,
  y: { readonly inRow: number; readonly rowHeight: number },
): ClipZone {
  const width = box.right - box.left;
  if (width >= KNOBS_FROM_PX && Math.abs(y.inRow - knobY(y.rowHeight)) <= KNOB_HIT_PX) {
    const { fadeIn, fadeOut } = fadesOf(clip);
    const inX = flicksToPx(view, clip.start + fadeIn);
    const outX = flicksToPx(view, clip.start + clip.duration - fadeOut);
    const offset = (fade: number) => (fade === 0 ? TRIM_HIT_PX + 4 : 0);
    if (Math.abs(x - inX - offset(fadeIn)) <= KNOB_HIT_PX) return "fade-in";
    if (Math.abs(x - outX + offset(fadeOut)) <= KNOB_HIT_PX) return "fade-out";
  }
  const handle = Math.min(TRIM_HIT_PX, width / 3);
  if (x < box.left + handle) return "start";
  if (x > box.right - handle) return "end";
  return "body";
}

/** What the pointer is on. `y` counts from the top of the lanes' content. */
export function hitTest(
  document: ProjectDocument,
  rows: readonly Row[],
  view: View,
  x: number,
  y: number,
): Hit {
  const row = rowAt(rows, y);
  if (row === null) return { kind: "nothing" };
  const clips = clipsOnTrack(document, row.trackId);
  const boxOf = (clip: Clip): Box => ({
    left: flicksToPx(view, clip.start),
    right: flicksToPx(view, clip.start + clip.duration),
  });
  const inRow = { inRow: y - row.topPx, rowHeight: row.heightPx };
  for (const transition of Object.values(document.transitions)) {
    const span = transitionSpan(document, transition);
    if (span === null || span.trackId !== row.trackId) continue;
    const inside = x >= flicksToPx(view, span.start) && x <= flicksToPx(view, span.end);
    if (inside && y - row.topPx > row.heightPx * 0.4)
      return { kind: "transition", transition, row };
  }
  for (const [index, clip] of clips.entries()) {
    const box = boxOf(clip);
    const next = clips[index + 1];
    const touches = next !== undefined && next.start === clip.start + clip.duration;
    if (touches && Math.abs(x - box.right) <= ROLL_HIT_PX && box.right - box.left > TRIM_HIT_PX) {
      return { kind: "cut", left: clip, right: next, row };
    }
    if (x >= box.left && x <= box.right) {
      return { kind: "clip", clip, zone: zoneAt(clip, box, view, x, inRow), row };
    }
  }
  return { kind: "lane", row };
}

/** Every clip that a marquee between two corners touches. */
export function clipsInMarquee(
  document: ProjectDocument,
  rows: readonly Row[],
  view: View,
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): string[] {
  const [left, right] = from.x < to.x ? [from.x, to.x] : [to.x, from.x];
  const [top, bottom] = from.y < to.y ? [from.y, to.y] : [to.y, from.y];
  return rows
    .filter((row) => row.topPx < bottom && row.topPx + row.heightPx > top)
    .flatMap((row) => clipsOnTrack(document, row.trackId))
    .filter(
      (clip) =>
        flicksToPx(view, clip.start) < right && flicksToPx(view, clip.start + clip.duration) > left,
    )
    .map((clip) => clip.id);
}

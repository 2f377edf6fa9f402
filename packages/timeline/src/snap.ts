/** Where a dragged time sticks. */
import type { ProjectDocument } from "./document.ts";
import { wholeFrames } from "./frames.ts";
import { editPoints } from "./queries.ts";
import { snapToFrame } from "./time.ts";
import type { Flicks } from "./time.ts";

export interface SnapOptions {
  /** Farther than this nothing pulls; from pixels, so that it feels the same at every zoom. */
  readonly thresholdFlicks: Flicks;
  /** The clips that are being dragged do not attract themselves. */
  readonly excludeClipIds?: readonly string[];
  readonly playheadFlicks?: Flicks;
}

/** What pulls, and where it is: the snap line goes there. */
export type SnapTarget = { readonly timeFlicks: Flicks } & (
  | { readonly kind: "clip"; readonly clipId: string; readonly edge: "start" | "end" }
  | { readonly kind: "origin" }
  | { readonly kind: "marker"; readonly markerId: string }
  | { readonly kind: "playhead" }
);

/** Edit points inside the window, found by bisection: drags ask at every pointer move. */
function edgesNear(document: ProjectDocument, time: Flicks, options: SnapOptions): SnapTarget[] {
  const points = editPoints(document);
  const [from, to] = [time - options.thresholdFlicks, time + options.thresholdFlicks];
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle]?.timeFlicks ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const excluded = new Set(options.excludeClipIds);
  const found: SnapTarget[] = [{ timeFlicks: 0, kind: "origin" }];
  for (let index = low; index < points.length; index += 1) {
    const point = points[index];
    if (!point || point.timeFlicks > to) break;
    if (!excluded.has(point.clipId)) found.push({ kind: "clip", ...point });
  }
  return found;
}

/** By rank: clip edges and the origin, then markers, then the playhead. */
function ranks(document: ProjectDocument, time: Flicks, options: SnapOptions): SnapTarget[][] {
  const markers = Object.values(document.markers).map((marker): SnapTarget => {
    return { timeFlicks: marker.at, kind: "marker", markerId: marker.id };
  });
  const { playheadFlicks } = options;
  const playhead: SnapTarget[] =
    playheadFlicks === undefined ? [] : [{ timeFlicks: playheadFlicks, kind: "playhead" }];
  return [edgesNear(document, time, options), markers, playhead];
}

function nearest(
  candidates: readonly SnapTarget[],
  time: Flicks,
  limit: Flicks,
): SnapTarget | null {
  let best: SnapTarget | null = null;
  let distance = limit;
  for (const candidate of candidates) {
    const away = Math.abs(candidate.timeFlicks - time);
    if (away > distance || (away === distance && best)) continue;
    best = candidate;
    distance = away;
  }
  return best;
}

/**
 * The time that `timeFlicks` sticks to, and to what. A clip's edge within the threshold wins
 * over a marker, and a marker over the playhead, even when that is nearer. With nothing in
 * reach: the nearest frame, and no target.
 */
export function snapTime(
  document: ProjectDocument,
  timeFlicks: Flicks,
  options: SnapOptions,
): { readonly timeFlicks: Flicks; readonly target: SnapTarget | null } {
  for (const candidates of ranks(document, timeFlicks, options)) {
    const found = nearest(candidates, timeFlicks, options.thresholdFlicks);
    if (found) return { timeFlicks: found.timeFlicks, target: found };
  }
  return { timeFlicks: snapToFrame(timeFlicks, document.settings.rate), target: null };
}

/**
 * For a selection that is dragged by `deltaFlicks`: the distance at which one of its edges
 * (given where they were before the drag) sticks. The better rank wins, then the shorter way.
 * With nothing in reach: whole frames.
 */
export function snapDelta(
  document: ProjectDocument,
  edgesFlicks: readonly Flicks[],
  deltaFlicks: Flicks,
  options: SnapOptions,
): { readonly deltaFlicks: Flicks; readonly target: SnapTarget | null } {
  const ranked = edgesFlicks.map((edge) => ({
    edge,
    ranks: ranks(document, edge + deltaFlicks, options),
  }));
  for (const rank of [0, 1, 2]) {
    const found = ranked.flatMap(({ edge, ranks: lists }) => {
      const hit = nearest(lists[rank] ?? [], edge + deltaFlicks, options.thresholdFlicks);
      return hit ? [{ deltaFlicks: hit.timeFlicks - edge, target: hit }] : [];
    });
    const [best] = found.toSorted(
      (a, b) => Math.abs(a.deltaFlicks - deltaFlicks) - Math.abs(b.deltaFlicks - deltaFlicks),
    );
    if (best) return best;
  }
  return { deltaFlicks: wholeFrames(deltaFlicks, document.settings.rate), target: null };
}

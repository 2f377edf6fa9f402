import type { SourceAsset } from "../new-clips.ts";
import { FLICKS_PER_SECOND, framesToFlicks } from "../time.ts";
import type { Flicks } from "../time.ts";

/** A stretch of a source without a cut in it that may be shown. */
export interface Take {
  readonly source: SourceAsset;
  readonly start: Flicks;
  /** Infinite for a still. */
  readonly end: Flicks;
}

/** Hands are still finding the button when a recording begins and ends. */
const SHAKY_FLICKS = 0.6 * FLICKS_PER_SECOND;
/** A frame of the neighbour may stand right at a cut that was measured. */
const MARGIN_FLICKS = 0.08 * FLICKS_PER_SECOND;
/** Shorter ones say nothing. */
export const SHORTEST_FLICKS = 0.4 * FLICKS_PER_SECOND;
/** A pause that is a breath belongs to what is said around it. */
const PAUSE_FLICKS = 0.8 * FLICKS_PER_SECOND;
/** With more of it than this nobody speaks: such sound says nothing of the picture. */
const MOSTLY_SILENT = 0.7;

interface Span {
  readonly start: Flicks;
  readonly end: Flicks;
}

function without(span: Span, gaps: readonly Span[]): Span[] {
  let rest: Span[] = [span];
  for (const gap of gaps) {
    rest = rest.flatMap(({ start, end }) => [
      { start, end: Math.min(end, gap.start) },
      { start: Math.max(start, gap.end), end },
    ]);
    rest = rest.filter(({ start, end }) => end > start);
  }
  return rest;
}

/** Pauses worth leaving out; none where the whole sound is one. */
function pausesOf({ facts }: SourceAsset): readonly Span[] {
  const pauses = (facts.analysis?.silences ?? []).filter(
    ({ start, end }) => end - start >= PAUSE_FLICKS,
  );
  const silent = pauses.reduce((sum, { start, end }) => sum + end - start, 0);
  return silent > MOSTLY_SILENT * facts.duration ? [] : pauses;
}

/**
 * What of a source is worth showing, in its order: its shots, without their outermost frames,
 * the shaky beginning and end of the recording, and long pauses. A source too short for that
 * is one take as it is.
 */
export function takesOf(source: SourceAsset): readonly Take[] {
  const { facts } = source;
  if (facts.kind === "image") return [{ source, start: 0, end: Number.POSITIVE_INFINITY }];
  if (facts.video === null) return [];
  const length = framesToFlicks(facts.video.frameCount, facts.video.rate);
  const whole: Take = { source, start: 0, end: length };
  if (length < 4 * SHAKY_FLICKS) return [whole];
  const cuts = (facts.analysis?.sceneCuts ?? []).filter((at) => at < length);
  const edges = [0, ...cuts, length];
  const pauses = pausesOf(source);
  const takes = edges.slice(1).flatMap((end, index) => {
    const start = edges[index] ?? 0;
    const steady = {
      start: start + (index === 0 ? SHAKY_FLICKS : MARGIN_FLICKS),
      end: end - (index === edges.length - 2 ? SHAKY_FLICKS : MARGIN_FLICKS),
    };
    return steady.end > steady.start ? without(steady, pauses) : [];
  });
  const long = takes.filter(({ start, end }) => end - start >= SHORTEST_FLICKS);
  return long.length === 0 ? [whole] : long.map(({ start, end }) => ({ source, start, end }));
}

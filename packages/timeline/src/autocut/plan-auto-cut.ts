/**
 * AutoCut: which part of which source stands when, so that it can be read, changed and rolled
 * again. Nothing here is hidden: the answer is ordinary clips.
 */
import { ceilToFrame, floorToFrame } from "../frames.ts";
import type { SourceAsset } from "../new-clips.ts";
import { fail, ok } from "../result.ts";
import type { Failure, Result } from "../result.ts";
import type { Flicks, Rate } from "../time.ts";
import { cutGrid } from "./cut-grid.ts";
import type { Pace } from "./cut-grid.ts";
import { SHORTEST_FLICKS, takesOf } from "./takes.ts";
import type { Take } from "./takes.ts";

export interface AutoCutWish {
  /** Videos and stills, in the order of the story. */
  readonly sources: readonly SourceAsset[];
  readonly music: SourceAsset | null;
  readonly lengthFlicks: Flicks;
  readonly pace: Pace;
  /** Another seed is another cut; the same one is the same cut. */
  readonly seed: number;
  readonly rate: Rate;
}

/** One clip of the cut: times on whole frames of the wish's rate. */
export interface AutoCutShot {
  readonly source: SourceAsset;
  readonly start: Flicks;
  readonly duration: Flicks;
  readonly sourceStart: Flicks;
}

/** Chance that comes out the same every time (mulberry32, public domain). */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How far from its turn in the story a take may be chosen, as a share of all takes. */
const WANDER = 0.18;

/** What is left of a take when a shot was cut from it: the pieces before and behind. */
function leftovers(take: Take, from: Flicks, to: Flicks): Take[] {
  if (take.source.facts.kind === "image") return [];
  return [
    { ...take, end: from },
    { ...take, start: to },
  ].filter(({ start, end }) => end > start);
}

interface Turn {
  /** From 0 at the beginning of the cut to 1 at its end. */
  readonly progress: number;
  readonly duration: Flicks;
  readonly last: Take | null;
}

/** The take whose turn it is among those that are long enough; null when none is. */
function choose(takes: readonly Take[], wanted: Turn, chance: () => number): number | null {
  const turn = (wanted.progress + (chance() - 0.5) * WANDER) * (takes.length - 1);
  let best: { readonly index: number; readonly distance: number } | null = null;
  for (const [index, take] of takes.entries()) {
    if (take.end - take.start < wanted.duration) continue;
    // The same source twice in a row is a jump cut, unless there is nothing else.
    const jump = take.source.assetId === wanted.last?.source.assetId ? takes.length : 0;
    const distance = Math.abs(index - turn) + jump;
    if (best === null || distance < best.distance) best = { index, distance };
  }
  return best === null ? null : best.index;
}

/** With less than this many times the wanted length no frame is left out on purpose. */
const ABUNDANT = 2;

/** The longest piece that is left. */
function longest(takes: readonly Take[]): number | null {
  let best: number | null = null;
  const lengthAt = (index: number) => (takes[index]?.end ?? 0) - (takes[index]?.start ?? 0);
  for (const index of takes.keys()) {
    if (best === null || lengthAt(index) > lengthAt(best)) best = index;
  }
  return best;
}

/**
 * How long a shot from `take` lasts when `room` is left until the next cut: all of it, or so much
 * that what then is left can be seen as well. 0 when too little of the take is left.
 */
function shotLength(take: Take, room: Flicks, fps: Rate): Flicks {
  const least = ceilToFrame(SHORTEST_FLICKS, fps);
  const length = floorToFrame(Math.min(room, take.end - take.start), fps);
  const fitting = room - length < least && length < room ? floorToFrame(room - least, fps) : length;
  return fitting >= Math.min(room, least) ? fitting : 0;
}

/** A shot of that length out of a take, so much of the slack into it. */
function shotFrom(
  take: Take,
  at: { readonly start: Flicks; readonly duration: Flicks; readonly rate: Rate },
  into: number,
): AutoCutShot {
  const { source } = take;
  const { start, duration } = at;
  if (source.facts.kind === "image") return { source, start, duration, sourceStart: 0 };
  const latest = Math.floor(take.end - duration);
  const wanted = ceilToFrame(take.start + into * (latest - take.start), at.rate);
  return { source, start, duration, sourceStart: Math.min(wanted, latest) };
}

/**
 * The shots of a cut, end to end from 0. No picture is shown twice: when the sources hold less
 * than was asked for, the cut is shorter. Fails with `autocut.no-picture` when no source has
 * one, and with `autocut.too-short` when none is long enough for a single shot.
 */
export function planAutoCut(
  wish: AutoCutWish,
): Result<readonly AutoCutShot[], Failure<"autocut.no-picture" | "autocut.too-short">> {
  const chance = seeded(wish.seed);
  const takes: Take[] = wish.sources.flatMap((source) => [...takesOf(source)]);
  if (takes.length === 0) return fail("autocut.no-picture");
  const beats = wish.music?.facts.analysis?.beats ?? [];
  const cuts = cutGrid({ ...wish, beats, chance });
  const material = takes.reduce((sum, { start, end }) => sum + end - start, 0);
  const share = material >= ABUNDANT * wish.lengthFlicks ? 0.5 : 0;
  const shots: AutoCutShot[] = [];
  let last: Take | null = null;
  let start = 0;
  for (const cut of cuts.slice(1)) {
    // One shot up to the next cut, or several where no take lasts that long.
    while (start < cut) {
      const turn: Turn = { progress: start / wish.lengthFlicks, duration: cut - start, last };
      const at = choose(takes, turn, chance) ?? longest(takes);
      const take = at === null ? undefined : takes[at];
      const duration = take === undefined ? 0 : shotLength(take, cut - start, wish.rate);
      if (at === null || take === undefined || duration === 0) {
        return shots.length === 0 ? fail("autocut.too-short") : ok(shots);
      }
      const shot = shotFrom(take, { start, duration, rate: wish.rate }, share * chance());
      shots.push(shot);
      takes.splice(at, 1, ...leftovers(take, shot.sourceStart, shot.sourceStart + duration));
      last = take;
      start += duration;
    }
  }
  return ok(shots);
}

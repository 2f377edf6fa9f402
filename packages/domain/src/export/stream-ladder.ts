/**
 * The sizes of an adaptive stream: the same pictures several times, so that a player can choose
 * by its connection. The file itself stays as it is.
 */
import { outputSize } from "./presets.ts";

export const STREAM_RUNGS = [360, 720, 1080] as const;
export type StreamRung = (typeof STREAM_RUNGS)[number];
/** Longer films would fill a step's report; they are shared as the file alone. */
export const STREAM_MAX_MS = 3_600_000;

/** `stream-720`, the name of the rung's file among a step's outputs. */
export const rungName = (rung: StreamRung) => `stream-${rung}` as const;

/** Rungs no larger than the film, smallest first; a film smaller than all is its own only rung. */
export function rungsOf(film: {
  readonly width: number;
  readonly height: number;
}): readonly { readonly name: string; readonly width: number; readonly height: number }[] {
  const side = Math.min(film.width, film.height);
  const fitting = STREAM_RUNGS.filter((rung) => rung <= side);
  return (fitting.length === 0 ? STREAM_RUNGS.slice(0, 1) : fitting).map((rung) => {
    const size = rung <= side ? outputSize(film.width, film.height, rung) : film;
    return { name: rungName(rung), width: size.width, height: size.height };
  });
}

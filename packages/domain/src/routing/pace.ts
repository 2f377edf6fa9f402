/**
 * How many requests of a model may leave in a minute (G4). A few may go at once and the others
 * follow evenly, so that no sixty seconds, wherever they begin, hold more than the vendor allows.
 */
interface Pace {
  readonly burst: number;
  readonly perSecond: number;
}

const SHARE_AT_ONCE = 1 / 6;

/** The pace for a limit of so many a minute, at least 2. */
export function paceOf(perMinute: number): Pace {
  const burst = Math.max(1, Math.floor(perMinute * SHARE_AT_ONCE));
  return { burst, perSecond: (perMinute - burst) / 60 };
}

/**
 * Requests that may leave at once now, when `kept` of them were left `sinceMs` ago; all of them
 * while none has been counted.
 */
export function tokensLeft(pace: Pace, kept: number | null, sinceMs: number): number {
  if (kept === null) return pace.burst;
  return Math.min(pace.burst, kept + (pace.perSecond * sinceMs) / 1_000);
}

/** Until the `place`-th request after those that were let go may leave, milliseconds. */
export function waitForToken(pace: Pace, left: number, place: number): number {
  return Math.ceil((Math.max(0, place - left) / pace.perSecond) * 1_000);
}

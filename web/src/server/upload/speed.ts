/** Estimates how long a transfer still takes, from what went through in the last seconds. */
const WINDOW_MS = 6_000;
const ENOUGH_MS = 1_000;

export interface SpeedMeter {
  /** Seconds until `total`, or null while it is too early to say. */
  readonly secondsLeft: (bytes: number, total: number, nowMs: number) => number | null;
}

/** A meter for one transfer; bytes may jump back when a part is sent again. */
export function speedMeter(): SpeedMeter {
  let samples: { readonly atMs: number; readonly bytes: number }[] = [];
  return {
    secondsLeft(bytes, total, nowMs) {
      samples = [...samples.filter(({ atMs }) => nowMs - atMs < WINDOW_MS), { atMs: nowMs, bytes }];
      const oldest = samples[0];
      if (oldest === undefined || nowMs - oldest.atMs < ENOUGH_MS) return null;
      const perMs = (bytes - oldest.bytes) / (nowMs - oldest.atMs);
      return perMs <= 0 ? null : Math.ceil((total - bytes) / perMs / 1000);
    },
  };
}

/** Structurally the `Clock` of `@cutroom/ports`; it stands still until it is moved. */
export interface FixedClock {
  nowMs(): number;
  advanceMs(ms: number): void;
  setMs(ms: number): void;
}

/** @param startMs epoch ms; a fixed day in 2026 when absent */
export function fixedClock(startMs = Date.UTC(2026, 0, 15, 12)): FixedClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    advanceMs: (ms) => {
      nowMs += ms;
    },
    setMs: (ms) => {
      nowMs = ms;
    },
  };
}

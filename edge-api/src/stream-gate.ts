/** How many event streams this process holds open. */
export interface StreamGate {
  /** What to call when the stream has ended; null when there are too many. */
  enter(): (() => void) | null;
  /** So many that only what happened is pushed, and fine progress waits for it. */
  isBusy(): boolean;
}

/** Share of the limit from which a process counts as busy. */
const BUSY_SHARE = 0.2;

/** A limit of 0 means none. */
export function createStreamGate(limit: number): StreamGate {
  let open = 0;
  return {
    enter() {
      if (limit > 0 && open >= limit) return null;
      open += 1;
      let isOpen = true;
      return () => {
        if (isOpen) open -= 1;
        isOpen = false;
      };
    },
    isBusy: () => limit > 0 && open > limit * BUSY_SHARE,
  };
}

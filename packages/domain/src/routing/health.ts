/**
 * How a model at its vendor does (G4), by what became of the requests that were really sent. Its
 * breaker opens on faults of the vendor's own; being turned away is no fault, and only means to
 * leave it alone for a while.
 */
import type { VendorFailureClass } from "../generate/vendor-status.ts";
import { openForMs } from "../schedule/breaker.ts";
import type { BreakerMove, BreakerState } from "../schedule/breaker.ts";

/** Requests are counted over so long, or since the breaker last moved; the newest so many. */
export const HEALTH = { windowMs: 5 * 60_000, records: 20 } as const;
const FEWEST_ENDS = 5;

interface HealthFacts {
  readonly state: BreakerState;
  /** How long it has been in it. */
  readonly forMs: number;
  /** Openings without a closing in between. */
  readonly times: number;
  /** Requests whose fate is known by now, or will not be: answers, and silence. */
  readonly ends: number;
  readonly faults: number;
  /** Whether the newest of them was one. */
  readonly lastIsFault: boolean;
}

/** Where the breaker of a model goes from here; null: it stays. */
export function moveModelBreaker(facts: HealthFacts): BreakerMove | null {
  const { state, times, ends, faults } = facts;
  switch (state) {
    case "CLOSED":
      return ends >= FEWEST_ENDS && faults * 2 > ends && facts.lastIsFault
        ? { state: "OPEN", times: 1 }
        : null;
    case "OPEN":
      return facts.forMs >= openForMs(times) ? { state: "HALF_OPEN", times } : null;
    case "HALF_OPEN":
      if (faults > 0) return { state: "OPEN", times: times + 1 };
      return ends > 0 ? { state: "CLOSED", times: 0 } : null;
    default:
      return state satisfies never;
  }
}

/** Where a vendor turns a request away and does not say for how long. */
const BUSY_MS = 15_000;
/** One of its jobs ends sooner than that, usually. */
const CROWDED_MS = 10_000;
/** Somebody has to pay, or to mend a key. */
const CLOSED_MS = 10 * 60_000;

/** How long a refusal leaves its model alone, milliseconds; 0: it says nothing of the model. */
export function restAfter(failure: VendorFailureClass, retryAfterMs: number | null): number {
  switch (failure) {
    case "rate_limited":
      return retryAfterMs ?? BUSY_MS;
    case "concurrency":
      return retryAfterMs ?? CROWDED_MS;
    case "quota":
      return Math.max(retryAfterMs ?? 0, CLOSED_MS);
    case "auth":
      return CLOSED_MS;
    case "moderated_input":
    case "moderated_output":
    case "invalid_input":
    case "vendor_error":
    case "timeout":
    case "expired":
      return 0;
    default:
      return failure satisfies never;
  }
}

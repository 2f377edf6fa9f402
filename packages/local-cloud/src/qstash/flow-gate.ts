import type { Table } from "./journal.ts";
import type { FlowControl, Message } from "./message.ts";

type Limits = Omit<FlowControl, "key">;

/** What a person fixed for a key; outlives restarts. */
export interface FlowOverride {
  readonly isPaused: boolean;
  /** Null: what messages say counts. */
  readonly parallelism: number | null;
  readonly rate: { readonly count: number; readonly periodMs: number } | null;
}

const NO_OVERRIDE: FlowOverride = { isPaused: false, parallelism: null, rate: null };

interface FlowState {
  /** Last writer wins, as in QStash. */
  asked: Limits;
  active: number;
  periodStartMs: number;
  countInPeriod: number;
}

export interface FlowInfo extends Limits {
  readonly key: string;
  readonly active: number;
  readonly periodStartMs: number;
  readonly countInPeriod: number;
  readonly override: FlowOverride;
}

/** Counts what is on its way per flow-control key, and says what may go. */
export class FlowGate {
  readonly #flows = new Map<string, FlowState>();
  readonly #overrides: Table<FlowOverride>;

  constructor(overrides: Table<FlowOverride>) {
    this.#overrides = overrides;
    for (const [key] of overrides.entries()) this.#state(key);
  }

  #state(key: string): FlowState {
    const asked = { parallelism: null, rate: null, periodMs: 1000 };
    const state = this.#flows.get(key) ?? { asked, active: 0, periodStartMs: 0, countInPeriod: 0 };
    this.#flows.set(key, state);
    return state;
  }

  #override(key: string): FlowOverride {
    return this.#overrides.get(key) ?? NO_OVERRIDE;
  }

  #limits(key: string): Limits {
    const { asked } = this.#state(key);
    const pinned = this.#override(key);
    return {
      parallelism: pinned.parallelism ?? asked.parallelism,
      rate: pinned.rate?.count ?? asked.rate,
      periodMs: pinned.rate?.periodMs ?? asked.periodMs,
    };
  }

  configure(flow: FlowControl | null): void {
    if (flow !== null) this.#state(flow.key).asked = flow;
  }

  /**
   * When the message may go: now or before (0), at a time, or when another one returns or
   * somebody resumes the key (Infinity).
   */
  opensAtMs(message: Message, nowMs: number): number {
    if (message.flow === null) return 0;
    const { key } = message.flow;
    if (this.#override(key).isPaused) return Infinity;
    const state = this.#state(key);
    const { parallelism, rate, periodMs } = this.#limits(key);
    if (parallelism !== null && parallelism > 0 && state.active >= parallelism) return Infinity;
    const periodEndMs = state.periodStartMs + periodMs;
    const isFull = rate !== null && rate > 0 && state.countInPeriod >= rate;
    return isFull && nowMs < periodEndMs ? periodEndMs : 0;
  }

  enter(message: Message, nowMs: number): void {
    if (message.flow === null) return;
    const state = this.#state(message.flow.key);
    if (nowMs >= state.periodStartMs + this.#limits(message.flow.key).periodMs) {
      state.periodStartMs = nowMs;
      state.countInPeriod = 0;
    }
    state.active += 1;
    state.countInPeriod += 1;
  }

  leave(message: Message): void {
    if (message.flow !== null) this.#state(message.flow.key).active -= 1;
  }

  /** Every key that was ever used since the start, or is paused or pinned. */
  list(): FlowInfo[] {
    return Array.from(this.#flows, ([key, { active, periodStartMs, countInPeriod }]) => ({
      key,
      ...this.#limits(key),
      active,
      periodStartMs,
      countInPeriod,
      override: this.#override(key),
    }));
  }

  fix(key: string, change: Partial<FlowOverride>): void {
    this.#state(key);
    this.#overrides.set(key, { ...this.#override(key), ...change });
  }

  /** Ends the current period: the next message opens a new one. */
  resetRate(key: string, nowMs: number): void {
    const state = this.#state(key);
    state.periodStartMs = nowMs;
    state.countInPeriod = 0;
  }
}

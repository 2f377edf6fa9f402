import type { FlowControl, Message } from "./message.ts";

interface FlowState {
  /** Last writer wins, as in QStash. */
  settings: FlowControl;
  active: number;
  periodStartMs: number;
  countInPeriod: number;
}

/** Counts what is on its way per flow-control key. */
export class FlowGate {
  readonly #flows = new Map<string, FlowState>();

  #state(flow: FlowControl): FlowState {
    const fresh = { settings: flow, active: 0, periodStartMs: 0, countInPeriod: 0 };
    const state = this.#flows.get(flow.key) ?? fresh;
    this.#flows.set(flow.key, state);
    return state;
  }

  configure(flow: FlowControl | null): void {
    if (flow !== null) this.#state(flow).settings = flow;
  }

  /**
   * When the message may go: now or before (0), at a time, or when another one returns
   * (Infinity).
   */
  opensAtMs(message: Message, nowMs: number): number {
    if (message.flow === null) return 0;
    const state = this.#state(message.flow);
    const { parallelism, rate, periodMs } = state.settings;
    if (parallelism !== null && parallelism > 0 && state.active >= parallelism) return Infinity;
    const periodEndMs = state.periodStartMs + periodMs;
    const isFull = rate !== null && rate > 0 && state.countInPeriod >= rate;
    return isFull && nowMs < periodEndMs ? periodEndMs : 0;
  }

  enter(message: Message, nowMs: number): void {
    if (message.flow === null) return;
    const state = this.#state(message.flow);
    if (nowMs >= state.periodStartMs + state.settings.periodMs) {
      state.periodStartMs = nowMs;
      state.countInPeriod = 0;
    }
    state.active += 1;
    state.countInPeriod += 1;
  }

  leave(message: Message): void {
    if (message.flow !== null) this.#state(message.flow).active -= 1;
  }
}

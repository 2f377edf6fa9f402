/** A pool in memory, served by `pick` alone; time moves only when every slot is taken. */
import { UNSERVED, pick, settleCharge } from "./pick.ts";
import type { Lane, PerTier, RunningStep, Share, Snapshot, WaitingStep } from "./pick.ts";
import type { Tier } from "./pools.ts";

export const emptyLane: Lane = {
  vglobals: [0, 0, 0],
  sinceServedMs: [Infinity, Infinity, Infinity],
  picks: 0,
  runTier: null,
  runLength: 0,
  isFreePaused: false,
  maxInFlight: null,
  capacity: null,
};

export function waitingStep(over: Partial<WaitingStep> & { readonly id: string }): WaitingStep {
  return {
    tenantId: "t",
    userId: "u",
    model: "",
    tier: 1,
    waitMs: 0,
    estSeconds: 10,
    weight: 1,
    tenantCap: 0,
    userCap: 0,
    ...over,
  };
}

export function snapshotOf(over: Partial<Snapshot>): Snapshot {
  return {
    lane: emptyLane,
    shares: new Map(),
    reservedSlots: new Map(),
    running: [],
    modelCaps: new Map(),
    waiting: [],
    ...over,
  };
}

interface Started extends RunningStep {
  readonly step: WaitingStep;
  readonly startedMs: number;
  readonly endsMs: number;
}

export interface PoolSettings {
  readonly slots: number;
  readonly lane?: Partial<Lane>;
  readonly reserved?: ReadonlyMap<string, number>;
  /** What a step really takes, seconds. */
  readonly actualSeconds?: (step: WaitingStep) => number;
}

/** `waitMs` of an added step is counted from when it was added. */
export class SimulatedPool {
  readonly started: Started[] = [];
  readonly #books = new Map<
    string,
    PerTier<{ readonly vtime: number; readonly servedMs: number }>
  >();
  readonly #servedMs: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  nowMs = 0;
  lane: Lane;
  readonly #waiting = new Map<string, { step: WaitingStep; readyMs: number }>();
  #running: Started[] = [];
  readonly #settings: PoolSettings;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
    this.lane = { ...emptyLane, ...settings.lane };
  }

  add(step: WaitingStep): void {
    this.#waiting.set(step.id, { step, readyMs: this.nowMs - step.waitMs });
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  get freeSlots(): number {
    return this.#settings.slots - this.#running.length;
  }

  snapshot(): Snapshot {
    const { lane, nowMs } = this;
    const [best, middle, worst] = this.#servedMs;
    const shares = [...this.#books].map(([tenantId, books]): [string, PerTier<Share>] => {
      const shareOf = (tier: Tier) => {
        const { vtime, servedMs } = books[tier];
        return { vtime, sinceServedMs: nowMs - servedMs };
      };
      return [tenantId, [shareOf(0), shareOf(1), shareOf(2)]];
    });
    return {
      lane: { ...lane, sinceServedMs: [nowMs - best, nowMs - middle, nowMs - worst] },
      shares: new Map(shares),
      reservedSlots: this.#settings.reserved ?? new Map(),
      running: this.#running,
      modelCaps: new Map(),
      waiting: [...this.#waiting.values()].map(({ step, readyMs }) =>
        Object.assign({}, step, { waitMs: nowMs - readyMs }),
      ),
    };
  }

  #note(
    { tenantId, tier }: WaitingStep,
    change: (vtime: number) => number,
    servedMs?: number,
  ): void {
    const none = { vtime: UNSERVED.vtime, servedMs: -Infinity };
    const [best, middle, worst] = this.#books.get(tenantId) ?? [none, none, none];
    const books: [typeof none, typeof none, typeof none] = [best, middle, worst];
    const before = books[tier];
    books[tier] = { vtime: change(before.vtime), servedMs: servedMs ?? before.servedMs };
    this.#books.set(tenantId, books);
  }

  /** Starts what may start; answers how many did. */
  fill(): number {
    let count = 0;
    while (this.freeSlots > 0) {
      const picked = pick(this.snapshot());
      if (picked === null) return count;
      const { step } = picked;
      this.lane = picked.lane;
      this.#servedMs[step.tier] = this.nowMs;
      this.#note(step, () => picked.vtime, this.nowMs);
      this.#waiting.delete(step.id);
      const seconds = this.#settings.actualSeconds?.(step) ?? step.estSeconds;
      const { tenantId, userId, model } = step;
      const begun = { startedMs: this.nowMs, endsMs: this.nowMs + seconds * 1_000 };
      const entry = { tenantId, userId, model, step, ...begun };
      this.#running.push(entry);
      this.started.push(entry);
      count += 1;
    }
    return count;
  }

  /** Lets time go on to the next end; false when nothing runs. */
  advance(): boolean {
    if (this.#running.length === 0) return false;
    this.nowMs = Math.min(...this.#running.map((entry) => entry.endsMs));
    const ended = this.#running.filter((entry) => entry.endsMs <= this.nowMs);
    this.#running = this.#running.filter((entry) => entry.endsMs > this.nowMs);
    for (const { step, startedMs, endsMs } of ended) {
      const { estSeconds, weight } = step;
      const actualSeconds = (endsMs - startedMs) / 1_000;
      const change = settleCharge({ estSeconds, actualSeconds, weight });
      this.#note(step, (vtime) => vtime + change);
    }
    return true;
  }
}

/** 1 when all are equal, 1/n when one has everything. */
export function jain(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  const squares = values.reduce((total, value) => total + value * value, 0);
  return (sum * sum) / (values.length * squares);
}

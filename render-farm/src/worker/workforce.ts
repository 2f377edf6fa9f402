/**
 * All steps that this process runs. A wake-up is a hint: the workforce then asks for the best
 * steps of its pools, as many as it has free slots, and asks again whenever one ends.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { claim, claimHeld } from "./claim.ts";
import type { PoolName } from "./farm-api.ts";
import { beginPresence } from "./presence.ts";
import { runStep } from "./run.ts";
import type { RunningStep, WorkerDeps } from "./run.ts";
import type { Slots } from "./slots.ts";

/** `full`: whoever frees a slot asks, so this wake-up has done what it can. */
export type WakeOutcome = "asking" | "full" | "draining";

export interface Workforce {
  /** Registers the worker and begins to ask for work. */
  start(): void;
  /** Something may wait. Answers at once. */
  wake(): WakeOutcome;
  /** Resolves when nothing runs and nothing is being asked for. */
  idle(): Promise<void>;
  /** Takes no more work, waits `graceMs` for what runs, then stops it and waits for the rest. */
  drain(graceMs: number): Promise<void>;
}

export interface WorkforceSettings {
  readonly deps: WorkerDeps;
  readonly slots: Slots;
  readonly pools: readonly PoolName[];
}

/**
 * After an answer of nothing: every step that becomes ready knocks at some farm, and most find
 * that another has taken it. What knocks meanwhile is answered by one question at the end.
 */
const PAUSE_MS = 200;

/** Resolves with true when `work` ends first. */
async function within(work: Promise<unknown>, graceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), graceMs);
  });
  const ended = await Promise.race([work.then(() => true), grace]);
  clearTimeout(timer);
  return ended;
}

class Crew implements Workforce {
  readonly #running = new Set<RunningStep>();
  readonly #settings: WorkforceSettings;
  #asking: Promise<void> | null = null;
  #askAgain = false;
  readonly #ending = new AbortController();
  #draining = false;
  #asked = 0;
  #presence: ReturnType<typeof beginPresence> | null = null;

  constructor(settings: WorkforceSettings) {
    this.#settings = settings;
  }

  start(): void {
    const { deps, slots, pools } = this.#settings;
    this.#presence = beginPresence({
      api: deps.api,
      workerId: deps.workerId,
      pools,
      slots: slots.total,
      formats: deps.exportTools.formats,
      onBeat: () => void this.wake(),
    });
  }

  wake(): WakeOutcome {
    if (this.#draining) return "draining";
    if (this.#settings.slots.free() === 0) return "full";
    if (this.#asking === null) {
      this.#asking = this.#ask().finally(() => {
        this.#asking = null;
      });
    } else {
      // The answer under way may have been given before the step was there.
      this.#askAgain = true;
    }
    return "asking";
  }

  /** The pools in turn, so that a busy one never keeps the worker from the others. */
  #poolsInTurn(): readonly PoolName[] {
    const { pools } = this.#settings;
    const first = this.#asked % pools.length;
    this.#asked += 1;
    return [...pools.slice(first), ...pools.slice(0, first)];
  }

  async #ask(): Promise<void> {
    const { deps, slots } = this.#settings;
    do {
      this.#askAgain = false;
      await this.#resumeHeld();
      const limit = slots.free();
      if (limit === 0 || this.#draining) return;
      const pools = this.#poolsInTurn();
      const claimed = await claim(deps.api, { workerId: deps.workerId, pools, limit });
      if (claimed.kind === "unavailable") return deps.log("claim.unavailable", { ...claimed });
      for (const step of claimed.steps) this.#begin(step);
      if (claimed.steps.length === 0) await this.#pause();
    } while (this.#askAgain);
  }

  /** What is finished and waits for the store comes before new work. */
  async #resumeHeld(): Promise<void> {
    const { deps, slots } = this.#settings;
    for (const stepId of deps.finished.due()) {
      if (slots.free() === 0 || this.#draining) return;
      const claimed = await claimHeld(deps.api, { workerId: deps.workerId, stepId });
      if (claimed === "gone") await deps.finished.drop(stepId);
      else if (claimed !== "later") this.#begin(claimed);
    }
  }

  async #pause(): Promise<void> {
    await sleep(PAUSE_MS, null, { signal: this.#ending.signal }).catch(() => undefined);
  }

  #begin(claimed: Parameters<typeof runStep>[1]): void {
    const { deps, slots } = this.#settings;
    const release = slots.take();
    const step = runStep(deps, claimed);
    this.#running.add(step);
    void step.done.finally(() => {
      this.#running.delete(step);
      release?.();
      this.wake();
    });
  }

  async idle(): Promise<void> {
    while (this.#asking !== null || this.#running.size > 0) {
      await this.#asking;
      await Promise.all([...this.#running].map((step) => step.done));
      // What follows the end of a step is run before this goes on.
      await new Promise(setImmediate);
    }
  }

  async drain(graceMs: number): Promise<void> {
    this.#draining = true;
    this.#ending.abort();
    await this.#presence?.end();
    await this.#asking;
    if (!(await within(this.idle(), graceMs))) {
      for (const step of this.#running) step.stop("shutdown");
      await this.idle();
    }
    await this.#settings.deps.finished.dropAll();
  }
}

export function createWorkforce(settings: WorkforceSettings): Workforce {
  return new Crew(settings);
}

import type {
  CountedWindow,
  Hold,
  HoldChange,
  HoldSet,
  KeyValue,
  Reserve,
  Reserved,
} from "@cutroom/ports";
import type { Faults } from "./faults.ts";
import type { Scheduler } from "./scheduler.ts";
import { InjectedFault } from "./sessions.ts";

/** Forgets everything when flushed, and is not there when down. */
export class FakeKeyValue implements KeyValue {
  isDown = false;
  readonly #texts = new Map<string, { value: string; untilMs: number }>();
  readonly #sets = new Map<string, Map<string, Hold>>();
  /** When sets vanish that do not live for ever. */
  readonly #ends = new Map<string, number>();
  readonly #scheduler: Scheduler;
  readonly #faults: Faults;

  constructor(scheduler: Scheduler, faults: Faults) {
    this.#scheduler = scheduler;
    this.#faults = faults;
  }

  flush(): void {
    this.#texts.clear();
    this.#sets.clear();
    this.#ends.clear();
  }

  /** How many members each set has whose key speaks of `word`. */
  held(word: string): readonly (readonly [key: string, members: number])[] {
    const sets = [...this.#sets].filter(([key]) => key.includes(word));
    return sets.map(([key, members]) => [key, members.size] as const);
  }

  async #reach<T>(label: string, effect: () => T): Promise<T> {
    const { flow } = this.#scheduler;
    await this.#scheduler.turn(`kv ${label}`);
    const trouble = this.#faults.trouble();
    if (this.isDown || trouble === "before") {
      flow.hurt = true;
      throw new InjectedFault("the key-value store does not answer");
    }
    const value = effect();
    if (trouble === "after") {
      flow.hurt = true;
      throw new InjectedFault("the key-value store did it and did not say so");
    }
    return value;
  }

  #text(key: string): string | null {
    const found = this.#texts.get(key);
    return found === undefined || found.untilMs <= this.#scheduler.nowMs ? null : found.value;
  }

  #live(key: string, ttlMs: number): void {
    if (ttlMs > 0) this.#ends.set(key, this.#scheduler.nowMs + ttlMs);
  }

  #members(key: string): Map<string, Hold> {
    if ((this.#ends.get(key) ?? Number.POSITIVE_INFINITY) <= this.#scheduler.nowMs) {
      this.#ends.delete(key);
      this.#sets.delete(key);
    }
    const members = this.#sets.get(key) ?? new Map<string, Hold>();
    this.#sets.set(key, members);
    return members;
  }

  #used(key: string): number {
    return [...this.#members(key).values()].reduce((sum, hold) => sum + hold.amount, 0);
  }

  get(key: string): Promise<string | null> {
    return this.#reach(`get ${key}`, () => this.#text(key));
  }

  set(
    key: string,
    value: string,
    options: { ttlMs?: number; onlyIfAbsent?: boolean } = {},
  ): Promise<boolean> {
    return this.#reach(`set ${key}`, () => {
      if (options.onlyIfAbsent === true && this.#text(key) !== null) return false;
      const untilMs = this.#scheduler.nowMs + (options.ttlMs ?? Number.POSITIVE_INFINITY);
      this.#texts.set(key, { value, untilMs });
      return true;
    });
  }

  delete(key: string): Promise<void> {
    return this.#reach(`delete ${key}`, () => {
      this.#texts.delete(key);
      this.#sets.delete(key);
    });
  }

  keys(prefix: string): Promise<readonly string[]> {
    return this.#reach(`keys ${prefix}`, () => {
      const full = [...this.#sets.keys()].filter((key) => this.#members(key).size > 0);
      return [...full, ...this.#texts.keys()].filter((key) => key.startsWith(prefix));
    });
  }

  reserve(wanted: Reserve): Promise<Reserved> {
    const { member, atMs, mark, layers } = wanted;
    return this.#reach(`reserve ${member}`, () => {
      const copy = this.#text(mark);
      if (copy === null) return { outcome: "unmarked" } as const;
      const isFull = layers.map(
        ({ key, limit, amount }) =>
          limit > 0 && !this.#members(key).has(member) && this.#used(key) + amount > limit,
      );
      const layer = layers.findIndex(({ isSoft }, index) => isFull[index] === true && !isSoft);
      const full = layers[layer];
      if (full !== undefined)
        return { outcome: "full", layer, used: this.#used(full.key) } as const;
      for (const { key, amount, ttlMs } of layers) {
        const members = this.#members(key);
        this.#live(key, ttlMs);
        if (!members.has(member)) members.set(member, { member, amount, atMs });
      }
      const fullSoft = layers.flatMap((_, index) => (isFull[index] === true ? [index] : []));
      return { outcome: "admitted", mark: Number(copy), fullSoft } as const;
    });
  }

  holds(key: string): Promise<readonly Hold[]> {
    return this.#reach(`holds ${key}`, () => [...this.#members(key).values()]);
  }

  adjust(member: string, changes: readonly HoldChange[]): Promise<void> {
    return this.#reach(`adjust ${member}`, () => {
      for (const { key, amount } of changes) {
        const members = this.#members(key);
        const held = members.get(member);
        if (amount === null) members.delete(member);
        else if (held !== undefined) members.set(member, { ...held, amount });
      }
    });
  }

  fillSets(sets: readonly HoldSet[], options: { readonly replaces: boolean }): Promise<void> {
    return this.#reach("fill sets", () => {
      for (const { key, holds, ttlMs } of sets) {
        const members = this.#members(key);
        this.#live(key, ttlMs);
        if (options.replaces) members.clear();
        for (const hold of holds) if (!members.has(hold.member)) members.set(hold.member, hold);
      }
    });
  }

  countInWindow(
    key: string,
    member: string,
    windowMs: number,
  ): Promise<{ count: number; resetsInMs: number }> {
    return this.#reach(`count ${key}`, () => {
      const members = this.#members(key);
      members.set(member, { member, amount: 1, atMs: this.#scheduler.nowMs });
      return { count: members.size, resetsInMs: windowMs };
    });
  }

  countWindows(windows: readonly CountedWindow[], ceiling: number): Promise<readonly number[]> {
    return this.#reach(`count ${windows.length} windows`, () =>
      windows.map(({ key, member }) => {
        const members = this.#members(key);
        if (member !== null && members.size < ceiling) {
          members.set(member, { member, amount: 1, atMs: this.#scheduler.nowMs });
        }
        return members.size;
      }),
    );
  }

  publish(channel: string): Promise<void> {
    return this.#reach(`publish ${channel}`, () => undefined);
  }
}

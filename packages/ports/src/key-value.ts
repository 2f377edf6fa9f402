/**
 * Key-value store: fast, volatile, rebuilt from the database. Every operation here is
 * idempotent, because clients repeat commands on network errors: sets of ids, never counters.
 */
export interface ReserveLayer {
  readonly key: string;
  /** 0 means unlimited. */
  readonly limit: number;
  /** What the member takes of the limit. */
  readonly amount: number;
  /** How long the set lives after its last member came; 0 means for ever. */
  readonly ttlMs: number;
  /** A full layer that is soft is reported, and the member is put there all the same. */
  readonly isSoft: boolean;
}

export interface Reserve {
  readonly member: string;
  readonly atMs: number;
  /** Key of a whole number that must be there: without it the sets are not to be trusted. */
  readonly mark: string;
  readonly layers: readonly ReserveLayer[];
}

export type Reserved =
  | { readonly outcome: "admitted"; readonly mark: number; readonly fullSoft: readonly number[] }
  | { readonly outcome: "full"; readonly layer: number; readonly used: number }
  | { readonly outcome: "unmarked" };

export interface Hold {
  readonly member: string;
  readonly amount: number;
  readonly atMs: number;
}

export interface HoldChange {
  readonly key: string;
  readonly amount: number | null;
}

export interface HoldSet {
  readonly key: string;
  readonly ttlMs: number;
  readonly holds: readonly Hold[];
}

/** A window of distinct members. */
export interface CountedWindow {
  readonly key: string;
  /** Null only reads how many there are. */
  readonly member: string | null;
  readonly windowMs: number;
}

export interface KeyValue {
  get(key: string): Promise<string | null>;
  set(
    key: string,
    value: string,
    options?: { ttlMs?: number; onlyIfAbsent?: boolean },
  ): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** Keys that begin with `prefix`; some may be missed or named twice while they change. */
  keys(prefix: string): Promise<readonly string[]>;
  /**
   * Puts `member` with its amounts into every layer's set in one step, or into none when one of
   * them is full without it. Nothing is counted by itself: a set's use is the sum over its
   * members, so repeating an admission is a success and changes nothing.
   */
  reserve(wanted: Reserve): Promise<Reserved>;
  /** The members of a set with their amounts and when they were put there. */
  holds(key: string): Promise<readonly Hold[]>;
  /** Changes the amount of `member` in each set that has it; null takes it out. */
  adjust(member: string, changes: readonly HoldChange[]): Promise<void>;
  /** Puts members into sets that lack them. `replaces`: each set then has these and no others. */
  fillSets(sets: readonly HoldSet[], options: { readonly replaces: boolean }): Promise<void>;
  /** Counts `member` into a window that ends after `windowMs`; repeating a member counts once. */
  countInWindow(
    key: string,
    member: string,
    windowMs: number,
  ): Promise<{ count: number; resetsInMs: number }>;
  /**
   * The same for several windows in one round trip: how many members each has now, in their order.
   * A window that holds `ceiling` members takes no more, so that nobody can fill the store.
   */
  countWindows(windows: readonly CountedWindow[], ceiling: number): Promise<readonly number[]>;
  publish(channel: string, message: string): Promise<void>;
}

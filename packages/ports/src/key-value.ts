/**
 * Key-value store: fast, volatile, rebuilt from the database. Every operation here is
 * idempotent, because clients repeat commands on network errors: sets of ids, never counters.
 */
export interface KeyValue {
  get(key: string): Promise<string | null>;
  set(
    key: string,
    value: string,
    options?: { ttlMs?: number; onlyIfAbsent?: boolean },
  ): Promise<boolean>;
  delete(key: string): Promise<void>;
  setAdd(key: string, member: string): Promise<void>;
  setRemove(key: string, member: string): Promise<void>;
  setMembers(key: string): Promise<readonly string[]>;
  /**
   * Atomically adds `member` to every set, or to none when one of them is full without it.
   * A limit of 0 means unlimited. Repeating an admission is a success and changes nothing.
   */
  reserve(
    member: string,
    layers: readonly { key: string; limit: number }[],
  ): Promise<
    | { readonly admitted: true }
    | { readonly admitted: false; readonly fullLayer: number; readonly used: number }
  >;
  /** Counts `member` into a window that ends after `windowMs`; repeating a member counts once. */
  countInWindow(
    key: string,
    member: string,
    windowMs: number,
  ): Promise<{ count: number; resetsInMs: number }>;
  publish(channel: string, message: string): Promise<void>;
}

/**
 * A key-value store that never makes callers wait long. Every call ends in time or fails; after
 * a failure all calls fail at once for a while. Callers have another way, and take it.
 */
import type { Clock, KeyValue } from "@cutroom/ports";

export interface GuardSettings {
  readonly clock: Clock;
  /** A call that takes longer has failed; the store may still carry it out. */
  readonly timeoutMs: number;
  /** How long nobody is sent to the store after a failure. */
  readonly restMs: number;
}

function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the key-value store did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function guardKeyValue(store: KeyValue, settings: GuardSettings): KeyValue {
  const { clock, timeoutMs, restMs } = settings;
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  const guarded = async <T>(call: () => Promise<T>): Promise<T> => {
    if (clock.nowMs() < restsUntilMs) throw new Error("the key-value store rests after a failure");
    try {
      return await within(call(), timeoutMs);
    } catch (error) {
      restsUntilMs = clock.nowMs() + restMs;
      throw error;
    }
  };
  return {
    get: (key) => guarded(() => store.get(key)),
    set: (key, value, options) => guarded(() => store.set(key, value, options)),
    delete: (key) => guarded(() => store.delete(key)),
    keys: (prefix) => guarded(() => store.keys(prefix)),
    reserve: (wanted) => guarded(() => store.reserve(wanted)),
    holds: (key) => guarded(() => store.holds(key)),
    adjust: (member, changes) => guarded(() => store.adjust(member, changes)),
    fillSets: (sets, options) => guarded(() => store.fillSets(sets, options)),
    countInWindow: (key, member, windowMs) =>
      guarded(() => store.countInWindow(key, member, windowMs)),
    countWindows: (windows, ceiling) => guarded(() => store.countWindows(windows, ceiling)),
    publish: (channel, message) => guarded(() => store.publish(channel, message)),
  };
}

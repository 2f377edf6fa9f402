/**
 * Key-value store on Upstash Redis by REST. The client repeats commands when the network
 * fails, so all of them leave the same state when they run twice.
 */
import { Redis } from "@upstash/redis";
import type {
  CountedWindow,
  Hold,
  HoldChange,
  HoldSet,
  KeyValue,
  Reserve,
  Reserved,
} from "@cutroom/ports";
import { ADJUST, FILL, RESERVE, SHEBANG, SUM } from "./hold-scripts.ts";

const RETRY_AFTER_MS = 20;
const SCAN_COUNT = 1_000;
/** Members that one call carries: far below the request limit of 10 MB. */
const FILL_HOLDS = 2_000;

/** ARGV: member, window in ms. The first member opens the window. Answers {count, ms left}. */
const COUNT = `${SHEBANG}
redis.call("SADD", KEYS[1], ARGV[1])
local left = redis.call("PTTL", KEYS[1])
if left < 0 then
  left = tonumber(ARGV[2])
  redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return {redis.call("SCARD", KEYS[1]), left}
`;

/** ARGV: ceiling, then for each key its member with "+" before it, or "", and its window in ms. */
const COUNT_MANY = `${SHEBANG}
local counts = {}
for i = 1, #KEYS do
  local count = redis.call("SCARD", KEYS[i])
  local member = ARGV[i * 2]
  if member ~= "" and count < tonumber(ARGV[1]) then
    redis.call("SADD", KEYS[i], member)
    if count == 0 then redis.call("PEXPIRE", KEYS[i], ARGV[i * 2 + 1]) end
    count = redis.call("SCARD", KEYS[i])
  end
  counts[i] = count
end
return counts
`;

export interface UpstashSettings {
  readonly url: string;
  readonly token: string;
  /** Begins every key, where several installations share one store. */
  readonly prefix?: string;
}

function batches(sets: readonly HoldSet[]): readonly (readonly HoldSet[])[] {
  const all: HoldSet[][] = [];
  let room = 0;
  for (const set of sets) {
    const size = set.holds.length + 1;
    const last = all.at(-1);
    if (last !== undefined && size <= room) {
      last.push(set);
      room -= size;
    } else {
      all.push([set]);
      room = FILL_HOLDS - size;
    }
  }
  return all;
}

class UpstashKeyValue implements KeyValue {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #adjust;
  readonly #fill;
  readonly #reserve;
  readonly #count;
  readonly #countMany;

  constructor({ url, token, prefix = "" }: UpstashSettings) {
    this.#prefix = prefix;
    this.#redis = new Redis({
      url,
      token,
      // By default the client turns "007" into 7 and long ids into rounded numbers.
      automaticDeserialization: false,
      // Callers have a way without the store: waiting for many attempts would be the slower one.
      retry: { retries: 1, backoff: () => RETRY_AFTER_MS },
      enableTelemetry: false,
    });
    this.#adjust = this.#redis.createScript<number>(ADJUST);
    this.#fill = this.#redis.createScript<number>(FILL);
    this.#reserve = this.#redis.createScript<number[]>(RESERVE);
    this.#count = this.#redis.createScript<[number, number]>(COUNT);
    this.#countMany = this.#redis.createScript<number[]>(COUNT_MANY);
  }

  #key(key: string): string {
    return this.#prefix + key;
  }

  get(key: string): Promise<string | null> {
    return this.#redis.get<string>(this.#key(key));
  }

  async set(
    key: string,
    value: string,
    options: { ttlMs?: number; onlyIfAbsent?: boolean } = {},
  ): Promise<boolean> {
    const { ttlMs, onlyIfAbsent = false } = options;
    const words: (string | number)[] = ["SET", this.#key(key), value];
    if (ttlMs !== undefined) words.push("PX", Math.max(1, Math.round(ttlMs)));
    // A repeat after a lost answer finds its own value and reports false: "somebody has it" is
    // the safe side of that doubt.
    if (onlyIfAbsent) words.push("NX");
    const answer = await this.#redis.exec<string | null>(words as [string, ...string[]]);
    return answer !== null;
  }

  async delete(key: string): Promise<void> {
    await this.#redis.del(this.#key(key));
  }

  async keys(prefix: string): Promise<readonly string[]> {
    const match = `${this.#key(prefix).replaceAll(/[\\*?[\]]/g, String.raw`\$&`)}*`;
    const found: string[] = [];
    let cursor = "0";
    do {
      const [next, some] = await this.#redis.scan(cursor, { match, count: SCAN_COUNT });
      found.push(...some.map((key) => key.slice(this.#prefix.length)));
      cursor = next;
    } while (cursor !== "0");
    return found;
  }

  async reserve({ member, atMs, mark, layers }: Reserve): Promise<Reserved> {
    const args = layers.flatMap(({ limit, amount, ttlMs, isSoft }) => [
      String(limit),
      String(amount),
      String(ttlMs),
      isSoft ? "1" : "0",
    ]);
    const answer = await this.#reserve.exec(
      [mark, ...layers.map((layer) => layer.key)].map((key) => this.#key(key)),
      [member, String(atMs), ...args],
    );
    const [verdict, first = 0, second = 0] = answer.map(Number);
    if (verdict === 2) return { outcome: "unmarked" };
    if (verdict === 0) return { outcome: "full", layer: first, used: second };
    return { outcome: "admitted", mark: first, fullSoft: answer.slice(2).map(Number) };
  }

  async holds(key: string): Promise<readonly Hold[]> {
    const flat = await this.#redis.exec<string[]>(["HGETALL", this.#key(key)]);
    return flat.flatMap((member, index) => {
      const value = flat[index + 1];
      if (index % 2 === 1 || member === SUM || value === undefined) return [];
      const [amount, atMs] = value.split(":");
      return { member, amount: Number(amount), atMs: Number(atMs) };
    });
  }

  async adjust(member: string, changes: readonly HoldChange[]): Promise<void> {
    if (changes.length === 0) return;
    const amounts = changes.map(({ amount }) => (amount === null ? "" : String(amount)));
    await this.#adjust.exec(
      changes.map((change) => this.#key(change.key)),
      [member, ...amounts],
    );
  }

  /** Sets that are replaced travel whole, so no reader ever sees half of one. */
  async fillSets(sets: readonly HoldSet[], { replaces }: { replaces: boolean }): Promise<void> {
    for (const batch of batches(sets)) {
      const args = batch.flatMap(({ ttlMs, holds }) => [
        String(ttlMs),
        String(holds.length),
        ...holds.flatMap(({ member, amount, atMs }) => [member, String(amount), String(atMs)]),
      ]);
      await this.#fill.exec(
        batch.map((set) => this.#key(set.key)),
        [replaces ? "1" : "0", ...args],
      );
    }
  }

  async countInWindow(
    key: string,
    member: string,
    windowMs: number,
  ): Promise<{ count: number; resetsInMs: number }> {
    const args = [member, String(Math.max(1, Math.round(windowMs)))];
    const [count, resetsInMs] = await this.#count.exec([this.#key(key)], args);
    return { count, resetsInMs };
  }

  async countWindows(
    windows: readonly CountedWindow[],
    ceiling: number,
  ): Promise<readonly number[]> {
    if (windows.length === 0) return [];
    const args = windows.flatMap(({ member, windowMs }) => [
      member === null ? "" : `+${member}`,
      String(Math.max(1, Math.round(windowMs))),
    ]);
    const keys = windows.map((window) => this.#key(window.key));
    return (await this.#countMany.exec(keys, [String(ceiling), ...args])).map(Number);
  }

  async publish(channel: string, message: string): Promise<void> {
    await this.#redis.publish(channel, message);
  }
}

export function createUpstashKeyValue(settings: UpstashSettings): KeyValue {
  return new UpstashKeyValue(settings);
}

/**
 * Key-value store on Upstash Redis by REST. The client repeats commands when the network
 * fails, so all of them leave the same state when they run twice.
 */
import { Redis } from "@upstash/redis";
import type { KeyValue } from "@cutroom/ports";

/** The flag lets Upstash lock just these keys instead of the whole database. */
const SHEBANG = "#!lua flags=allow-key-locking\n";

/** ARGV: member, then one limit per key. Answers {1} or {0, layer, used}. */
const RESERVE = `${SHEBANG}
for i = 1, #KEYS do
  local limit = tonumber(ARGV[i + 1])
  if limit > 0 and redis.call("SISMEMBER", KEYS[i], ARGV[1]) == 0 then
    local used = redis.call("SCARD", KEYS[i])
    if used >= limit then return {0, i - 1, used} end
  end
end
for i = 1, #KEYS do redis.call("SADD", KEYS[i], ARGV[1]) end
return {1, 0, 0}
`;

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

export interface UpstashSettings {
  readonly url: string;
  readonly token: string;
}

class UpstashKeyValue implements KeyValue {
  readonly #redis: Redis;
  readonly #reserve;
  readonly #count;

  constructor({ url, token }: UpstashSettings) {
    this.#redis = new Redis({
      url,
      token,
      // By default the client turns "007" into 7 and long ids into rounded numbers.
      automaticDeserialization: false,
      enableTelemetry: false,
    });
    this.#reserve = this.#redis.createScript<[number, number, number]>(RESERVE);
    this.#count = this.#redis.createScript<[number, number]>(COUNT);
  }

  get(key: string): Promise<string | null> {
    return this.#redis.get<string>(key);
  }

  async set(
    key: string,
    value: string,
    options: { ttlMs?: number; onlyIfAbsent?: boolean } = {},
  ): Promise<boolean> {
    const { ttlMs, onlyIfAbsent = false } = options;
    const words: (string | number)[] = ["SET", key, value];
    if (ttlMs !== undefined) words.push("PX", Math.max(1, Math.round(ttlMs)));
    // A repeat after a lost answer finds its own value and reports false: "somebody has it" is
    // the safe side of that doubt.
    if (onlyIfAbsent) words.push("NX");
    const answer = await this.#redis.exec<string | null>(words as [string, ...string[]]);
    return answer !== null;
  }

  async delete(key: string): Promise<void> {
    await this.#redis.del(key);
  }

  async setAdd(key: string, member: string): Promise<void> {
    await this.#redis.sadd(key, member);
  }

  async setRemove(key: string, member: string): Promise<void> {
    await this.#redis.srem(key, member);
  }

  setMembers(key: string): Promise<readonly string[]> {
    return this.#redis.smembers<string[]>(key);
  }

  async reserve(member: string, layers: readonly { key: string; limit: number }[]) {
    const keys = layers.map((layer) => layer.key);
    const limits = layers.map((layer) => String(layer.limit));
    const [admitted, fullLayer, used] = await this.#reserve.exec(keys, [member, ...limits]);
    if (admitted === 1) return { admitted: true } as const;
    return { admitted: false, fullLayer, used } as const;
  }

  async countInWindow(
    key: string,
    member: string,
    windowMs: number,
  ): Promise<{ count: number; resetsInMs: number }> {
    const args = [member, String(Math.max(1, Math.round(windowMs)))];
    const [count, resetsInMs] = await this.#count.exec([key], args);
    return { count, resetsInMs };
  }

  async publish(channel: string, message: string): Promise<void> {
    await this.#redis.publish(channel, message);
  }
}

export function createUpstashKeyValue(settings: UpstashSettings): KeyValue {
  return new UpstashKeyValue(settings);
}

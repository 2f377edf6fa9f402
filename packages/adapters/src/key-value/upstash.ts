/** The key-value store over Upstash Redis. */
import type { KeyValue } from "@cutroom/ports";
import { Redis } from "@upstash/redis";

export interface UpstashSettings {
  readonly url: string;
  readonly token: string;
}

/**
 * Checks every layer before it changes one. A member that is in a set already needs no place,
 * so a repeated admission, which the client sends after a network error, changes nothing.
 */
const RESERVE = `
for i, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[i + 1])
  if limit > 0 and redis.call('SISMEMBER', key, ARGV[1]) == 0 then
    local used = redis.call('SCARD', key)
    if used >= limit then return {i, used} end
  end
end
for _, key in ipairs(KEYS) do redis.call('SADD', key, ARGV[1]) end
return {0, 0}`;

/** A hash of members per window: the first one starts it, a known one does not count again. */
const COUNT = `
redis.call('SADD', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return {redis.call('SCARD', KEYS[1]), redis.call('PTTL', KEYS[1])}`;

/** Opens no connection by itself. Values are texts and stay texts: nothing is parsed. */
export function createUpstashKeyValue(settings: UpstashSettings): KeyValue {
  const redis = new Redis({ ...settings, automaticDeserialization: false, enableTelemetry: false });
  return {
    get: (key) => redis.get<string>(key),
    async set(key, value, { ttlMs, onlyIfAbsent } = {}) {
      const ttl = ttlMs === undefined ? {} : { px: ttlMs };
      const stored =
        onlyIfAbsent === true
          ? await redis.set(key, value, { ...ttl, nx: true })
          : await redis.set(key, value, ttl);
      return stored === "OK";
    },
    async delete(key) {
      await redis.del(key);
    },
    async setAdd(key, member) {
      await redis.sadd(key, member);
    },
    async setRemove(key, member) {
      await redis.srem(key, member);
    },
    async setMembers(key) {
      const members: string[] = await redis.smembers(key);
      return members;
    },
    async reserve(member, layers) {
      const keys = layers.map((layer) => layer.key);
      const limits = layers.map((layer) => String(layer.limit));
      const [full = 0, used = 0] = await redis.eval<string[], number[]>(RESERVE, keys, [
        member,
        ...limits,
      ]);
      return full === 0 ? { admitted: true } : { admitted: false, fullLayer: full - 1, used };
    },
    async countInWindow(key, member, windowMs) {
      const [count = 0, resetsInMs = 0] = await redis.eval<string[], number[]>(
        COUNT,
        [key],
        [member, String(windowMs)],
      );
      return { count, resetsInMs };
    },
    async publish(channel, message) {
      await redis.publish(channel, message);
    },
  };
}

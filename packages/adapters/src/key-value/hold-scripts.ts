/**
 * The scripts behind sets of holds. A set is one hash: member -> "amount:at", and the sum of all
 * amounts under "=". The sum only ever moves in the step in which a member comes or goes, so a
 * repeated command cannot count twice.
 */

/** The flag lets Upstash lock just these keys instead of the whole database. */
export const SHEBANG = "#!lua flags=allow-key-locking\n";

/** The field of the sum; members are ids, which never look like this. */
export const SUM = "=";

/**
 * KEYS: mark, then the layers. ARGV: member, now, then per layer limit, amount, ttl, soft.
 * Answers {2}, {0, layer, used} or {1, mark, full soft layers ...}.
 */
export const RESERVE = `${SHEBANG}
local mark = redis.call("GET", KEYS[1])
if not mark then return {2} end
local answer = {1, tonumber(mark)}
for i = 2, #KEYS do
  local at = i * 4 - 5
  local limit, amount = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  if limit > 0 and redis.call("HEXISTS", KEYS[i], ARGV[1]) == 0 then
    local used = tonumber(redis.call("HGET", KEYS[i], "${SUM}") or "0")
    if used + amount > limit then
      if ARGV[at + 3] == "0" then return {0, i - 2, used} end
      answer[#answer + 1] = i - 2
    end
  end
end
for i = 2, #KEYS do
  local at = i * 4 - 5
  if redis.call("HSETNX", KEYS[i], ARGV[1], ARGV[at + 1] .. ":" .. ARGV[2]) == 1 then
    redis.call("HINCRBY", KEYS[i], "${SUM}", ARGV[at + 1])
  end
  if ARGV[at + 2] ~= "0" then redis.call("PEXPIRE", KEYS[i], ARGV[at + 2]) end
end
return answer
`;

/** KEYS: sets. ARGV: member, then per set the new amount, or "" to take the member out. */
export const ADJUST = `${SHEBANG}
for i = 1, #KEYS do
  local held = redis.call("HGET", KEYS[i], ARGV[1])
  if held then
    local amount, at = string.match(held, "^(%d+):(%d+)$")
    if ARGV[i + 1] == "" then
      redis.call("HDEL", KEYS[i], ARGV[1])
      redis.call("HINCRBY", KEYS[i], "${SUM}", "-" .. amount)
      if redis.call("HLEN", KEYS[i]) == 1 then redis.call("DEL", KEYS[i]) end
    else
      redis.call("HSET", KEYS[i], ARGV[1], ARGV[i + 1] .. ":" .. at)
      redis.call("HINCRBY", KEYS[i], "${SUM}", "-" .. amount)
      redis.call("HINCRBY", KEYS[i], "${SUM}", ARGV[i + 1])
    end
  end
end
return 1
`;

/** KEYS: sets. ARGV: "1" to replace, then per set ttl, count, and count x member, amount, at. */
export const FILL = `${SHEBANG}
local at = 2
for i = 1, #KEYS do
  if ARGV[1] == "1" then redis.call("DEL", KEYS[i]) end
  local ttl, count = ARGV[at], tonumber(ARGV[at + 1])
  at = at + 2
  for _ = 1, count do
    if redis.call("HSETNX", KEYS[i], ARGV[at], ARGV[at + 1] .. ":" .. ARGV[at + 2]) == 1 then
      redis.call("HINCRBY", KEYS[i], "${SUM}", ARGV[at + 1])
    end
    at = at + 3
  end
  if ttl ~= "0" then redis.call("PEXPIRE", KEYS[i], ttl) end
end
return 1
`;

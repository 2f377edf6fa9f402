import { RedisError } from "../reply.ts";
import type { Reply } from "../reply.ts";
import { bytes, integer, unbytes } from "./commands.ts";
import type { Command } from "./commands.ts";
import type { Keyspace } from "./keyspace.ts";

function open(keys: Keyspace, key: string): Map<string, string> {
  const present = keys.hash(key);
  if (present !== null) return present;
  const made = new Map<string, string>();
  keys.put(key, made, null);
  return made;
}

function setFields(keys: Keyspace, [key = "", ...pairs]: readonly string[]): Reply {
  if (pairs.length % 2 === 1)
    throw new RedisError("ERR wrong number of arguments for 'hset' command");
  const hash = open(keys, key);
  const before = hash.size;
  for (let index = 0; index < pairs.length; index += 2) {
    hash.set(bytes(pairs[index] ?? ""), bytes(pairs[index + 1] ?? ""));
  }
  return hash.size - before;
}

function setIfAbsent(keys: Keyspace, [key = "", field = "", value = ""]: readonly string[]): Reply {
  if (keys.hash(key)?.has(bytes(field)) === true) return 0;
  open(keys, key).set(bytes(field), bytes(value));
  return 1;
}

function deleteFields(keys: Keyspace, [key = "", ...fields]: readonly string[]): Reply {
  const hash = keys.hash(key);
  if (hash === null) return 0;
  const removed = fields.filter((field) => hash.delete(bytes(field))).length;
  if (hash.size === 0) keys.delete(key);
  return removed;
}

function add(keys: Keyspace, [key = "", field = "", amount = ""]: readonly string[]): Reply {
  const by = integer(amount);
  const sum = integer(keys.hash(key)?.get(bytes(field)) ?? "0") + by;
  if (!Number.isSafeInteger(sum)) throw new RedisError("ERR increment or decrement would overflow");
  open(keys, key).set(bytes(field), String(sum));
  return sum;
}

const readField: Command = (keys, [key = "", field = ""]) => {
  const value = keys.hash(key)?.get(bytes(field));
  return value === undefined ? null : unbytes(value);
};

/** Name -> least number of arguments, and the command. */
export const HASH_COMMANDS: Readonly<Record<string, readonly [leastArgs: number, run: Command]>> = {
  HSET: [3, setFields],
  HSETNX: [3, setIfAbsent],
  HGET: [2, readField],
  HDEL: [2, deleteFields],
  HINCRBY: [3, add],
  HEXISTS: [
    2,
    (keys, [key = "", field = ""]) => Number(keys.hash(key)?.has(bytes(field)) ?? false),
  ],
  HLEN: [1, (keys, [key = ""]) => keys.hash(key)?.size ?? 0],
  HGETALL: [1, (keys, [key = ""]) => [...(keys.hash(key) ?? [])].flat().map(unbytes)],
};

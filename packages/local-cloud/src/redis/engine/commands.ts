import { RedisError, Status } from "../reply.ts";
import type { Reply } from "../reply.ts";
import type { Keyspace } from "./keyspace.ts";

/** Arguments without the command's name. Returns a reply or throws a RedisError. */
export type Command = (keys: Keyspace, args: readonly string[]) => Reply;

export const OK = new Status("OK");
export const bytes = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
export const unbytes = (text: string): Buffer => Buffer.from(text, "latin1");
const at = (args: readonly string[], index: number): string => args[index] ?? "";

export function integer(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/u.test(text) || !Number.isSafeInteger(value)) {
    throw new RedisError("ERR value is not an integer or out of range");
  }
  return value;
}

interface SetOptions {
  expiresAtMs: number | null;
  keepsTtl: boolean;
  onlyIf: "absent" | "present" | null;
  answersOld: boolean;
}

function readSetOptions(words: readonly string[], nowMs: number): SetOptions {
  const options: SetOptions = {
    expiresAtMs: null,
    keepsTtl: false,
    onlyIf: null,
    answersOld: false,
  };
  for (let index = 0; index < words.length; index++) {
    const word = at(words, index).toUpperCase();
    if (word === "NX" || word === "XX") options.onlyIf = word === "NX" ? "absent" : "present";
    else if (word === "KEEPTTL") options.keepsTtl = true;
    else if (word === "GET") options.answersOld = true;
    else if (["EX", "PX", "EXAT", "PXAT"].includes(word)) {
      index += 1;
      const amount = integer(at(words, index)) * (word.startsWith("EX") ? 1000 : 1);
      if (amount <= 0) throw new RedisError("ERR invalid expire time in 'set' command");
      options.expiresAtMs = word.endsWith("AT") ? amount : nowMs + amount;
    } else throw new RedisError("ERR syntax error");
  }
  return options;
}

function set(keys: Keyspace, [key = "", value = "", ...words]: readonly string[]): Reply {
  const options = readSetOptions(words, keys.nowMs());
  const old = options.answersOld ? keys.text(key) : null;
  const isPresent = keys.has(key);
  const fits = options.onlyIf === null || (options.onlyIf === "present") === isPresent;
  if (fits) {
    const expiresAtMs = options.keepsTtl ? keys.expiresAtMs(key) : options.expiresAtMs;
    keys.put(key, Buffer.from(value), expiresAtMs);
  }
  if (options.answersOld) return old;
  return fits ? OK : null;
}

function addTo(keys: Keyspace, key: string, amount: number): Reply {
  const present = keys.text(key);
  const sum = (present === null ? 0 : integer(present.toString())) + amount;
  if (!Number.isSafeInteger(sum)) throw new RedisError("ERR increment or decrement would overflow");
  keys.put(key, Buffer.from(String(sum)), keys.expiresAtMs(key));
  return sum;
}

function setAdd(keys: Keyspace, [key = "", ...members]: readonly string[]): Reply {
  const present = keys.set(key) ?? new Set<string>();
  const before = present.size;
  for (const member of members) present.add(bytes(member));
  if (before === 0) keys.put(key, present, keys.expiresAtMs(key));
  return present.size - before;
}

function setRemove(keys: Keyspace, [key = "", ...members]: readonly string[]): Reply {
  const present = keys.set(key);
  if (present === null) return 0;
  const removed = members.filter((member) => present.delete(bytes(member))).length;
  if (present.size === 0) keys.delete(key);
  return removed;
}

const expireIn =
  (unitMs: number): Command =>
  (keys, [key = "", amount = ""]) => {
    const ms = integer(amount) * unitMs;
    if (ms <= 0) return Number(keys.delete(key));
    return Number(keys.expire(key, keys.nowMs() + ms));
  };

const timeLeft =
  (unitMs: number): Command =>
  (keys, [key = ""]) => {
    if (!keys.has(key)) return -2;
    const expiresAtMs = keys.expiresAtMs(key);
    return expiresAtMs === null ? -1 : Math.round((expiresAtMs - keys.nowMs()) / unitMs);
  };

const remove: Command = (keys, args) => args.filter((key) => keys.delete(key)).length;
const clear: Command = (keys) => {
  keys.clear();
  return OK;
};

/** A pattern of Redis as a regular expression: `*`, `?`, `[...]`, and a backslash before them. */
function globToRegExp(glob: string): RegExp {
  const source = glob.replaceAll(/\\.|\[[^\]]*\]|[^]/g, (part) => {
    if (part === "*") return "[^]*";
    if (part === "?") return "[^]";
    if (part.length > 1 && part.startsWith("[")) return part;
    return (part.startsWith("\\") ? part.slice(1) : part).replaceAll(/[^\w\s]/gu, String.raw`\$&`);
  });
  // Without "u", so that any sign may stand behind a backslash.
  return new RegExp(`^${source}$`);
}

/** Everything at once: the cursor is always at its end. */
function scan(keys: Keyspace, [, ...words]: readonly string[]): Reply {
  const place = words.findIndex((word) => word.toUpperCase() === "MATCH");
  const pattern = place === -1 ? null : globToRegExp(words[place + 1] ?? "");
  const found = keys.keys().filter((key) => pattern === null || pattern.test(key));
  return [Buffer.from("0"), found.map((key) => Buffer.from(key))];
}

/** Name -> least number of arguments, and the command. */
export const COMMANDS: Readonly<Record<string, readonly [leastArgs: number, run: Command]>> = {
  PING: [0, (_keys, [text]) => (text === undefined ? new Status("PONG") : Buffer.from(text))],
  GET: [1, (keys, args) => keys.text(at(args, 0))],
  SET: [2, set],
  MGET: [
    1,
    (keys, args) => args.map((key) => (keys.typeOf(key) === "string" ? keys.text(key) : null)),
  ],
  INCR: [1, (keys, args) => addTo(keys, at(args, 0), 1)],
  INCRBY: [2, (keys, args) => addTo(keys, at(args, 0), integer(at(args, 1)))],
  DECR: [1, (keys, args) => addTo(keys, at(args, 0), -1)],
  DECRBY: [2, (keys, args) => addTo(keys, at(args, 0), -integer(at(args, 1)))],
  DEL: [1, remove],
  UNLINK: [1, remove],
  EXISTS: [1, (keys, args) => args.filter((key) => keys.has(key)).length],
  TYPE: [1, (keys, args) => new Status(keys.typeOf(at(args, 0)))],
  EXPIRE: [2, expireIn(1000)],
  PEXPIRE: [2, expireIn(1)],
  TTL: [1, timeLeft(1000)],
  PTTL: [1, timeLeft(1)],
  PERSIST: [
    1,
    (keys, args) =>
      Number(keys.expiresAtMs(at(args, 0)) !== null && keys.expire(at(args, 0), null)),
  ],
  SADD: [2, setAdd],
  SREM: [2, setRemove],
  SCARD: [1, (keys, args) => keys.set(at(args, 0))?.size ?? 0],
  SMEMBERS: [1, (keys, args) => Array.from(keys.set(at(args, 0)) ?? [], unbytes)],
  SISMEMBER: [2, (keys, args) => Number(keys.set(at(args, 0))?.has(bytes(at(args, 1))) ?? false)],
  SCAN: [1, scan],
  DBSIZE: [0, (keys) => keys.keys().length],
  FLUSHDB: [0, clear],
  FLUSHALL: [0, clear],
};

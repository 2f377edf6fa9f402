import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import { RedisError } from "../reply.ts";
import type { RedisBackend, Reply } from "../reply.ts";
import { COMMANDS, OK, integer } from "./commands.ts";
import { HASH_COMMANDS } from "./hash-commands.ts";
import { Keyspace } from "./keyspace.ts";
import { runScript } from "./run-script.ts";

const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");

class BuiltinRedis {
  readonly #keys: Keyspace;
  readonly #scripts = new Map<string, string>();
  readonly channels = new EventEmitter().setMaxListeners(0);

  constructor(nowMs: () => number) {
    this.#keys = new Keyspace(nowMs);
  }

  #evaluate(script: string, [countText = "", ...rest]: readonly string[]): Reply {
    const count = integer(countText);
    if (count < 0 || count > rest.length) {
      throw new RedisError("ERR Number of keys can't be greater than number of args");
    }
    this.#scripts.set(sha1(script), script);
    const call = (command: readonly string[]): Reply => this.run(command);
    return runScript(script, rest.slice(0, count), rest.slice(count), call);
  }

  #script([verb = "", ...args]: readonly string[]): Reply {
    switch (verb.toUpperCase()) {
      case "LOAD": {
        const script = args[0] ?? "";
        this.#scripts.set(sha1(script), script);
        return Buffer.from(sha1(script));
      }
      case "EXISTS":
        return args.map((name) => Number(this.#scripts.has(name.toLowerCase())));
      case "FLUSH":
        this.#scripts.clear();
        return OK;
      default:
        throw new RedisError(`ERR unknown subcommand '${verb}'`);
    }
  }

  #execute(name: string, args: readonly string[]): Reply {
    if (name === "EVAL" && args.length >= 2) return this.#evaluate(args[0] ?? "", args.slice(1));
    if (name === "EVALSHA" && args.length >= 2) {
      const script = this.#scripts.get((args[0] ?? "").toLowerCase());
      if (script === undefined) {
        throw new RedisError("NOSCRIPT No matching script. Please use EVAL.");
      }
      return this.#evaluate(script, args.slice(1));
    }
    if (name === "SCRIPT") return this.#script(args);
    if (name === "PUBLISH" && args.length === 2) {
      const count = this.channels.listenerCount(args[0] ?? "");
      this.channels.emit(args[0] ?? "", Buffer.from(args[1] ?? ""));
      return count;
    }
    const command = COMMANDS[name] ?? HASH_COMMANDS[name];
    if (command === undefined) throw new RedisError(`ERR unknown command '${name}'`);
    const [leastArgs, run] = command;
    if (args.length < leastArgs) {
      const shown = name.toLowerCase();
      throw new RedisError(`ERR wrong number of arguments for '${shown}' command`);
    }
    return run(this.#keys, args);
  }

  run([name = "", ...args]: readonly string[]): Reply {
    try {
      return this.#execute(name.toUpperCase(), args);
    } catch (error) {
      if (error instanceof RedisError) return error;
      throw error;
    }
  }
}

/**
 * A small Redis in this process: strings, sets, hashes, expiry, Lua scripts, publish and subscribe.
 * Its data goes with the process, which is what users of a volatile store must bear anyway.
 */
export function startBuiltinBackend(nowMs: () => number): RedisBackend {
  const redis = new BuiltinRedis(nowMs);
  return {
    run: async (command) => redis.run(command),
    transaction: async (commands) => commands.map((command) => redis.run(command)),
    subscribe: async (channel, onMessage) => {
      redis.channels.on(channel, onMessage);
      return () => redis.channels.off(channel, onMessage);
    },
    close: async () => undefined,
  };
}

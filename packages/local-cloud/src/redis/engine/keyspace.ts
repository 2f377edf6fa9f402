import { RedisError } from "../reply.ts";

export type Value = Buffer | Set<string> | Map<string, string>;

interface Entry {
  value: Value;
  expiresAtMs: number | null;
}

/** Keys with their times to live. Members and fields are kept as latin1, one char per byte. */
export class Keyspace {
  readonly #entries = new Map<string, Entry>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  nowMs(): number {
    return this.#nowMs();
  }

  #live(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAtMs === null) return entry;
    if (entry.expiresAtMs > this.#nowMs()) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  has(key: string): boolean {
    return this.#live(key) !== undefined;
  }

  /** @throws {RedisError} WRONGTYPE */
  text(key: string): Buffer | null {
    const value = this.#live(key)?.value ?? null;
    if (value !== null && !Buffer.isBuffer(value)) throw wrongType();
    return value;
  }

  /** @throws {RedisError} WRONGTYPE */
  set(key: string): Set<string> | null {
    const value = this.#live(key)?.value ?? null;
    if (value !== null && !(value instanceof Set)) throw wrongType();
    return value;
  }

  /** @throws {RedisError} WRONGTYPE */
  hash(key: string): Map<string, string> | null {
    const value = this.#live(key)?.value ?? null;
    if (value !== null && !(value instanceof Map)) throw wrongType();
    return value;
  }

  typeOf(key: string): "none" | "string" | "set" | "hash" {
    const value = this.#live(key)?.value;
    if (value === undefined) return "none";
    if (value instanceof Map) return "hash";
    return Buffer.isBuffer(value) ? "string" : "set";
  }

  put(key: string, value: Value, expiresAtMs: number | null): void {
    this.#entries.set(key, { value, expiresAtMs });
  }

  /** Null when there is no such key, or it lives for ever. */
  expiresAtMs(key: string): number | null {
    return this.#live(key)?.expiresAtMs ?? null;
  }

  expire(key: string, expiresAtMs: number | null): boolean {
    const entry = this.#live(key);
    if (entry === undefined) return false;
    entry.expiresAtMs = expiresAtMs;
    return true;
  }

  delete(key: string): boolean {
    return this.#live(key) !== undefined && this.#entries.delete(key);
  }

  keys(): string[] {
    return Array.from(this.#entries.keys()).filter((key) => this.has(key));
  }

  clear(): void {
    this.#entries.clear();
  }
}

const wrongType = (): RedisError =>
  new RedisError("WRONGTYPE Operation against a key holding the wrong kind of value");

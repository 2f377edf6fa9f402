/** Least-recently-used cache with a limit in bytes, so that memory has a known ceiling. */
export class BoundedCache<V> {
  readonly #limitBytes: number;
  readonly #release: (value: V) => void;
  readonly #entries = new Map<string, { readonly value: V; readonly bytes: number }>();
  #bytes = 0;

  /** `release` frees what a value holds outside the heap (bitmaps, files). */
  constructor(limitBytes: number, release: (value: V) => void = () => {}) {
    this.#limitBytes = limitBytes;
    this.#release = release;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Marks the value as just used. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Adds or replaces, then drops the least recently used; the newest always stays. */
  set(key: string, value: V, bytes: number): void {
    this.delete(key);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limitBytes || oldest === key) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    this.#release(entry.value);
  }

  /** Drops every key that `matches`. */
  deleteWhere(matches: (key: string) => boolean): void {
    for (const key of this.#entries.keys()) if (matches(key)) this.delete(key);
  }

  clear(): void {
    this.deleteWhere(() => true);
  }
}

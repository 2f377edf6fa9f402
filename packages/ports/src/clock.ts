/** Clock and identity, injected so that tests own time and chance. */
export interface Clock {
  nowMs(): number;
}

export interface Ids {
  /** A new id with a readable prefix, sortable by time of birth: `task_01h...`. */
  next(prefix: string): string;
  /** Unguessable, URL-safe, at least 128 bits. */
  secret(): string;
}

import { randomBytes } from "node:crypto";
import type { Table } from "./journal.ts";

export interface SigningKeys {
  readonly current: string;
  readonly next: string;
}

const newKey = (): string => `sig_${randomBytes(21).toString("base64url")}`;

/** The two keys that receivers accept: made once, kept, and moved on by a rotation. */
export class KeyRing {
  readonly #table: Table<SigningKeys>;

  constructor(table: Table<SigningKeys>) {
    this.#table = table;
    if (table.get("keys") === undefined) table.set("keys", { current: newKey(), next: newKey() });
  }

  get current(): SigningKeys {
    return this.#table.get("keys") as SigningKeys;
  }

  rotate(): SigningKeys {
    const keys = { current: this.current.next, next: newKey() };
    this.#table.set("keys", keys);
    return keys;
  }
}

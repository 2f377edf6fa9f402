/** What the simulation has to know of a statement, worked out once for each text. */

/** A statement as the driver is handed it. */
export interface Query {
  readonly text: string;
  /** Under which a connection keeps what the server made of it. */
  readonly name?: string;
  readonly values?: unknown[];
  readonly rowMode?: "array";
}

const WRITES =
  /\binsert into\b|\bdelete from\b|(?<!for )(?<!key )\bupdate\b|cutroom_(?:claim|submit|succeed)/i;

interface Known {
  readonly name: string;
  readonly kind: string | undefined;
  readonly writes: boolean;
  readonly setsLockTimeout: boolean;
  /** What the trace calls it. */
  readonly label: string;
}
const KNOWN = new Map<string, Known>();

export function know(text: string): Known {
  const found = KNOWN.get(text);
  if (found !== undefined) return found;
  const kind = /^\s*(begin|commit|rollback|savepoint)/i.exec(text)?.[1]?.toLowerCase();
  const known: Known = {
    name: `statement-${KNOWN.size}`,
    kind,
    writes: WRITES.test(text),
    setsLockTimeout: text.includes("set_config('lock_timeout'"),
    label: kind ?? text.replaceAll(/\s+/g, " ").trim().slice(0, 90),
  };
  KNOWN.set(text, known);
  return known;
}

/**
 * Prepared, because the product says the same few hundred statements ten thousand times, and to read and
 * plan one costs the server more than to run it.
 */
export function asQuery(query: unknown, values: unknown): Query {
  const config = typeof query === "string" ? { text: query } : (query as Query);
  const { kind, name } = know(config.text);
  if (kind !== undefined) return config;
  const isFilled = Array.isArray(values) && values.length > 0;
  return { ...config, name, ...(isFilled ? { values } : {}) };
}

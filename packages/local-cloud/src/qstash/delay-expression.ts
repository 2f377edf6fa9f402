/**
 * `Upstash-Retry-Delay`: arithmetic in milliseconds over `retried`, the number of retries so
 * far. Source: Upstash, "Retry", QStash documentation.
 */
const FUNCTIONS: Readonly<Record<string, (...args: number[]) => number>> = {
  pow: (base = 0, exponent = 0) => base ** exponent,
  sqrt: (value = 0) => Math.sqrt(value),
  abs: (value = 0) => Math.abs(value),
  exp: (value = 0) => Math.exp(value),
  floor: (value = 0) => Math.floor(value),
  ceil: (value = 0) => Math.ceil(value),
  round: (value = 0) => Math.round(value),
  min: (...values) => Math.min(...values),
  max: (...values) => Math.max(...values),
};

class Reader {
  readonly #tokens: readonly string[];
  readonly #retried: number;
  #position = 0;

  constructor(text: string, retried: number) {
    this.#tokens = text.match(/\d+(?:\.\d+)?|[a-z]+|\S/giu) ?? [];
    this.#retried = retried;
  }

  get isAtEnd(): boolean {
    return this.#position === this.#tokens.length;
  }

  #take(...wanted: string[]): string | null {
    const token = this.#tokens[this.#position];
    if (token === undefined || !wanted.includes(token)) return null;
    this.#position += 1;
    return token;
  }

  #require(token: string): void {
    if (this.#take(token) === null) throw new SyntaxError(`expected ${token}`);
  }

  sum(): number {
    let value = this.#product();
    for (let sign = this.#take("+", "-"); sign !== null; sign = this.#take("+", "-")) {
      const next = this.#product();
      value = sign === "+" ? value + next : value - next;
    }
    return value;
  }

  #product(): number {
    let value = this.#atom();
    for (let sign = this.#take("*", "/"); sign !== null; sign = this.#take("*", "/")) {
      const next = this.#atom();
      value = sign === "*" ? value * next : value / next;
    }
    return value;
  }

  #atom(): number {
    if (this.#take("-") !== null) return -this.#atom();
    if (this.#take("(") !== null) {
      const value = this.sum();
      this.#require(")");
      return value;
    }
    const token = this.#tokens[this.#position] ?? "";
    this.#position += 1;
    if (/^\d/u.test(token)) return Number(token);
    if (token === "retried") return this.#retried;
    const run = FUNCTIONS[token];
    if (run === undefined) throw new SyntaxError(`unknown word ${token}`);
    this.#require("(");
    const args = [this.sum()];
    while (this.#take(",") !== null) args.push(this.sum());
    this.#require(")");
    return run(...args);
  }
}

/** The delay in ms, at least 0; null when the text is not such an expression. */
export function evaluateDelayMs(text: string, retried: number): number | null {
  try {
    const reader = new Reader(text, retried);
    const value = reader.sum();
    return reader.isAtEnd && Number.isFinite(value) ? Math.max(0, value) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

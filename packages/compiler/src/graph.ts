/** Collects the inputs and filter chains of one FFmpeg run. Values are numbers or fixed words. */
import type { Rate } from "@cutroom/timeline";
import { guardScript } from "./filter-guard.ts";

export class Graph {
  readonly inputArgs: string[] = [];
  readonly #chains: string[] = [];
  #inputs = 0;
  #labels = 0;

  /** Opens a file once more; gives the number that filter chains call it by. */
  addInput(options: readonly string[], fileName: string): number {
    this.inputArgs.push(...options, "-i", fileName);
    this.#inputs += 1;
    return this.#inputs - 1;
  }

  /** Adds a chain from `sources` (labels or stream specifiers) and gives its output's label. */
  chain(sources: readonly string[], filters: readonly string[]): string {
    const label = `n${this.#labels}`;
    this.#labels += 1;
    this.#chains.push(`${brackets(sources)}${filters.join(",")}[${label}]`);
    return label;
  }

  /** `count` copies of one stream. */
  split(source: string, count: number): string[] {
    if (count === 1) return [source];
    const labels = Array.from({ length: count }, (_, index) => `n${this.#labels + index}`);
    this.#labels += count;
    this.#chains.push(`[${source}]split=${count}${brackets(labels)}`);
    return labels;
  }

  /** Names the end of the graph. */
  finish(source: string, filters: readonly string[], name: string): void {
    this.#chains.push(`[${source}]${filters.join(",")}[${name}]`);
  }

  /**
   * The filter script. The scaler's flags stand at the head, because only there do they reach
   * scalers that FFmpeg inserts by itself; without them engines differ in the last bit.
   */
  script(): string {
    const head = "sws_flags=bicubic+accurate_rnd+full_chroma_int+bitexact";
    return guardScript(`${head};\n${this.#chains.join(";\n")}\n`);
  }
}

function brackets(labels: readonly string[]): string {
  return labels.map((label) => `[${label}]`).join("");
}

/** A number as FFmpeg reads it: never an exponent, at most nine decimals. */
export function decimal(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a number for a filter: ${value}`);
  return value
    .toFixed(9)
    .replace(/\.?0+$/, "")
    .replace(/^-0$/, "0");
}

export function fraction(fps: Rate): string {
  return `${fps.n}/${fps.d}`;
}

/** The length of one frame: the time base of every picture stream in the graph. */
export function frameBase(fps: Rate): string {
  return `${fps.d}/${fps.n}`;
}

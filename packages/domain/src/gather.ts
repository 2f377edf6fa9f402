/** Answers to the items of one call, in their order. */
export type RunMany<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

interface Batch<Item, Result> {
  readonly items: Item[];
  weight: number;
  readonly results: Promise<readonly Result[]>;
}

/**
 * Makes one call out of what many ask for while such calls are under way (C8). Whoever asks when
 * fewer than `lanes` are is served at once; the others wait for the next call together, at most
 * `most` of them, so that a queue of callers grows no longer than its batches do. With `weigh` it
 * is their weights that add up to at most `most`; what is heavier goes alone. Nobody ever waits
 * for company. An error of a call is the error of all that it was made for.
 */
export function gather<Item, Result>(
  run: RunMany<Item, Result>,
  limits: {
    readonly lanes: number;
    readonly most: number;
    readonly weigh?: (item: Item) => number;
  },
): (item: Item) => Promise<Result> {
  let free = limits.lanes;
  const turns: (() => void)[] = [];
  let open: Batch<Item, Result> | null = null;

  async function takeTurn(): Promise<void> {
    // Those who ask in the same moment go together.
    await Promise.resolve();
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => turns.push(resolve));
  }

  /** The first of a batch runs it, in its own context. */
  async function lead(items: readonly Item[]): Promise<readonly Result[]> {
    await takeTurn();
    if (open?.items === items) open = null;
    try {
      return await run(items);
    } finally {
      const next = turns.shift();
      if (next === undefined) free += 1;
      else next();
    }
  }

  return async (item) => {
    const weight = limits.weigh?.(item) ?? 1;
    if (open === null || open.weight + weight > limits.most) {
      const items: Item[] = [];
      open = { items, weight: 0, results: lead(items) };
    }
    const batch = open;
    batch.weight += weight;
    const place = batch.items.push(item) - 1;
    const results = await batch.results;
    if (place >= results.length) throw new Error("a call answered too few");
    return results[place] as Result;
  };
}

/** Chance that repeats: the same seed and label give the same numbers on every machine. */

/** FNV-1a over UTF-16 units; 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

export interface Chance {
  /** In [0, 1). */
  next(): number;
  /** In [low, high). */
  between(low: number, high: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
}

/** mulberry32. `label` keeps the numbers of one use apart from those of another. */
export function createChance(seed: number, label: string): Chance {
  let state = (seed ^ hashText(label)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
  };
}

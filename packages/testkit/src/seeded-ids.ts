/** Structurally the `Ids` of `@cutroom/ports`. */
export interface SeededIds {
  next(prefix: string): string;
  secret(): string;
}

/** Mulberry32: 32 bits of state, good enough to tell ids apart. */
function randomWords(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return (word ^ (word >>> 14)) >>> 0;
  };
}

/** The same ids in the same order for the same seed; sortable by time of birth. */
export function seededIds(seed = 1): SeededIds {
  const word = randomWords(seed);
  let born = 0;
  const hex = (): string => word().toString(16).padStart(8, "0");
  return {
    next: (prefix) => {
      born += 1;
      return `${prefix}_${born.toString(36).padStart(8, "0")}${hex()}`;
    },
    secret: () => hex() + hex() + hex() + hex(),
  };
}

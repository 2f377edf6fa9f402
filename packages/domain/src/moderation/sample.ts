/** Which pictures of a content a judge is shown: a few, evenly over its length (G5). */

/** At most `frames` of `count` pictures, the first and the last among them. */
export function sampleOf(count: number, frames: number): readonly number[] {
  if (count <= frames) return Array.from({ length: count }, (_, at) => at);
  const step = (count - 1) / (frames - 1);
  return Array.from({ length: frames }, (_, at) => Math.round(at * step));
}

/** What several policies want to see of the same content, each picture once and in order. */
export function sampleForAll(
  count: number,
  policies: readonly { readonly frames: number }[],
): readonly number[] {
  const wanted = new Set(policies.flatMap(({ frames }) => sampleOf(count, frames)));
  return [...wanted].toSorted((a, b) => a - b);
}

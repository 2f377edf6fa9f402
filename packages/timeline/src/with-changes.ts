/** `value` with the given fields, absent ones left alone; the same object when none differs. */
export function withChanges<T extends object>(
  value: T,
  changes: { readonly [K in keyof T]?: T[K] | undefined },
): T {
  const entries = Object.entries(changes).filter(
    ([name, wanted]) => wanted !== undefined && wanted !== value[name as keyof T],
  );
  return entries.length === 0 ? value : { ...value, ...Object.fromEntries(entries) };
}

import { findExpiredPacks, forgetSegmentPacks } from "@cutroom/db";
import type { Deps } from "../../deps.ts";

const LIMIT = 100;

/**
 * Removes the segments of exports that nobody renders again any more: long before an object that no
 * row names is a break of the books. Repeating it is harmless.
 */
export async function sweepSegmentPacks(deps: Deps): Promise<number> {
  const keys = await findExpiredPacks(deps.database, LIMIT);
  for (const key of keys) await deps.store.delete(key);
  if (keys.length > 0) await forgetSegmentPacks(deps.database, keys);
  return keys.length;
}

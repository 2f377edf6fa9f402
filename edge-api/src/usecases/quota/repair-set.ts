import { asSystem, findHolds } from "@cutroom/db";
import type { QuotaLayer } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { rightAmounts } from "./quota-sets.ts";

/** A submit under way is in the set before it is in the database; it takes less than this. */
export const YOUNG_MS = 60_000;
/** Everybody who is refused would look; one look a second is enough. */
const LOOK_EVERY_MS = 1_000;

/**
 * Looks whether a full set is full of what no longer counts, and takes that out: a leaked member
 * refuses nobody for long. True when there is room again. Sets of the whole platform are left to
 * the timer.
 */
export async function repairSet(deps: Deps, layer: QuotaLayer): Promise<boolean> {
  if (layer.scope !== "user" && layer.scope !== "tenant") return false;
  const { keyValue } = deps;
  const isFirst = await keyValue.set(`quota-look:${layer.key}`, "1", {
    ttlMs: LOOK_EVERY_MS,
    onlyIfAbsent: true,
  });
  if (!isFirst) return false;
  const nowMs = deps.clock.nowMs();
  const present = await keyValue.holds(layer.key);
  const stored = await asSystem(deps.database, (tx) =>
    findHolds(
      tx,
      present.map((hold) => hold.member),
    ),
  );
  const known = new Set(stored.map((hold) => hold.id));
  const right = rightAmounts(deps, stored).get(layer.key);
  let isRepaired = false;
  for (const hold of present) {
    const amount = right?.get(hold.member) ?? null;
    const isYoung = !known.has(hold.member) && nowMs - hold.atMs < YOUNG_MS;
    if (isYoung || amount === hold.amount) continue;
    await keyValue.adjust(hold.member, [{ key: layer.key, amount }]);
    isRepaired = true;
  }
  return isRepaired;
}

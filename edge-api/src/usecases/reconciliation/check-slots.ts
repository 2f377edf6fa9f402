/** Does the fast copy of what is under way agree with the database (C5)? */
import { asSystem, findCountingHolds, findHolds } from "@cutroom/db";
import type { CheckResult } from "@cutroom/db";
import { judgeSlots } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { MARK_KEY, SET_PREFIX, rightAmounts, setsOf } from "../quota/quota-sets.ts";
import { YOUNG_MS } from "../quota/repair-set.ts";

const ACTIVE_WITHIN_MS = 10 * 60_000;
const told = (hold: { readonly member: string; readonly amount: number }) =>
  `${hold.member}=${hold.amount}`;

/**
 * Only looks; `reconcileQuota` mends every few minutes, so what is found here has slipped past
 * it. Members of submits that may be under way count on neither side.
 */
export async function checkSlots(deps: Deps): Promise<CheckResult> {
  const nowMs = deps.clock.nowMs();
  const { keyValue } = deps;
  // Without its mark the copy decides nothing: the database does.
  if ((await keyValue.get(MARK_KEY)) === null) return { found: [], whole: true };
  const keys = [...new Set(await keyValue.keys(SET_PREFIX))];
  const present = await Promise.all(
    keys.map(async (key) => ({ key, holds: await keyValue.holds(key) })),
  );
  const members = [...new Set(present.flatMap((set) => set.holds.map((hold) => hold.member)))];
  const stored = await asSystem(deps.database, async (tx) => {
    const counting = await findCountingHolds(tx, { activeWithinMs: ACTIVE_WITHIN_MS });
    const known = await findHolds(tx, members);
    return [...new Map([...counting, ...known].map((hold) => [hold.id, hold])).values()];
  });
  const isYoung = (atMs: number) => nowMs - atMs < YOUNG_MS;
  const young = new Set(stored.filter((hold) => isYoung(hold.atMs)).map((hold) => hold.id));
  const wanted = setsOf(deps, stored, nowMs);
  const right = rightAmounts(deps, stored);
  const found = [...new Set([...keys, ...wanted.keys()])].flatMap((layer) => {
    const set = present.find((one) => one.key === layer);
    const settled = (set?.holds ?? []).filter(
      (hold) => !isYoung(hold.atMs) && !young.has(hold.member),
    );
    const held = [...(right.get(layer) ?? [])].flatMap(([member, amount]) =>
      young.has(member) ? [] : { member, amount },
    );
    return judgeSlots({ layer, counted: settled.map(told), held: held.map(told) }) ?? [];
  });
  return { found, whole: true };
}

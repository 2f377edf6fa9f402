/**
 * Milestones on their way to the database: gathered for a second, written in one statement for
 * all tasks together (C11). Losing some costs a mark in a history, nothing else.
 */
import { writeMilestones } from "@cutroom/db";
import type { Milestone } from "@cutroom/db";
import type { Deps } from "../../deps.ts";

const WINDOW_MS = 1_000;
/** Windows younger than this may still be written to. */
const SETTLED_MS = 2_000;
const TTL_MS = 60_000;
/** How far back a first flush looks. */
const LOOK_BACK_MS = 15_000;

const windowAt = (atMs: number) => Math.floor(atMs / WINDOW_MS);
const keyOf = (window: number) => `milestones:${window}`;
const memberOf = ({ stepId, attempt, milestone }: Milestone) => `${stepId}/${attempt}/${milestone}`;

function milestoneIn(member: string): Milestone | null {
  const parts = /^(.+)\/(\d+)\/(\d+)$/.exec(member);
  if (parts === null) return null;
  const [, stepId = "", attempt, milestone] = parts;
  return { stepId, attempt: Number(attempt), milestone: Number(milestone) };
}

/** Keeps a milestone until the next flush. */
export async function bufferMilestone(deps: Deps, reached: Milestone): Promise<void> {
  const atMs = deps.clock.nowMs();
  const key = keyOf(windowAt(atMs));
  const hold = { member: memberOf(reached), amount: reached.milestone, atMs };
  await deps.keyValue.fillSets([{ key, ttlMs: TTL_MS, holds: [hold] }], { replaces: false });
}

/** Only the furthest of each attempt: what lies before it has been passed. */
function furthest(members: readonly string[]): readonly Milestone[] {
  const byAttempt = new Map<string, Milestone>();
  for (const member of members) {
    const found = milestoneIn(member);
    if (found === null) continue;
    const name = `${found.stepId}/${found.attempt}`;
    const known = byAttempt.get(name);
    if (known === undefined || known.milestone < found.milestone) byAttempt.set(name, found);
  }
  return [...byAttempt.values()];
}

/**
 * Writes the milestones of the windows that are over, from `window` on, and answers from where to
 * go on next time. Safe to run anywhere, twice, at once: windows fade by themselves, and a
 * milestone that was written already changes nothing.
 */
export async function flushMilestones(deps: Deps, window: number | null): Promise<number> {
  const nowMs = deps.clock.nowMs();
  const end = windowAt(nowMs - SETTLED_MS);
  const begin = Math.max(window ?? 0, windowAt(nowMs - LOOK_BACK_MS));
  const windows = Array.from({ length: Math.max(0, end - begin) }, (_, index) => begin + index);
  const sets = await Promise.all(windows.map((each) => deps.keyValue.holds(keyOf(each))));
  const reached = furthest(sets.flat().map((hold) => hold.member));
  if (reached.length > 0) await writeMilestones(deps.database, reached);
  return Math.max(begin, end);
}

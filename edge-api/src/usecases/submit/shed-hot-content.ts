import { asSystem, readPoolDepth } from "@cutroom/db";
import { HOT_RETRY_MS, HOT_SUBMITS, HOT_WINDOW_MS, sha256Hex, shedsHot } from "@cutroom/domain";
import type { PoolName } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

export interface Wanted {
  readonly reservationId: string;
  /** What is in the work, whoever asks for it; null for work that is only its owner's. */
  readonly similar: string | null;
  /** The same, or the template that it is made from. */
  readonly content: string | null;
  readonly pool: PoolName;
}

/** Free submits of this content in the last minute, this one included. */
async function countWanted(deps: Deps, content: string, member: string): Promise<number> {
  const key = `hot:${await sha256Hex(deps.sha256, content)}`;
  const window = { key, member, windowMs: HOT_WINDOW_MS };
  const [count = 0] = await deps.keyValue.countWindows([window], HOT_SUBMITS + 1);
  return count;
}

/**
 * Asks free work to come again later when very many want the same and the pool has work waiting
 * (O3): so a campaign is slow for itself and not for everybody else of its plan. Without the
 * key-value store nothing is hot.
 */
export async function shedHotContent(deps: Deps, caller: UserCaller, wanted: Wanted) {
  const { content, reservationId, pool } = wanted;
  if (caller.plan.name !== "free" || content === null) return ok(null);
  try {
    if ((await countWanted(deps, content, reservationId)) <= HOT_SUBMITS) return ok(null);
  } catch (error) {
    deps.log({ level: "warn", message: "hot content not counted", error: String(error) });
    return ok(null);
  }
  const depth = await asSystem(deps.database, (tx) => readPoolDepth(tx, pool));
  if (!shedsHot(depth)) return ok(null);
  return refuse("platform.busy", {
    waiting: depth.waiting,
    retry_after_s: HOT_RETRY_MS / 1_000,
    reset_at: new Date(deps.clock.nowMs() + HOT_RETRY_MS).toISOString(),
  });
}

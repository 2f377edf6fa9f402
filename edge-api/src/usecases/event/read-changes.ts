/** What the stream of a workspace says: everything at first, then what came after a position. */
import type { StreamEvent } from "@cutroom/contracts";
import { forTenant, schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { and, asc, eq, gt, inArray, isNull, min } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentAsset } from "../asset/present-asset.ts";
import { readAssets } from "../asset/read-assets.ts";
import { presentTask } from "../task/present-task.ts";
import { readTasks, withFreshProgress } from "../task/read-tasks.ts";
import type { TaskWithProgress } from "../task/read-tasks.ts";

const { asset, task, taskEvent, tenantStream } = schema;
const BATCH = 200;
const LIVE_LIMIT = 200;

export interface Streamed {
  /** For Last-Event-ID; absent on fine progress, which is never repeated. */
  readonly position: number | null;
  readonly event: StreamEvent;
}

/** The last position that was given out. One row by its key: it is asked for every second. */
export async function currentPosition(
  reader: Pick<Transaction, "select">,
  tenantId: string,
): Promise<number> {
  const rows = await reader
    .select({ position: tenantStream.position })
    .from(tenantStream)
    .where(eq(tenantStream.tenantId, tenantId));
  return rows[0]?.position ?? 0;
}

/** Everything that still moves. */
export function readLive(
  deps: Deps,
  { tenantId }: UserCaller,
): Promise<readonly TaskWithProgress[]> {
  return forTenant(deps.database, tenantId, (tx) =>
    readTasks(tx, {
      tenantId,
      where: isNull(task.finishedAt),
      limit: LIVE_LIMIT,
    }),
  );
}

/**
 * Whether a client that has seen `position` misses nothing when it goes on from there: this
 * stream gave it out, and what came after is still kept.
 */
export async function canResume(deps: Deps, caller: UserCaller, position: number) {
  const { tenantId } = caller;
  const current = await currentPosition(deps.database, tenantId);
  if (position > current) return false;
  if (position === current) return true;
  const rows = await deps.database
    .select({ oldest: min(taskEvent.position) })
    .from(taskEvent)
    .where(eq(taskEvent.tenantId, tenantId));
  const oldest = rows[0]?.oldest ?? null;
  return oldest !== null && oldest <= position + 1;
}

/** Everything that still moves, as one event at the position from which to go on. */
export async function readSnapshot(
  deps: Deps,
  caller: UserCaller,
): Promise<{ streamed: Streamed; live: readonly TaskWithProgress[] }> {
  // The position is read first: an event in between is sent again rather than lost.
  const position = await currentPosition(deps.database, caller.tenantId);
  const stored = await readLive(deps, caller);
  const live = await Promise.all(stored.map((entry) => withFreshProgress(deps, entry)));
  const tasks = await Promise.all(live.map((one) => presentTask(deps, one)));
  return { streamed: { position, event: { type: "snapshot", tasks } }, live };
}

async function readEvents(tx: Transaction, tenantId: string, after: number) {
  const events = await tx
    .select()
    .from(taskEvent)
    .where(and(eq(taskEvent.tenantId, tenantId), gt(taskEvent.position, after)))
    .orderBy(asc(taskEvent.position))
    .limit(BATCH);
  // Several events of one task show the same newest row: only the last of them is sent.
  const last = new Map(events.map((event) => [event.taskId, event]));
  const moved = new Set(
    events.flatMap((event) => (event.type === "milestone" ? [] : [event.taskId])),
  );
  const taskIds = [...last.keys()];
  const assetIds = events.flatMap((event) => (event.assetId === null ? [] : [event.assetId]));
  return {
    events: [...last.values()].toSorted((a, b) => a.position - b.position),
    moved,
    tasks:
      taskIds.length === 0
        ? []
        : await readTasks(tx, { tenantId, where: inArray(task.id, taskIds), limit: BATCH }),
    assets:
      assetIds.length === 0
        ? []
        : await readAssets(tx, { tenantId, where: inArray(asset.id, assetIds), limit: BATCH }),
  };
}

/** What came after a position, in order; one event for each task, and the tasks themselves. */
export async function changesAfter(
  deps: Deps,
  caller: UserCaller,
  after: number,
): Promise<{ streamed: Streamed[]; touched: readonly TaskWithProgress[] }> {
  const { tenantId } = caller;
  const found = await forTenant(deps.database, tenantId, (tx) => readEvents(tx, tenantId, after));
  const tasks = new Map(found.tasks.map((entry) => [entry.row.id, entry]));
  const assets = new Map(found.assets.map((entry) => [entry.row.id, entry]));
  const streamed: Streamed[] = [];
  for (const { position, seq, taskId, assetId, progress } of found.events) {
    if (!found.moved.has(taskId) && progress !== null) {
      const event = { type: "progress", task_id: taskId, asset_id: assetId, progress } as const;
      streamed.push({ position, event });
      continue;
    }
    const ofAsset = assetId === null ? undefined : assets.get(assetId);
    if (ofAsset !== undefined) {
      const shown = await presentAsset(deps, ofAsset.row, ofAsset.progress, ofAsset.review);
      streamed.push({ position: null, event: { type: "asset", seq, asset: shown } });
    }
    const ofTask = tasks.get(taskId);
    if (ofTask === undefined) continue;
    const shown = await presentTask(deps, ofTask);
    streamed.push({ position, event: { type: "task", seq, task: shown } });
  }
  return { streamed, touched: found.tasks };
}

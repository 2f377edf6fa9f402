/**
 * The stream of a workspace's tasks (C11): a snapshot first, or what came after the position
 * that the client saw last; then state changes in order and progress at most once a second.
 */
import type { StreamEvent } from "@cutroom/contracts";
import { forTenant, schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { pause } from "../../pause.ts";
import { presentAsset } from "../asset/present-asset.ts";
import { readAssets } from "../asset/read-assets.ts";
import { readProgress } from "../step/progress.ts";
import { presentTask } from "../task/present-task.ts";
import { readTasks } from "../task/read-tasks.ts";
import type { TaskWithProgress } from "../task/read-tasks.ts";

const { asset, task, taskEvent, tenantStream } = schema;
const TICK_MS = 1_000;
const BATCH = 200;
const LIVE_LIMIT = 200;

export interface Streamed {
  /** For Last-Event-ID; absent on progress, which is never repeated. */
  readonly position: number | null;
  readonly event: StreamEvent;
}

async function currentPosition(tx: Transaction, tenantId: string): Promise<number> {
  const rows = await tx.select().from(tenantStream).where(eq(tenantStream.tenantId, tenantId));
  return rows[0]?.position ?? 0;
}

function readLive(tx: Transaction, tenantId: string) {
  return readTasks(tx, {
    tenantId,
    where: inArray(task.state, ["CREATED", "QUEUED", "RUNNING"]),
    limit: LIVE_LIMIT,
  });
}

/** Everything that still moves, and the position from which to go on. */
async function snapshot(deps: Deps, caller: UserCaller): Promise<Streamed> {
  const { tenantId } = caller;
  // The position is read first: an event in between is sent again rather than lost.
  const { position, live } = await forTenant(deps.database, tenantId, async (tx) => ({
    position: await currentPosition(tx, tenantId),
    live: await readLive(tx, tenantId),
  }));
  const tasks = await Promise.all(
    live.map(async ({ row, progress }) =>
      presentTask(deps, row, await readProgress(deps, row.id, progress)),
    ),
  );
  return { position, event: { type: "snapshot", tasks } };
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
  const taskIds = [...last.keys()];
  const assetIds = events.flatMap((event) => (event.assetId === null ? [] : [event.assetId]));
  return {
    events: [...last.values()].toSorted((a, b) => a.position - b.position),
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

async function changesAfter(
  deps: Deps,
  caller: UserCaller,
  after: number,
): Promise<{ streamed: Streamed[]; live: readonly TaskWithProgress[] }> {
  const { tenantId } = caller;
  const { found, live } = await forTenant(deps.database, tenantId, async (tx) => ({
    found: await readEvents(tx, tenantId, after),
    live: await readLive(tx, tenantId),
  }));
  const tasks = new Map(found.tasks.map((entry) => [entry.row.id, entry]));
  const assets = new Map(found.assets.map((entry) => [entry.row.id, entry]));
  const streamed: Streamed[] = [];
  for (const { position, seq, taskId, assetId } of found.events) {
    const ofAsset = assetId === null ? undefined : assets.get(assetId);
    if (ofAsset !== undefined) {
      const shown = await presentAsset(deps, ofAsset.row, ofAsset.progress);
      streamed.push({ position: null, event: { type: "asset", seq, asset: shown } });
    }
    const ofTask = tasks.get(taskId);
    if (ofTask === undefined) continue;
    const shown = await presentTask(deps, ofTask.row, ofTask.progress);
    streamed.push({ position, event: { type: "task", seq, task: shown } });
  }
  return { streamed, live };
}

/** Progress that has gone up since it was last sent. */
async function progressOf(
  deps: Deps,
  live: readonly TaskWithProgress[],
  sent: Map<string, number>,
): Promise<Streamed[]> {
  const streamed: Streamed[] = [];
  for (const { row, progress: known } of live) {
    if (row.state !== "RUNNING") continue;
    const progress = await readProgress(deps, row.id, known);
    if (progress <= (sent.get(row.id) ?? 0)) continue;
    sent.set(row.id, progress);
    const event = { type: "progress", task_id: row.id, asset_id: row.assetId, progress } as const;
    streamed.push({ position: null, event });
  }
  return streamed;
}

/**
 * Batches of events until `signal` aborts; an empty batch means that a second has passed. A
 * position that this stream never gave out starts over with a snapshot.
 */
export async function* followEvents(
  deps: Deps,
  caller: UserCaller,
  from: { readonly lastPosition: number | null; readonly signal: AbortSignal },
): AsyncGenerator<readonly Streamed[]> {
  const first = await snapshot(deps, caller);
  const current = first.position ?? 0;
  const resumes = from.lastPosition !== null && from.lastPosition <= current;
  let position = resumes ? (from.lastPosition ?? 0) : current;
  yield resumes ? [] : [first];
  const sent = new Map<string, number>();
  while (!from.signal.aborted) {
    const { streamed, live } = await changesAfter(deps, caller, position);
    for (const item of streamed) position = Math.max(position, item.position ?? 0);
    yield [...streamed, ...(await progressOf(deps, live, sent))];
    await pause(TICK_MS, from.signal);
  }
}

/**
 * Clips that vendors make (G1-G4, E5): submissions at an even rate for three minutes to simulated
 * vendors that take three minutes each, and everything until the clip can be played: the desk,
 * callbacks over HTTP, copies into the store, a farm that prepares them by its own protocol.
 *
 * What a vendor takes and how long people ask are shorter by a factor that is printed, and so are
 * the places at vendors; what is under way is told as it would be without it. Our own work is not
 * scaled: how long a clip waits, and how long it takes from the vendor's success until it can be
 * played, is what this machine took. Preparing by FFmpeg is waiting, on a farm that has half as
 * many places again as are needed.
 *
 *   npm run -s bench -- generate [factor = 6] [submissions a second = 16]
 */
import { once, setMaxListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "@cutroom/db";
import { createApp } from "@cutroom/edge-api/src/app.ts";
import { createDeps } from "@cutroom/edge-api/src/deps.ts";
import type { Deps } from "@cutroom/edge-api/src/deps.ts";
import { readEnv } from "@cutroom/edge-api/src/env.ts";
import { createNodeHop } from "@cutroom/edge-api/src/outbound-node.ts";
import { sampleEnv } from "@cutroom/edge-api/src/sample-env.cases.ts";
import { rebuildQuota } from "@cutroom/edge-api/src/usecases/quota/rebuild-quota.ts";
import { keepHouse } from "@cutroom/edge-api/src/usecases/housekeeping/keep-house.ts";
import { keepDesk } from "@cutroom/edge-api/src/usecases/vendor/keep-desk.ts";
import { freePort, startVendors } from "@cutroom/testkit";
import type { Vendors } from "@cutroom/testkit";
import { WebSocket } from "ws";
import { startCloud } from "./bench-product.ts";
import { listenForWakes } from "./campaign-lab.ts";
import { percentile, printFigures } from "./figures.ts";
import { listen, openSlots, openWorkspaces, startPreparingFarm } from "./generate/lab.ts";
import { askForClips, judgeClips, readWrites, watchQueue, writesEach } from "./generate/measure.ts";

const factor = Number(process.argv[2] ?? 6);
const perS = Number(process.argv[3] ?? 16);
const MINUTES_MS = 180_000;
const PREPARE_MS = 5_000;
const FARM_SLOTS = Math.ceil(perS * (PREPARE_MS / 1_000) * 1.5);
const HOUSE_MS = 3_000;
/** How long accepted work may take to end once nobody asks for more. */
const PATIENCE_MS = MINUTES_MS / factor + 240_000;

async function keepTime(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(HOUSE_MS, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await keepHouse(deps);
  }
}

async function measure(deps: Deps, vendors: Vendors): Promise<void> {
  const callers = await openWorkspaces(deps);
  await openSlots(deps, factor);
  const warm = { callers, perS: 2, seconds: 5, name: "warm" };
  const before = await askForClips(deps, warm);
  const queue = watchQueue(deps);
  await queue.untilDone(PATIENCE_MS, before.accepted);
  const writesBefore = await readWrites(deps);
  const load = { callers, perS, seconds: MINUTES_MS / 1_000 / factor, name: "bench" };
  const asked = await askForClips(deps, load);
  await queue.untilDone(PATIENCE_MS, before.accepted + asked.accepted);
  await queue.stop();
  const writes = writesEach(writesBefore, await readWrites(deps), Math.max(1, asked.accepted));
  const judged = await judgeClips(deps, vendors, MINUTES_MS / factor);
  process.stdout.write(
    `  time at vendors ${MINUTES_MS / 1_000} s, factor ${factor}: ${perS}/s for ${load.seconds} s, ` +
      `${asked.accepted} of ${asked.asked} accepted; load ${loadavg()[0]}\n` +
      `  rows a task: ${writes.tables.map(([table, rows]) => `${table} ${rows.toFixed(1)}`).join(", ")}\n`,
  );
  const lower = (id: string, value: number, unit: string, target: number | null) => ({
    id,
    value,
    unit,
    target,
    better: "lower" as const,
  });
  const expected = perS * (MINUTES_MS / 1_000);
  printFigures("generate", [
    {
      id: "in_flight_unscaled",
      value: queue.mostInFlight() * factor,
      unit: "jobs",
      target: 0.9 * expected,
      better: "higher",
    },
    lower("submit_p95", percentile(asked.times, 0.95), "ms", 300),
    lower("queue_p0_p95", percentile(judged.waits[0], 0.95), "s", 15),
    lower("queue_p1_p95", percentile(judged.waits[1], 0.95), "s", 60),
    lower("queue_p2_p95", percentile(judged.waits[2], 0.95), "s", 300),
    lower("oldest_waiting", queue.oldestWaitS(), "s", null),
    lower("success_to_playable_p50", percentile(judged.toPlayable, 0.5), "s", null),
    lower("success_to_playable_p95", percentile(judged.toPlayable, 0.95), "s", 90),
    lower("rows_of_task_event_ledger", writes.planned, "a task", 23),
    lower("rows_of_all_tables", writes.rows, "a task", null),
    lower("write_transactions", writes.transactions, "a task", null),
    lower("not_playable", judged.notDone, "tasks", 0),
    lower("accepted_twice", judged.acceptedTwice, "requests", 0),
    lower(
      "billed_but_not_booked",
      Math.abs(judged.billedMicros - judged.bookedMicros),
      "micros",
      0,
    ),
  ]);
}

const dataDir = mkdtempSync(join(tmpdir(), "cutroom-generate-"));
const wakes = await listenForWakes();
const runMs = MINUTES_MS / factor;
const vendors = await startVendors({ queueMs: 1_000, runMs: runMs - 1_000 });
const cloud = await startCloud(dataDir);
setMaxListeners(0);
try {
  const port = await freePort();
  const env = readEnv({
    ...sampleEnv,
    ...cloud.env,
    ...vendors.env,
    FARM_URL: wakes.url,
    API_URL: `http://127.0.0.1:${port}`,
  });
  await migrate({ databaseUrl: env.DATABASE_URL, wsProxy: env.DATABASE_WS_PROXY });
  const deferred = new Set<Promise<unknown>>();
  const { deps, close } = createDeps(env, {
    webSocket: WebSocket,
    maxConnections: 20,
    outbound: () => async () => 200,
    hop: createNodeHop,
    log: (entry) => entry.level !== "info" && process.stderr.write(`${JSON.stringify(entry)}\n`),
    defer: (work) => {
      const settled = work.catch(() => undefined).finally(() => deferred.delete(settled));
      deferred.add(settled);
    },
  });
  // Vendors call back over the network, and the queue knocks.
  const server = await listen(createApp(deps), port);
  const farm = startPreparingFarm(deps, FARM_SLOTS, PREPARE_MS);
  const closing = new AbortController();
  const loops = [keepDesk, keepTime].map((loop) => loop(deps, closing.signal));
  try {
    await rebuildQuota(deps);
    wakes.listen(() => farm.wake());
    await measure(deps, vendors);
  } finally {
    closing.abort();
    await farm.stop();
    await Promise.all(loops);
    await Promise.all(deferred);
    server.close();
    await close();
  }
} finally {
  const ended = once(cloud.child, "close");
  cloud.child.kill("SIGTERM");
  await ended;
  await vendors.stop();
  wakes.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/**
 * What progress costs: 104 tasks a second with 20 callbacks each. Once as everybody writes it
 * first (each callback is a transaction that updates the task and adds an event, and a push to
 * its user), and once as it is: fine progress in memory, milestones written together, pushes
 * gathered. Writes are counted at the full rate, pushes on real streams of a real local cloud
 * at a rate scaled down by a factor that is printed: how many a user gets is no matter of it.
 *
 *   npm run -s bench -- progress [factor] [seconds that a task runs]
 */
import { once, setMaxListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { appendTaskEvent, asSystem, migrate } from "@cutroom/db";
import type { Database } from "@cutroom/db";
import { createDeps } from "@cutroom/edge-api/src/deps.ts";
import { readEnv } from "@cutroom/edge-api/src/env.ts";
import type { Deps } from "@cutroom/edge-api/src/deps.ts";
import { sampleEnv } from "@cutroom/edge-api/src/sample-env.cases.ts";
import { followEvents } from "@cutroom/edge-api/src/usecases/event/follow-events.ts";
import { endStep } from "@cutroom/edge-api/src/usecases/step/end-step.ts";
import { flushMilestones } from "@cutroom/edge-api/src/usecases/step/milestones.ts";
import { noteProgress } from "@cutroom/edge-api/src/usecases/step/progress.ts";
import { sql } from "drizzle-orm";
import { WebSocket } from "ws";
import { startCloud } from "./bench-product.ts";
import { printFigures } from "./figures.ts";
import { countWrites } from "./progress/full-rate.ts";
import { benchCaller, openUsers, startTask } from "./progress-lab.ts";
import type { BenchTask } from "./progress-lab.ts";

const FULL_RATE = 104;
const CALLBACKS = 20;
const TASKS_PER_USER = 2;
const factor = Number(process.argv[2] ?? 13);
const taskSeconds = Number(process.argv[3] ?? 30);
const STARTS_FOR_S = 20;
/** Streams are counted on this share of the load: how many pushes a user gets is no matter of it. */
const STREAM_SHARE = 0.2;
const ratePerS = FULL_RATE / factor;

/** Progress as everybody writes it first; answers how many such writes a second it is. */
async function naive(database: Database, tasks: readonly BenchTask[]): Promise<number> {
  let writes = 0;
  for (const { taskId } of tasks) {
    for (let callback = 1; callback <= CALLBACKS; callback += 1) {
      await asSystem(database, async (tx) => {
        await tx.execute(
          sql`update task set progress = ${Math.floor((100 * callback) / CALLBACKS)} where id = ${taskId}`,
        );
        await appendTaskEvent(tx, { taskId, type: "progress" });
      });
      writes += 1;
    }
  }
  return writes;
}

/** One task from its first callback to its end. */
async function work(deps: Deps, task: BenchTask, beginAtMs: number): Promise<void> {
  await sleep(Math.max(0, beginAtMs - performance.now()));
  const seconds = taskSeconds * (0.8 + 0.4 * Math.random());
  for (let callback = 1; callback <= CALLBACKS; callback += 1) {
    await sleep((seconds * 1000) / CALLBACKS);
    await noteProgress(deps, task, Math.floor((100 * callback) / CALLBACKS));
  }
  await endStep(deps, task, { kind: "succeeded", result: {} });
}

/** A user's open stream: how many pushes it got that told of nothing but progress. */
async function follow(
  deps: Deps,
  userId: string,
  isBusy: boolean,
  signal: AbortSignal,
): Promise<number> {
  let pushes = 0;
  const from = { lastPosition: null, signal, isBusy: () => isBusy };
  for await (const push of followEvents(deps, benchCaller(userId), from)) {
    if (push.length > 0 && push.every(({ event }) => event.type === "progress")) pushes += 1;
  }
  return pushes;
}

async function flushEverySecond(deps: Deps, signal: AbortSignal): Promise<void> {
  let window: number | null = null;
  while (!signal.aborted) {
    await sleep(1_000);
    window = await flushMilestones(deps, window).catch(() => window);
  }
}

interface Load {
  readonly users: readonly string[];
  readonly tasks: readonly BenchTask[];
}

async function prepare(deps: Deps, name: string, share: number): Promise<Load> {
  const count = Math.max(1, Math.round((ratePerS * STARTS_FOR_S * share) / TASKS_PER_USER));
  const users = await openUsers(deps, name, count);
  const tasks: BenchTask[] = [];
  for (const userId of users) {
    for (let each = 0; each < TASKS_PER_USER; each += 1) tasks.push(await startTask(deps, userId));
  }
  return { users, tasks };
}

/** Runs all tasks, a user's together, users one after another; answers how long it took. */
async function run(deps: Deps, { users, tasks }: Load): Promise<number> {
  const begunAtMs = performance.now();
  await Promise.all(
    tasks.map((task, index) => {
      const user = Math.floor(index / TASKS_PER_USER);
      return work(deps, task, begunAtMs + (user * STARTS_FOR_S * 1000) / users.length);
    }),
  );
  return (performance.now() - begunAtMs) / 1000;
}

/** Writes in a second of the full rate: ours, and as everybody writes them first. */
async function measureWrites(deps: Deps) {
  const seconds = 30;
  const rate = { tasksPerS: FULL_RATE, callbacks: CALLBACKS, taskSeconds, seconds };
  const { callbacks, statements, rows } = await countWrites(deps, rate);
  const { tasks } = await prepare(deps, "writer", STREAM_SHARE);
  const sample = tasks.slice(0, 10);
  const perCallback = (await naive(deps.database, sample)) / (sample.length * CALLBACKS);
  return {
    naive: (perCallback * callbacks) / seconds,
    ours: statements / seconds,
    rows: rows / seconds,
  };
}

async function measurePushes(deps: Deps) {
  const load = await prepare(deps, "watcher", STREAM_SHARE);
  const end = new AbortController();
  setMaxListeners(0, end.signal);
  const flushing = flushEverySecond(deps, end.signal);
  const busy = load.users.map((userId) => follow(deps, userId, true, end.signal));
  const calm = load.users.map((userId) => follow(deps, userId, false, end.signal));
  const seconds = await run(deps, load);
  await sleep(4_000);
  end.abort();
  await flushing;
  const ofProgress = async (streams: typeof busy) => {
    const pushes = await Promise.all(streams);
    return pushes.reduce((total, count) => total + count, 0);
  };
  const callbacks = load.tasks.length * CALLBACKS;
  return { seconds, callbacks, busy: await ofProgress(busy), calm: await ofProgress(calm) };
}

async function measure(deps: Deps): Promise<void> {
  const writes = await measureWrites(deps);
  const pushes = await measurePushes(deps);
  process.stdout.write(
    `  writes: ${FULL_RATE} tasks/s of about ${taskSeconds} s with ${CALLBACKS} callbacks each, counted second by second\n` +
      `  pushes: the rate scaled down by ${factor}, ${STREAM_SHARE} of it followed, ${TASKS_PER_USER} tasks a user\n`,
  );
  const figure = (id: string, value: number, unit: string, target: number | null = null) => ({
    id,
    value,
    unit,
    target,
    better: "higher" as const,
  });
  const fewer = (id: string, value: number, unit: string) => ({
    ...figure(id, value, unit),
    better: "lower" as const,
  });
  printFigures("progress", [
    fewer("writes_naive", writes.naive, "1/s"),
    fewer("writes_ours", writes.ours, "1/s"),
    figure("writes_fewer", writes.naive / writes.ours, "times", 100),
    fewer("milestone_rows_ours", writes.rows, "1/s"),
    fewer("pushes_naive", pushes.callbacks / pushes.seconds, "1/s"),
    fewer("pushes_ours_busy", pushes.busy / pushes.seconds, "1/s"),
    figure("pushes_fewer_busy", pushes.callbacks / Math.max(1, pushes.busy), "times", 5),
    figure("pushes_fewer_calm", pushes.callbacks / Math.max(1, pushes.calm), "times"),
  ]);
}

const dataDir = mkdtempSync(join(tmpdir(), "cutroom-progress-"));
const cloud = await startCloud(dataDir);
try {
  const env = readEnv({ ...sampleEnv, ...cloud.env });
  await migrate({ databaseUrl: env.DATABASE_URL, wsProxy: env.DATABASE_WS_PROXY });
  const { deps, close } = createDeps(env, {
    webSocket: WebSocket,
    maxConnections: 20,
    outbound: () => async () => 200,
    log: (entry) => process.stderr.write(`${JSON.stringify(entry)}\n`),
    defer: (deferred) => void deferred.catch(() => undefined),
  });
  try {
    await measure(deps);
  } finally {
    await close();
  }
} finally {
  const ended = once(cloud.child, "close");
  cloud.child.kill("SIGTERM");
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

/** What the benchmark of generation sees: who was answered how, what waits, and what it wrote. */
import { setTimeout as sleep } from "node:timers/promises";
import { problems } from "@cutroom/contracts";
import type { GenerationWish } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { UserCaller } from "@cutroom/edge-api/src/caller.ts";
import type { Deps } from "@cutroom/edge-api/src/deps.ts";
import { submitGeneration } from "@cutroom/edge-api/src/usecases/generation/submit-generation.ts";
import { clipModel } from "@cutroom/domain";
import type { Vendors } from "@cutroom/testkit";
import { eq, sql } from "drizzle-orm";
import { VENDOR_SHARES } from "./lab.ts";

interface Asked {
  readonly asked: number;
  readonly accepted: number;
  /** Until the answer, milliseconds. */
  readonly times: readonly number[];
}

/** The model of the n-th clip, so that each gets its share of any hundred in a row. */
function shareOf(n: number) {
  const all = VENDOR_SHARES.reduce((sum, { slots }) => sum + slots, 0);
  let place = ((n * 37) % 100) / 100;
  for (const share of VENDOR_SHARES) {
    place -= share.slots / all;
    if (place < 0) return share;
  }
  return VENDOR_SHARES[0];
}

/** Sends at an even rate, whatever the answers do. */
export async function askForClips(
  deps: Deps,
  load: {
    readonly callers: readonly UserCaller[];
    readonly perS: number;
    readonly seconds: number;
    readonly name: string;
  },
): Promise<Asked> {
  const times: number[] = [];
  let accepted = 0;
  const ask = async (n: number): Promise<void> => {
    const caller = load.callers[n % load.callers.length];
    if (caller === undefined) throw new Error("nobody is there");
    const { model, durationMs } = shareOf(n);
    const prompt = `${load.name} ${n}: a calm sea at dawn`;
    const asked = { model, prompt, duration_ms: durationMs };
    const wish: GenerationWish = { ...asked, seed: n, ratio: "16:9", caption: true };
    const beganMs = performance.now();
    const idempotencyKey = `${load.name}-key-${n}`;
    const answer = await submitGeneration(deps, caller, { wish, idempotencyKey });
    times.push(performance.now() - beganMs);
    if (answer.ok) accepted += 1;
    else process.stderr.write(`  refused: ${problems[answer.failure.code][1]}\n`);
  };
  const pending: Promise<void>[] = [];
  const beganMs = performance.now();
  for (let n = 0; n < load.perS * load.seconds; n += 1) {
    await sleep(Math.max(0, (n * 1_000) / load.perS - (performance.now() - beganMs)));
    pending.push(ask(n));
  }
  await Promise.all(pending);
  return { asked: pending.length, accepted, times };
}

/** Looks once a second at what is under way at vendors and what waits for them. */
export function watchQueue(deps: Deps) {
  let [most, oldestS] = [0, 0];
  const closing = new AbortController();
  const look = async (): Promise<number> => {
    const { rows } = await deps.database.execute<{ jobs: number; age: number; done: number }>(sql`
      select (select count(*)::int from vendor_job where state = 'ACCEPTED') as jobs,
             (select count(*)::int from task where state = 'SUCCEEDED') as done,
             (select coalesce(extract(epoch from now() - min(run_at)), 0)::float8
                from step where pool = 'vendor' and state in ('READY', 'RETRY_WAIT')) as age`);
    const { jobs = 0, age = 0, done = 0 } = rows[0] ?? {};
    most = Math.max(most, jobs);
    oldestS = Math.max(oldestS, age);
    return done;
  };
  const looking = (async () => {
    while (!closing.signal.aborted) {
      await look();
      await sleep(1_000);
    }
  })();
  return {
    mostInFlight: () => most,
    oldestWaitS: () => oldestS,
    /** Until so many tasks have succeeded, or nobody has patience left. */
    async untilDone(patienceMs: number, count: number): Promise<void> {
      const endMs = performance.now() + patienceMs;
      while ((await look()) < count && performance.now() < endMs) await sleep(500);
    },
    async stop(): Promise<void> {
      closing.abort();
      await looking;
    },
  };
}

/** The rows by which the writes of a generation are planned: its state, its events, its money (O2). */
const PLANNED = new Set(["task", "task_event", "ledger_entry"]);

/** Everything that was ever written, as Postgres counts it. */
export async function readWrites(deps: Deps) {
  // Statistics of a connection are told when it has been idle for a moment.
  await sleep(2_000);
  const { rows } = await deps.database.execute<{ table: string; rows: number; xact: number }>(sql`
    select relname as table, (n_tup_ins + n_tup_upd + n_tup_del)::float8 as rows,
           pg_current_xact_id()::text::float8 as xact
      from pg_stat_user_tables`);
  return {
    transactions: rows[0]?.xact ?? 0,
    tables: new Map(rows.map(({ table, rows: written }) => [table, written])),
  };
}
type Writes = Awaited<ReturnType<typeof readWrites>>;

/** What was written in between, for each task. */
export function writesEach(before: Writes, after: Writes, tasks: number) {
  const tables = [...after.tables]
    .map(([table, rows]) => [table, (rows - (before.tables.get(table) ?? 0)) / tasks] as const)
    .filter(([, rows]) => rows > 0)
    .toSorted(([, a], [, b]) => b - a);
  const sum = (of: typeof tables) => of.reduce((total, [, rows]) => total + rows, 0);
  return {
    tables,
    planned: sum(tables.filter(([table]) => PLANNED.has(table))),
    rows: sum(tables),
    transactions: (after.transactions - before.transactions) / tasks,
  };
}

/** Seconds between two instants of a task; left out where one is missing. */
const between = (from: Date | null, to: Date | null) =>
  from === null || to === null ? [] : [(to.getTime() - from.getTime()) / 1_000];

/** What became of every clip, and whether vendors and our books agree (I1, I3). */
export async function judgeClips(deps: Deps, vendors: Vendors, vendorTakesMs: number) {
  const { database } = deps;
  const tasks = await database.select().from(schema.task);
  const jobs = await database.select().from(schema.vendorJob);
  const lines = await database
    .select()
    .from(schema.costLine)
    .where(eq(schema.costLine.kind, "provider_actual"));
  const names = VENDOR_SHARES.flatMap(({ model }) => clipModel(model).vendor ?? []);
  const views = names.flatMap((name) => vendors.vendor(name).jobs());
  const ours = new Map(jobs.map((job) => [job.vendorJobId?.split("/").at(-1), job]));
  const byId = new Map(tasks.map((row) => [row.id, row]));
  const toPlayable = views.flatMap(({ job }) => {
    const row = byId.get(ours.get(job.id)?.taskId ?? "");
    return between(new Date(job.acceptedAtMs + vendorTakesMs), row?.previewReadyAt ?? null);
  });
  const accepted = new Map<string, number>();
  for (const { job } of views)
    accepted.set(job.asked.prompt, (accepted.get(job.asked.prompt) ?? 0) + 1);
  const steps = await database.select().from(schema.step).where(eq(schema.step.kind, "vendor"));
  const ofTier = (tier: number) =>
    steps.flatMap((step) => {
      const row = step.tier === tier ? byId.get(step.taskId) : undefined;
      return row === undefined ? [] : between(row.queuedAt, row.providerSubmittedAt);
    });
  return {
    waits: [ofTier(0), ofTier(1), ofTier(2)] as const,
    toPlayable,
    notDone: tasks.filter((row) => row.state !== "SUCCEEDED").length,
    acceptedTwice: [...accepted.values()].filter((count) => count > 1).length,
    billedMicros: views.reduce((sum, view) => sum + view.billedMicros, 0),
    bookedMicros: lines.reduce((sum, line) => sum + line.amountMicros, 0),
  };
}

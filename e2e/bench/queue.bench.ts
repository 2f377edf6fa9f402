/**
 * Jobs a second through claim and completion, ours against pg-boss and graphile-worker: the same
 * Postgres with the same durable settings, a new database for every run, turns taken, and every
 * run checked for exact delivery. Ours twice: the queue alone, and the full path, where each job
 * also holds credits that its end settles in the double-entry ledger.
 *
 * What each side does for a job. pg-boss: two updates of a row; the end is not fenced by attempt.
 * graphile-worker: an update and a delete; neither is the end. Ours: step and task are moved
 * twice, a lease is made and removed, two events are written to the tenant's stream and its share
 * is charged, under the caps of pool, tenant, user and model; every end carries its own result
 * and is fenced by attempt, worker and lease. Workers of one process go to the database together
 * when they ask at the same moment, as they do through one API process; `batch` is what one
 * worker asks for.
 *
 * What is stuck: ours has a tenant at its cap, graphile-worker a named queue that is locked,
 * pg-boss deferred jobs.
 *
 *   npm run -s bench -- queue [runs] [share of the jobs, 0-1]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@cutroom/db";
import { startLocalCloud } from "@cutroom/local-cloud";
import { sql } from "drizzle-orm";
import { median, printFigures } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { openDirect, runOurs } from "./queue/ours.ts";
import { measureRecovery } from "./queue/recovery.ts";
import { RIVALS, fetchRivals } from "./queue/rivals.ts";
import type { Cell, Run } from "./queue/rivals.ts";

const runs = Number(process.argv[2] ?? 3);
const share = Number(process.argv[3] ?? 1);
const PATHS = ["queue", "full"] as const;
const log = (line: string) => process.stdout.write(`  ${line}\n`);

const jobs = (count: number) => Math.max(50, Math.round(count * share));
const common = { connections: 10, stuck: 0, held: false, limitSeconds: 120 };
const CELLS: Readonly<Record<string, Cell>> = {
  batch1: { ...common, jobs: jobs(3_000), batch: 1, loops: 8 },
  batch50: { ...common, jobs: jobs(6_000), batch: 50, loops: 2 },
  stuck: { ...common, jobs: jobs(1_500), batch: 1, loops: 8, stuck: jobs(100_000) },
  held: { ...common, jobs: jobs(3_000), batch: 1, loops: 8, held: true },
};

const dataDir = await mkdtemp(join(tmpdir(), "queue-bench-"));
const cloud = await startLocalCloud({ dataDir });
const adminUrl = cloud.env["DATABASE_URL"] ?? "";
const TEMPLATE = "bench_template";
let databases = 0;

function urlOf(database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function openAdmin() {
  const first = openDirect(adminUrl, 1);
  await first.database.execute(sql.raw(`create database ${TEMPLATE}`));
  await first.close();
  const wsProxy = cloud.env["DATABASE_WS_PROXY"];
  await migrate({ databaseUrl: urlOf(TEMPLATE), wsProxy });
  return openDirect(adminUrl, 1);
}
const admin = await openAdmin();

async function inNewDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  databases += 1;
  const name = `bench_${databases}`;
  await admin.database.execute(sql.raw(`create database ${name} template ${TEMPLATE}`));
  try {
    return await work(urlOf(name));
  } finally {
    await admin.database.execute(sql.raw(`drop database ${name} with (force)`));
  }
}

function rateOf(who: string, cell: Cell, run: Run): number {
  if (run.delivered !== cell.jobs || run.repeated > 0) {
    const { delivered, repeated } = run;
    log(`${who}: ${delivered} of ${cell.jobs} delivered, ${repeated} more than once`);
  }
  return run.delivered / run.seconds;
}

const figures: Figure[] = [];
const rivals = await fetchRivals(log);
try {
  for (const [name, cell] of Object.entries(CELLS)) {
    const rates = new Map<string, number[]>();
    const note = (who: string, run: Run) =>
      rates.set(who, [...(rates.get(who) ?? []), rateOf(who, cell, run)]);
    for (let turn = 0; turn < runs; turn += 1) {
      for (const path of PATHS) {
        note(path, await inNewDatabase((url) => runOurs(path, cell, url)));
      }
      if (rivals === null) continue;
      for (const rival of RIVALS) {
        note(rival, await inNewDatabase((url) => rivals.run(rival, cell, url)));
      }
    }
    for (const [who, values] of rates) {
      const rounded = values.map((value) => Math.round(value)).toSorted((a, b) => a - b);
      log(`${name.padEnd(8)} ${who.padEnd(16)} ${rounded.join(" ")} jobs/s`);
      // Ahead of pg-boss everywhere, and level with graphile-worker where it batches nothing.
      const against = name === "batch1" ? RIVALS : RIVALS.slice(0, 1);
      const toBeat = against.map((rival) => Math.round(median(rates.get(rival) ?? [0])));
      const target = who === "queue" && rivals !== null ? Math.max(...toBeat) : null;
      figures.push({
        id: `${name}_${who === "queue" || who === "full" ? `ours_${who}` : who}`,
        value: median(values),
        unit: "jobs/s",
        target,
        better: "higher",
      });
    }
  }
  figures.push(await inNewDatabase((url) => measureRecovery(url, log)));
  printFigures("queue", figures);
} finally {
  await rivals?.remove();
  await admin.close();
  await cloud.stop();
  await rm(dataDir, { recursive: true, force: true });
}

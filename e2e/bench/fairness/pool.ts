/**
 * A pool of the real database whose clock the bench moves: a view of `now()` in a schema that is
 * looked up before Postgres's own. Jobs end when their seconds are over.
 */
import { claimSteps, createDatabase, migrate } from "@cutroom/db";
import type { Database, OpenDatabase } from "@cutroom/db";
import { sql } from "drizzle-orm";
import { TcpSocket } from "../../simulation/world/tcp-socket.ts";

export interface Job {
  readonly tenant: string;
  readonly weight: number;
  readonly seconds: number;
}
export interface StartedJob extends Job {
  readonly waitS: number;
}

interface Running {
  readonly id: string;
  readonly endsS: number;
}

let pools = 0;

async function newDatabase(env: Readonly<Record<string, string>>): Promise<string> {
  pools += 1;
  const name = `fairness_${pools}`;
  const adminUrl = env["DATABASE_URL"] ?? "";
  const { host } = new URL(adminUrl);
  const admin = createDatabase({ databaseUrl: adminUrl, wsProxy: host, webSocket: TcpSocket });
  await admin.database.execute(sql.raw(`create database ${name}`));
  await admin.database.execute(
    sql.raw(`alter database ${name} set search_path = bench, public, pg_catalog`),
  );
  await admin.close();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await migrate({ databaseUrl: url.href, wsProxy: env["DATABASE_WS_PROXY"] });
  return url.href;
}

async function prepare(database: Database, tenants: readonly string[]): Promise<void> {
  await database.execute(sql`create schema bench`);
  await database.execute(sql`create table bench.clock (seconds double precision not null)`);
  await database.execute(sql`insert into bench.clock values (0)`);
  await database.execute(sql`
    create function bench.now() returns timestamptz language sql stable as
      $$ select timestamptz '2030-01-01' + seconds * interval '1 second' from bench.clock $$`);
  await database.execute(sql`
    insert into tenant (id, name)
    select id, id from jsonb_array_elements_text(${JSON.stringify(tenants)}::jsonb) as id`);
}

class BenchPool {
  nowS = 0;
  readonly #opened: OpenDatabase;
  readonly #slots: number;
  readonly #waiting = new Map<string, Job & { readonly readyS: number }>();
  #running: Running[] = [];
  #made = 0;

  constructor(opened: OpenDatabase, slots: number) {
    this.#opened = opened;
    this.#slots = slots;
  }

  close(): Promise<void> {
    return this.#opened.close();
  }

  /** They become ready now. */
  async add(jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return;
    const rows = jobs.map(({ tenant, weight, seconds }) => {
      this.#made += 1;
      const id = `j${String(this.#made).padStart(7, "0")}`;
      this.#waiting.set(id, { tenant, weight, seconds, readyS: this.nowS });
      return { id, tenant, weight, seconds };
    });
    const { database } = this.#opened;
    const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id text, tenant text, weight double precision, seconds double precision)`;
    await database.execute(sql`
      insert into task (id, tenant_id, user_id, scene, state, plan)
      select r.id, r.tenant, 'u', 'export', 'QUEUED', '{}' from ${list}`);
    await database.execute(sql`
      insert into step (id, tenant_id, user_id, task_id, kind, input_digest, state, pool, run_at,
                        est_seconds, weight)
      select r.id, r.tenant, 'u', r.id, 'export', '', 'READY', 'render', bench.now(), r.seconds,
             r.weight
        from ${list}`);
  }

  /** Starts what may start while there are slots. */
  async fill(): Promise<readonly StartedJob[]> {
    const limit = this.#slots - this.#running.length;
    if (limit === 0) return [];
    const claim = { pool: "render", workerId: "bench", limit, leaseMs: 3_600_000 } as const;
    const claimed = await claimSteps(this.#opened.database, claim);
    return claimed.map(({ stepId }) => {
      const job = this.#waiting.get(stepId);
      if (job === undefined) throw new Error(`${stepId} was started twice`);
      this.#waiting.delete(stepId);
      this.#running.push({ id: stepId, endsS: this.nowS + job.seconds });
      const { tenant, weight, seconds, readyS } = job;
      return { tenant, weight, seconds, waitS: this.nowS - readyS };
    });
  }

  /** Moves time to the next end of a job, or to `untilS` if that comes first. */
  async advance(untilS = Number.POSITIVE_INFINITY): Promise<void> {
    this.nowS = Math.min(untilS, ...this.#running.map((job) => job.endsS));
    const { database } = this.#opened;
    await database.execute(sql`update bench.clock set seconds = ${this.nowS}`);
    const ended = this.#running.filter((job) => job.endsS <= this.nowS).map((job) => job.id);
    this.#running = this.#running.filter((job) => job.endsS > this.nowS);
    if (ended.length === 0) return;
    await database.execute(sql`
      update step set state = 'SUCCEEDED'
       where id in (select jsonb_array_elements_text(${JSON.stringify(ended)}::jsonb))`);
  }
}

export async function openPool(
  env: Readonly<Record<string, string>>,
  settings: { readonly slots: number; readonly tenants: readonly string[] },
): Promise<BenchPool> {
  const databaseUrl = await newDatabase(env);
  const { host } = new URL(databaseUrl);
  const opened = createDatabase({ databaseUrl, wsProxy: host, webSocket: TcpSocket });
  await prepare(opened.database, settings.tenants);
  return new BenchPool(opened, settings.slots);
}

/** One run of our own queue: the claim and the fenced end of an attempt, as the API runs them. */
import {
  asSystem,
  claimSteps,
  createDatabase,
  grantCredits,
  openAccounts,
  reserveCredits,
} from "@cutroom/db";
import type { Database, OpenDatabase } from "@cutroom/db";
import { createDispatch } from "@cutroom/edge-api/src/dispatch.ts";
import { sql } from "drizzle-orm";
import type { Cell, Run } from "./rivals.ts";
import { TcpSocket } from "../../simulation/world/tcp-socket.ts";

/**
 * `queue` is what the rivals do, with caps, fencing, and the event that tells of each end; the
 * tasks of `full` hold credits that are settled in the same transaction.
 */
export type Path = "queue" | "full";

const TENANT = "bench";
const STUCK_TENANT = "stuck";

export function openDirect(databaseUrl: string, connections: number): OpenDatabase {
  const { host } = new URL(databaseUrl);
  return createDatabase({
    databaseUrl,
    wsProxy: host,
    webSocket: TcpSocket,
    maxConnections: connections,
  });
}

export async function addSteps(
  database: Database,
  which: {
    readonly tenant: string;
    readonly prefix: string;
    readonly count: number;
    readonly cap: number;
  },
): Promise<void> {
  const { tenant, prefix, count, cap } = which;
  await database.execute(sql`
    insert into task (id, tenant_id, user_id, scene, state, plan, credits_reserved)
    select ${prefix} || i, ${tenant}, 'u', 'export', 'QUEUED', '{}', 1
      from generate_series(1, ${count}::int) i`);
  await database.execute(sql`
    insert into step (id, tenant_id, user_id, task_id, kind, input_digest, state, pool, tenant_cap)
    select ${`s${prefix}`} || i, ${tenant}, 'u', ${prefix} || i, 'export', '', 'READY', 'render',
           ${cap}::int
      from generate_series(1, ${count}::int) i`);
}

/** A tenant at its cap of one: what it has waiting cannot run. */
async function addStuck(database: Database, count: number): Promise<void> {
  await addSteps(database, { tenant: STUCK_TENANT, prefix: "stuck", count, cap: 1 });
  const claim = { pool: "render", workerId: "other", limit: 1, leaseMs: 3_600_000 } as const;
  await claimSteps(database, claim);
}

async function prepare(database: Database, cell: Cell, path: Path): Promise<void> {
  await database.execute(sql`
    insert into tenant (id, name, plan)
    values (${TENANT}, '', 'enterprise'), (${STUCK_TENANT}, '', 'free')`);
  if (cell.stuck > 0) await addStuck(database, cell.stuck);
  await addSteps(database, { tenant: TENANT, prefix: "t", count: cell.jobs, cap: 0 });
  if (path === "full") {
    await asSystem(database, async (tx) => {
      await openAccounts(tx, TENANT);
      const cause = { cause: "bench", reason: "bench" };
      await grantCredits(tx, { tenantId: TENANT, amount: cell.jobs, ...cause });
      for (let at = 1; at <= cell.jobs; at += 1) {
        const wanted = { taskId: `t${at}`, reservationId: `r${at}`, amount: 1 };
        await reserveCredits(tx, { tenantId: TENANT, ...wanted });
      }
    });
  }
  await database.execute(sql`analyze`);
}

/** Runs the queue empty in the database, which must be migrated and new. */
export async function runOurs(path: Path, cell: Cell, databaseUrl: string): Promise<Run> {
  const opened = openDirect(databaseUrl, cell.connections);
  const holder = openDirect(databaseUrl, 1);
  const { database } = opened;
  await prepare(database, cell, path);
  let release = () => {};
  const holding = cell.held
    ? asSystem(holder.database, async (tx) => {
        await tx.execute(sql`set transaction isolation level repeatable read`);
        await tx.execute(sql`select count(*) from pg_class`);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      })
    : Promise.resolve();
  const seen = new Set<string>();
  let repeated = 0;
  let workers = 0;
  const dispatch = createDispatch(database);
  const began = performance.now();
  const loop = async () => {
    const workerId = `bench${(workers += 1)}`;
    for (;;) {
      const claimed = await dispatch.claim({ pool: "render", workerId, limit: cell.batch });
      if (claimed.length === 0) return;
      for (const { stepId } of claimed) {
        if (seen.has(stepId)) repeated += 1;
        seen.add(stepId);
      }
      const done = claimed.map(({ stepId, attempt }) =>
        dispatch.succeed({ stepId, workerId, attempt, result: {} }),
      );
      const lost = (await Promise.all(done)).filter(({ kind }) => kind !== "done");
      if (lost.length > 0) throw new Error(`${lost.length} steps were not ours to complete`);
    }
  };
  await Promise.all(Array.from({ length: cell.loops }, loop));
  const seconds = (performance.now() - began) / 1_000;
  release();
  await holding;
  await Promise.all([opened.close(), holder.close()]);
  return { seconds, delivered: seen.size, repeated };
}

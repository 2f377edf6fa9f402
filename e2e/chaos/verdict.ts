/** What the storm left behind, by the facts in the database, the store and Redis. */
import type { Database } from "@cutroom/db";
import { createDeps } from "@cutroom/edge-api/src/deps.ts";
import { readEnv } from "@cutroom/edge-api/src/env.ts";
import { reconcileQuota } from "@cutroom/edge-api/src/usecases/quota/reconcile-quota.ts";
import { sql } from "drizzle-orm";
import { WebSocket } from "ws";
import type { Load } from "./load.ts";

export interface Verdict {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly drift: readonly string[];
  readonly slots: readonly string[];
}

async function namesOf(database: Database, query: ReturnType<typeof sql>) {
  const { rows } = await database.execute<{ what: string }>(query);
  return rows.map((row) => row.what);
}

async function lostOf(database: Database, load: Load): Promise<readonly string[]> {
  const live = await namesOf(
    database,
    sql`select id || ' is still ' || state as what from task
         where state not in ('SUCCEEDED', 'FAILED', 'CANCELED', 'EXPIRED')`,
  );
  const stored = new Set(await namesOf(database, sql`select id as what from task`));
  const missing = [...load.promised].filter((id) => !stored.has(id));
  return [...live, ...missing.map((id) => `${id} is gone`)];
}

/** More tasks than keys, two ends, two outputs, or an output of another attempt. */
async function doubledOf(database: Database, load: Load): Promise<readonly string[]> {
  const found = await namesOf(
    database,
    sql`select task_id || ' succeeded ' || count(*) || ' times' as what from task_event
         where type = 'state' and state = 'SUCCEEDED' group by task_id having count(*) > 1
        union all
        select id || ' was asked for by no key' from task t
         where not exists (select from idempotency i where i.task_id = t.id)
        union all
        select t.id || ' shows the output of another attempt' from task t
          join step s on s.task_id = t.id and s.round = t.round and s.kind = 'export'
         where t.output is not null
           and t.output ->> 'videoKey' not like '%/' || s.id || '/' || s.attempt || '/%'`,
  );
  return [...found, ...load.changedAnswers.map((key) => `${key} got two answers`)];
}

function driftOf(database: Database): Promise<readonly string[]> {
  return namesOf(
    database,
    sql`select 'posting ' || posting_id || ' adds up to ' || sum(amount) as what
          from ledger_entry group by posting_id having sum(amount) <> 0
        union all
        select a.kind || ' is ' || a.balance || ', entries say ' || coalesce(sum(e.amount), 0)
          from ledger_account a left join ledger_entry e
            on e.tenant_id = a.tenant_id and e.account = a.kind
         group by a.tenant_id, a.kind, a.balance having a.balance <> coalesce(sum(e.amount), 0)
        union all
        select t.id || ' is ' || t.state || ', its reservation ' || r.state
          from task t join reservation r on r.task_id = t.id and r.round = t.round
         where r.state <> case when t.state = 'SUCCEEDED' then 'SETTLED' else 'RELEASED' end::reservation_state
        union all
        select t.id || ': ' || v.fault from tenant t, verify_ledger(t.id) v`,
  );
}

async function slotsOf(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { deps, close } = createDeps(readEnv(env), {
    webSocket: WebSocket,
    // Nobody is told of anything any more.
    outbound: () => async () => "blocked",
    maxConnections: 2,
    log: () => undefined,
    defer: (work) => void work.catch(() => undefined),
  });
  await reconcileQuota(deps);
  const leaked: string[] = [];
  for (const key of new Set(await deps.keyValue.keys("quota:"))) {
    if (!key.includes("in-flight")) continue;
    const holds = await deps.keyValue.holds(key);
    if (holds.length > 0) leaked.push(`${key} still holds ${holds.length}`);
  }
  await close();
  return leaked;
}

export async function judge(
  database: Database,
  load: Load,
  env: Readonly<Record<string, string>>,
): Promise<Verdict> {
  return {
    lost: await lostOf(database, load),
    doubled: await doubledOf(database, load),
    drift: await driftOf(database),
    slots: await slotsOf(env),
  };
}

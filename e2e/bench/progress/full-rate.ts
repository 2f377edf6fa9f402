/**
 * The full rate, counted instead of timed: the product's own code and a real Postgres, but the
 * seconds are the bench's, and what is meant to fade in memory lies in this process's. How many
 * statements a second brings does not depend on how long this machine takes for them.
 */
import type { Deps } from "@cutroom/edge-api/src/deps.ts";
import { flushMilestones } from "@cutroom/edge-api/src/usecases/step/milestones.ts";
import { noteProgress } from "@cutroom/edge-api/src/usecases/step/progress.ts";
import type { Hold, HoldSet, KeyValue } from "@cutroom/ports";
import { sql } from "drizzle-orm";

export interface Rate {
  readonly tasksPerS: number;
  readonly callbacks: number;
  /** A task takes this long, give or take a fifth. */
  readonly taskSeconds: number;
  /** Counted over so many seconds, once as many tasks run as there ever will. */
  readonly seconds: number;
}

export interface Counted {
  readonly callbacks: number;
  readonly statements: number;
  /** Rows of the history of tasks that they wrote. */
  readonly rows: number;
}

/** As much of the key-value store as progress uses. Its caller moves time, so nothing fades. */
function inMemory(keyValue: KeyValue): KeyValue {
  const texts = new Map<string, string>();
  const sets = new Map<string, Map<string, Hold>>();
  const inPlace: Pick<KeyValue, "get" | "set" | "holds" | "fillSets"> = {
    get: async (key) => texts.get(key) ?? null,
    set: async (key, value) => {
      texts.set(key, value);
      return true;
    },
    holds: async (key) => [...(sets.get(key)?.values() ?? [])],
    fillSets: async (wanted: readonly HoldSet[]) => {
      for (const { key, holds } of wanted) {
        const set = sets.get(key) ?? new Map<string, Hold>();
        for (const hold of holds) set.set(hold.member, hold);
        sets.set(key, set);
      }
    },
  };
  return Object.assign(Object.create(keyValue) as KeyValue, inPlace);
}

/** Tasks under way, two to a tenant, as a claim leaves them. */
async function startTasks(deps: Deps, count: number): Promise<void> {
  const { database } = deps;
  await database.execute(sql`
    insert into tenant (id, name)
    select 'rate' || n, 'Bench' from generate_series(0, ${count}::integer / 2) n`);
  await database.execute(sql`
    insert into task (id, tenant_id, user_id, scene, state, plan)
    select 'rate_task_' || n, 'rate' || n / 2, 'u', 'export', 'RUNNING', '{}'
      from generate_series(0, ${count}::integer - 1) n`);
  await database.execute(sql`
    insert into step (id, tenant_id, user_id, task_id, kind, input_digest, state, pool, run_at,
                      est_seconds, weight, attempt)
    select 'rate_step_' || n, 'rate' || n / 2, 'u', 'rate_task_' || n, 'export', '', 'RUNNING',
           'render', now(), 1, 1, 1
      from generate_series(0, ${count}::integer - 1) n`);
  await database.execute(sql`
    insert into step_lease (step_id, attempt, worker_id, lease_until)
    select 'rate_step_' || n, 1, 'bench', now() + interval '1 hour'
      from generate_series(0, ${count}::integer - 1) n`);
}

interface Callback {
  readonly stepId: string;
  readonly percent: number;
}

/** What arrives in each second. */
function schedule({ tasksPerS, callbacks, taskSeconds }: Rate, tasks: number): Callback[][] {
  const seconds: Callback[][] = [];
  for (let task = 0; task < tasks; task += 1) {
    const lastsS = taskSeconds * (0.8 + (0.4 * (task % 11)) / 10);
    for (let callback = 1; callback <= callbacks; callback += 1) {
      const second = Math.floor(task / tasksPerS + (lastsS * callback) / callbacks);
      const percent = Math.floor((100 * callback) / callbacks);
      (seconds[second] ??= []).push({ stepId: `rate_step_${task}`, percent });
    }
  }
  return seconds;
}

/** How many statements were sent that write progress: everything else is in memory. */
function counting(deps: Deps): { deps: Deps; written: () => number } {
  let written = 0;
  const database = new Proxy(deps.database, {
    get(target, name) {
      if (name === "execute") written += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { deps: { ...deps, database }, written: () => written };
}

export async function countWrites(real: Deps, rate: Rate): Promise<Counted> {
  // The longest task that began first has ended: from then on as many run as ever will.
  const fromS = Math.ceil(rate.taskSeconds * 1.2);
  const endS = fromS + rate.seconds;
  const tasks = rate.tasksPerS * endS;
  await startTasks(real, tasks);
  const seconds = schedule(rate, tasks);
  let nowMs = 0;
  const counted = counting({
    ...real,
    keyValue: inMemory(real.keyValue),
    clock: { nowMs: () => nowMs },
  });
  const { deps, written } = counted;
  const rowsWritten = async () => {
    const { rows } = await real.database.execute<{ count: number }>(
      sql`select count(*)::integer as count from task_event where type = 'milestone'`,
    );
    return rows[0]?.count ?? 0;
  };
  let window: number | null = null;
  let before: Counted = { callbacks: 0, statements: 0, rows: 0 };
  let callbacks = 0;
  for (let second = 0; second < endS; second += 1) {
    if (second === fromS) before = { callbacks, statements: written(), rows: await rowsWritten() };
    const due = seconds[second] ?? [];
    for (const [index, { stepId, percent }] of due.entries()) {
      nowMs = second * 1_000 + (999 * index) / due.length;
      await noteProgress(deps, { stepId, attempt: 1 }, percent);
    }
    callbacks += due.length;
    nowMs = (second + 1) * 1_000;
    window = await flushMilestones(deps, window);
  }
  return {
    callbacks: callbacks - before.callbacks,
    statements: written() - before.statements,
    rows: (await rowsWritten()) - before.rows,
  };
}

/**
 * What tasks were charged, by the ledger, and have cost, by the lines that were booked (C6). A
 * task's money counts for the day on which the task was accepted, whenever it was booked.
 */
import type { CostKind, StandingState, TaskScene } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "../database.ts";

/** What rows are told apart by. */
export interface CostSplit {
  readonly day: boolean;
  readonly user: boolean;
  readonly model: boolean;
}

/** Where a page goes on: the parts of the last row, empty where it was not split by them. */
export interface CostPlace {
  readonly day: string;
  readonly userId: string;
  readonly scene: string;
  readonly model: string;
}

export interface CostSum {
  readonly currency: string;
  /** Millionths. */
  readonly micros: Readonly<Partial<Record<CostKind, number>>>;
}

export interface CostReportRow extends CostPlace {
  readonly scene: TaskScene | "";
  readonly tasks: number;
  readonly settled: number;
  readonly refunded: number;
  readonly compensated: number;
  readonly costs: readonly CostSum[];
}

/**
 * Each task that `which` finds (with `task_id` and whatever it is summed by), with its money. What
 * was compensated is what its owner was given, less what was charged beyond a reservation.
 */
const moneyOf = (which: SQL): SQL => sql`
  asked as materialized (${which}),
  charged as (
    select asked.task_id,
           coalesce(sum(entry.amount) filter (where entry.kind = 'SETTLE'), 0)::bigint as settled,
           coalesce(-sum(entry.amount) filter (where entry.kind = 'REFUND'), 0)::bigint as refunded,
           coalesce(sum(entry.amount) filter (where entry.kind = 'COMPENSATE'), 0)::bigint
             as compensated
      from asked join ledger_entry entry on entry.task_id = asked.task_id
           and entry.account = case entry.kind when 'COMPENSATE' then 'available'
                               else 'spent' end::ledger_account_kind
     group by asked.task_id
  )`;

/** Sums of cost lines for each group that `key` names, as an array of one object a currency. */
const costsBy = (key: SQL): SQL => sql`
  summed as (
    select ${key} as key, line.currency, line.kind, sum(line.amount_micros)::bigint as micros
      from asked join cost_line line on line.task_id = asked.task_id
     group by 1, 2, 3
  ),
  by_currency as (
    select key, currency, jsonb_object_agg(kind, micros) as micros from summed group by 1, 2
  ),
  costs as (
    select key, jsonb_agg(jsonb_build_object('currency', currency, 'micros', micros)
                          order by currency) as costs
      from by_currency group by 1
  )`;

/** Sums over a workspace's tasks of some days, newest and last names first; a page of them. */
export async function readCostReport(
  tx: Transaction,
  ask: {
    readonly tenantId: string;
    /** Null for everybody of the workspace. */
    readonly userId: string | null;
    readonly from: Date;
    readonly until: Date;
    readonly split: CostSplit;
    readonly after: CostPlace | null;
    readonly limit: number;
  },
): Promise<readonly CostReportRow[]> {
  const { tenantId, userId, from, until, split, after, limit } = ask;
  const key = sql`array[asked.day, asked.user_id, asked.scene, asked.model]`;
  const result = await tx.execute<CostReportRow & Record<string, unknown>>(sql`
    with ${moneyOf(sql`
      select task.id as task_id,
             case when ${split.day} then to_char(task.accepted_at at time zone 'utc', 'YYYY-MM-DD')
                  else '' end collate "C" as day,
             (case when ${split.user} then task.user_id else '' end) collate "C" as user_id,
             (case when ${split.model} then task.scene::text else '' end) collate "C" as scene,
             (case when ${split.model} then coalesce(task.spec ->> 'model', '') else '' end)
               collate "C" as model
        from task
       where task.tenant_id = ${tenantId} and task.accepted_at >= ${from.toISOString()}
         and task.accepted_at < ${until.toISOString()}
         and (${userId}::text is null or task.user_id = ${userId})`)},
    ${costsBy(key)},
    sums as (
      select asked.day, asked.user_id, asked.scene, asked.model, count(*)::integer as tasks,
             coalesce(sum(charged.settled), 0)::double precision as settled,
             coalesce(sum(charged.refunded), 0)::double precision as refunded,
             coalesce(sum(charged.compensated), 0)::double precision as compensated
        from asked left join charged using (task_id)
       where ${after === null} or (asked.day, asked.user_id, asked.scene, asked.model)
             < (${after?.day ?? ""}, ${after?.userId ?? ""}, ${after?.scene ?? ""}, ${after?.model ?? ""})
       group by 1, 2, 3, 4 order by 1 desc, 2 desc, 3 desc, 4 desc limit ${limit}
    )
    select asked.day, asked.user_id as "userId", asked.scene, asked.model, asked.tasks,
           asked.settled, asked.refunded, asked.compensated, coalesce(costs.costs, '[]') as costs
      from sums asked left join costs on costs.key = ${key}
     order by 1 desc, 2 desc, 3 desc, 4 desc`);
  return result.rows;
}

export interface SpenderRow {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  readonly state: StandingState;
  readonly tasks: number;
  readonly failed: number;
  readonly settled: number;
  readonly refunded: number;
  readonly compensated: number;
  readonly costs: readonly CostSum[];
}

/** Whose work has cost most since then, over all workspaces: by cost, then by credits. */
export async function readSpenders(
  tx: Transaction,
  ask: { readonly since: Date; readonly limit: number },
): Promise<readonly SpenderRow[]> {
  const key = sql`array[asked.tenant_id, asked.user_id]`;
  const result = await tx.execute<SpenderRow & Record<string, unknown>>(sql`
    with ${moneyOf(sql`
      select task.id as task_id, task.tenant_id, task.user_id, task.state
        from task where task.round_started_at >= ${ask.since.toISOString()}`)},
    ${costsBy(key)},
    sums as (
      select asked.tenant_id, asked.user_id, count(*)::integer as tasks,
             (count(*) filter (where asked.state = 'FAILED'))::integer as failed,
             coalesce(sum(charged.settled), 0)::double precision as settled,
             coalesce(sum(charged.refunded), 0)::double precision as refunded,
             coalesce(sum(charged.compensated), 0)::double precision as compensated
        from asked left join charged using (task_id) group by 1, 2
    ),
    -- An estimate counts until the bill is there.
    paid as (
      select key, sum(greatest(coalesce((micros ->> 'provider_estimate')::bigint, 0),
                               coalesce((micros ->> 'provider_actual')::bigint, 0))
                      + coalesce((micros ->> 'retry')::bigint, 0)
                      + coalesce((micros ->> 'media_compute')::bigint, 0)
                      + coalesce((micros ->> 'storage')::bigint, 0)
                      + coalesce((micros ->> 'cdn')::bigint, 0)) as micros
        from by_currency group by 1
    )
    select asked.tenant_id as "tenantId", tenant.name as "tenantName", asked.user_id as "userId",
           "user".name as "userName", "user".email, coalesce(standing.state, 'clear') as state,
           asked.tasks, asked.failed, asked.settled, asked.refunded, asked.compensated,
           coalesce(costs.costs, '[]') as costs
      from sums asked
      join tenant on tenant.id = asked.tenant_id
      join "user" on "user".id = asked.user_id
      left join risk_standing standing
        on standing.tenant_id = asked.tenant_id and standing.user_id = asked.user_id
      left join costs on costs.key = ${key}
      left join paid on paid.key = ${key}
     order by coalesce(paid.micros, 0) desc, asked.settled desc, asked.user_id
     limit ${ask.limit}`);
  return result.rows;
}

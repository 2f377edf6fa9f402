import type { TaskScene } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";

/** Seconds; null where nothing was measured. */
export interface Spread {
  readonly p50: number | null;
  readonly p95: number | null;
}

const DURATIONS = ["queue_wait", "provider", "postprocess", "first_preview", "end_to_end"] as const;
type Duration = (typeof DURATIONS)[number];

export interface ServiceLevelRow {
  readonly scene: TaskScene;
  readonly plan: string;
  readonly model: string;
  readonly tasks: number;
  readonly succeeded: number;
  readonly canceled: number;
  readonly failedInput: number;
  readonly failedModeration: number;
  readonly failedPlatform: number;
  readonly userPerceived: number | null;
  readonly platformAttributed: number | null;
  readonly spreads: Readonly<Record<Duration, Spread>>;
}

interface Row extends Record<string, unknown> {
  readonly scene: TaskScene;
  readonly plan: string;
  readonly model: string;
  readonly tasks: number;
  readonly succeeded: number;
  readonly canceled: number;
  readonly failed_input: number;
  readonly failed_moderation: number;
  readonly failed_platform: number;
}

function percentiles(): SQL {
  return sql.join(
    DURATIONS.flatMap((name) =>
      [50, 95].map(
        (percent) =>
          sql`percentile_disc(${percent / 100}::double precision)
              within group (order by ${sql.identifier(name)})::double precision
              as ${sql.identifier(`${name}_p${percent}`)}`,
      ),
    ),
    sql`, `,
  );
}

const measured = (value: unknown) => (typeof value === "number" ? value : null);

function present(row: Row): ServiceLevelRow {
  const spread = (name: Duration): Spread => ({
    p50: measured(row[`${name}_p50`]),
    p95: measured(row[`${name}_p95`]),
  });
  const fine = row.succeeded;
  const ended = fine + row.failed_input + row.failed_moderation + row.failed_platform;
  const ours = fine + row.failed_platform;
  return {
    scene: row.scene,
    plan: row.plan,
    model: row.model,
    tasks: row.tasks,
    succeeded: fine,
    canceled: row.canceled,
    failedInput: row.failed_input,
    failedModeration: row.failed_moderation,
    failedPlatform: row.failed_platform,
    userPerceived: ended === 0 ? null : fine / ended,
    platformAttributed: ours === 0 ? null : fine / ours,
    spreads: {
      queue_wait: spread("queue_wait"),
      provider: spread("provider"),
      postprocess: spread("postprocess"),
      first_preview: spread("first_preview"),
      end_to_end: spread("end_to_end"),
    },
  };
}

/** Service levels of the tasks that began in the last `hours`, by scene, plan and model (O1). */
export async function readServiceLevels(
  database: Database | Transaction,
  hours: number,
): Promise<{
  since: string;
  oldestWaitingS: number | null;
  levels: readonly ServiceLevelRow[];
}> {
  const window = sql`now() - ${hours} * interval '1 hour'`;
  const head = await database.execute<{ since: string; oldest: number | null }>(sql`
    select to_char((${window}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
           (select extract(epoch from now() - min(coalesce(queued_at, round_started_at)))
              from task where coalesce(state in ('CREATED', 'QUEUED'), false))::double precision as oldest`);
  const result = await database.execute<Row>(sql`
    with counted as (
      select scene, plan, model, sum(tasks)::int as tasks, sum(succeeded)::int as succeeded,
             sum(canceled)::int as canceled, sum(failed_input)::int as failed_input,
             sum(failed_moderation)::int as failed_moderation,
             sum(failed_platform)::int as failed_platform
        from sli_success where hour >= date_trunc('hour', ${window}) group by 1, 2, 3
    ), timed as (
      select scene, plan, model, ${percentiles()}
        from sli_task where accepted_at >= date_trunc('hour', ${window}) group by 1, 2, 3
    )
    select * from counted join timed using (scene, plan, model) order by scene, plan, model`);
  const first = head.rows[0];
  return {
    since: first?.since ?? "",
    oldestWaitingS: first?.oldest ?? null,
    levels: result.rows.map(present),
  };
}

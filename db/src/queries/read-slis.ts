/** Service levels, read from the views of C13 for the tasks that began in a window (O1). */
import {
  DURATIONS,
  FAILURE_CLASSES,
  MODEL_NAMES,
  OBJECTIVE_NAMES,
  clipModel,
  objectives,
} from "@cutroom/domain";
import type {
  Duration,
  FailureClass,
  Judged,
  LevelSplit,
  Objective,
  ObjectiveName,
} from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";

/** Seconds; null where nothing was measured. */
export interface Spread {
  readonly p50: number | null;
  readonly p95: number | null;
}

export interface ServiceLevelRow {
  /** Null: all of them together. */
  readonly key: string | null;
  readonly tasks: number;
  readonly succeeded: number;
  readonly canceled: number;
  readonly failed: Readonly<Record<FailureClass, number>>;
  /** Succeeded of all that ended and that nobody canceled. */
  readonly userPerceived: number | null;
  /** The same without what failed for its input or by moderation. */
  readonly platformAttributed: number | null;
  readonly spreads: Readonly<Record<Duration, Spread>>;
}

/** Our own machines, where no vendor is asked. */
const OWN = "own";

/** What models are known by, in SQL: which vendor asks for what, and where it works, is code. */
function ofModel(tell: (model: (typeof MODEL_NAMES)[number]) => string): SQL {
  const cases = MODEL_NAMES.map((name) => sql`when ${name}::text then ${tell(name)}::text`);
  return sql`case model_asked ${sql.join(cases, sql` `)} else ${OWN}::text end`;
}

const SPLITS: Readonly<Record<LevelSplit, SQL>> = {
  scene: sql`scene::text`,
  plan: sql`plan`,
  model: sql`coalesce(nullif(model_asked, ''), nullif(model, ''), ${OWN}::text)`,
  vendor: ofModel((name) => clipModel(name).vendor ?? OWN),
  region: ofModel((name) => clipModel(name).regions.toSorted().join(" ") || OWN),
};

const percentiles = sql.join(
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

const failures = sql.join(
  FAILURE_CLASSES.map(
    (name) =>
      sql`count(*) filter (where failure_class = ${name})::int as ${sql.identifier(`failed_${name}`)}`,
  ),
  sql`, `,
);

type Row = Record<string, unknown>;
const numberOf = (value: unknown) => (typeof value === "number" ? value : null);
const countOf = (value: unknown) => numberOf(value) ?? 0;

function present(row: Row): ServiceLevelRow {
  const spread = (name: Duration): Spread => ({
    p50: numberOf(row[`${name}_p50`]),
    p95: numberOf(row[`${name}_p95`]),
  });
  const failed = Object.fromEntries(
    FAILURE_CLASSES.map((name) => [name, countOf(row[`failed_${name}`])]),
  ) as Record<FailureClass, number>;
  const succeeded = countOf(row["succeeded"]);
  const ours = succeeded + failed.platform + failed.user;
  const ended = ours + failed.input + failed.moderation;
  return {
    key: typeof row["key"] === "string" ? row["key"] : null,
    tasks: countOf(row["tasks"]),
    succeeded,
    canceled: countOf(row["canceled"]),
    failed,
    userPerceived: ended === 0 ? null : succeeded / ended,
    platformAttributed: ours === 0 ? null : succeeded / ours,
    spreads: {
      queue_wait: spread("queue_wait"),
      provider: spread("provider"),
      postprocess: spread("postprocess"),
      first_preview: spread("first_preview"),
      end_to_end: spread("end_to_end"),
    },
  };
}

/** Conditions under which a task counts for a promise, and counts against it. */
function judge(objective: Objective): { readonly counts: SQL; readonly bad: SQL } {
  if (objective.measure === "outcome") {
    const counts = sql`(state = 'SUCCEEDED' or failure_class in ('platform', 'user'))`;
    return { counts, bad: sql`state <> 'SUCCEEDED'` };
  }
  const { measure, atMostS, plan, scene, upToMs } = objective;
  const took = sql.identifier(measure);
  // What is late already counts before it is there. How long an export gets is known at its end.
  const soFar =
    measure === "end_to_end" ? sql`null::double precision` : sql.identifier(`${measure}_so_far`);
  const counts = [
    sql`(${took} is not null or ${soFar} > ${atMostS})`,
    ...(plan === undefined ? [] : [sql`plan = ${plan}`]),
    ...(scene === undefined ? [] : [sql`scene = ${scene}::task_scene`]),
    ...(upToMs === undefined ? [] : [sql`output_ms <= ${upToMs}`]),
  ];
  return {
    counts: sql.join(counts, sql` and `),
    bad: sql`coalesce(${took}, ${soFar}) > ${atMostS}`,
  };
}

const LAST_HOUR = sql`accepted_at >= now() - interval '1 hour'`;
const judgements = sql.join(
  OBJECTIVE_NAMES.flatMap((name) => {
    const { counts, bad } = judge(objectives[name]);
    const column = (what: string, condition: SQL) =>
      sql`count(*) filter (where ${condition})::int as ${sql.identifier(`${name}:${what}`)}`;
    return [
      column("tasks", counts),
      column("bad", sql`${counts} and ${bad}`),
      column("hour-tasks", sql`${counts} and ${LAST_HOUR}`),
      column("hour-bad", sql`${counts} and ${bad} and ${LAST_HOUR}`),
    ];
  }),
  sql`, `,
);

export interface ServiceLevels {
  readonly since: string;
  readonly oldestWaitingS: number | null;
  /** The first is all together. */
  readonly levels: readonly ServiceLevelRow[];
  readonly objectives: readonly {
    readonly name: ObjectiveName;
    readonly hour: Judged;
    readonly window: Judged;
  }[];
  /** Why tasks failed, the most frequent first. */
  readonly failures: readonly {
    readonly code: string;
    readonly failureClass: FailureClass;
    readonly tasks: number;
  }[];
}

/** Service levels of the tasks that began in the last `hours`, together and split (O1). */
export async function readServiceLevels(
  database: Database | Transaction,
  asked: { readonly hours: number; readonly by: LevelSplit },
): Promise<ServiceLevels> {
  const window = sql`now() - ${asked.hours} * interval '1 hour'`;
  const inWindow = sql`accepted_at >= ${window}`;
  const head = await database.execute<{ since: string; oldest: number | null }>(sql`
    select to_char((${window}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
           (select extract(epoch from now() - min(coalesce(queued_at, round_started_at)))
              from task where state in ('CREATED', 'QUEUED'))::double precision as oldest`);
  const levels = await database.execute<Row>(sql`
    with split as (select sli_task.*, ${SPLITS[asked.by]} as key from sli_task where ${inWindow})
    select key, count(*)::int as tasks,
           count(*) filter (where state = 'SUCCEEDED')::int as succeeded,
           count(*) filter (where state = 'CANCELED')::int as canceled,
           ${failures}, ${percentiles}
      from split group by grouping sets ((), (key)) order by grouping(key) desc, tasks desc, key`);
  const [judged] = (
    await database.execute<Row>(sql`select ${judgements} from sli_task where ${inWindow}`)
  ).rows;
  const causes = await database.execute<{ code: string; cause: FailureClass; tasks: number }>(sql`
    select coalesce(failure_code, '') as code, failure_class as cause, count(*)::int as tasks
      from sli_task where ${inWindow} and failure_class is not null
     group by 1, 2 order by tasks desc, code limit 20`);
  const countFor = (name: ObjectiveName, what: string) => countOf(judged?.[`${name}:${what}`]);
  return {
    since: head.rows[0]?.since ?? "",
    oldestWaitingS: head.rows[0]?.oldest ?? null,
    levels: levels.rows.map(present),
    objectives: OBJECTIVE_NAMES.map((name) => ({
      name,
      hour: { tasks: countFor(name, "hour-tasks"), bad: countFor(name, "hour-bad") },
      window: { tasks: countFor(name, "tasks"), bad: countFor(name, "bad") },
    })),
    failures: causes.rows.map(({ code, cause, tasks }) => ({ code, failureClass: cause, tasks })),
  };
}

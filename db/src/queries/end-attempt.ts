import {
  courseOfTask,
  endOfAttempt,
  failureClassOf,
  haltOf,
  nextStepState,
  stepTargetOf,
  targetOf,
  taskProgress,
} from "@cutroom/domain";
import type { AttemptOutcome, Failure, StepEnd, StepState, TaskEvent } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import type { StoredExport } from "../schema/index.ts";
import { lockAttempt } from "./lock-attempt.ts";
import type { EndedBy, HeldAttempt } from "./lock-attempt.ts";
import { standingsOf } from "./read-standings.ts";
import type { Standing } from "./read-standings.ts";
import { milliseconds } from "./states.ts";

/** What a success leaves on its task beside its move; written with it, so that it costs no row. */
export interface SuccessFacts {
  /** The film that the task shows from here on; it lies in our own store. */
  readonly output?: StoredExport;
  /** The vendor is done with it now. */
  readonly isProviderDone?: boolean;
}

export interface EndedAttempt {
  readonly taskId: string;
  readonly tenantId: string;
  readonly end: StepEnd;
  /** What the task did; null when it goes on as it was. */
  readonly taskEvent: TaskEvent | null;
  /** Whether a step has been given up although it was worth another try. */
  readonly isDead: boolean;
}

/** Whose the step is while it waits: its last worker's, which holds the output, or nobody's. */
function holder(holds: boolean): SQL {
  if (!holds) return sql`held_by = null, held_since = null`;
  const worker = sql`(select worker_id from step_lease where step_id = step.id)`;
  return sql`held_by = ${worker},
    held_since = case when held_by = ${worker} then held_since else now() end`;
}

/** The facts that each end leaves on its step. */
function stepFacts(end: StepEnd): SQL {
  switch (end.event) {
    case "succeed":
      return sql`result = ${JSON.stringify(end.result)}::jsonb, finished_at = now()`;
    case "expire":
      return sql`finished_at = now()`;
    case "retry":
      return sql`failure_code = ${end.failure?.code ?? null},
        failure_internal = ${end.failure?.internal ?? null}, request_sent_at = null,
        run_at = now() + ${milliseconds(end.delayMs)}, ${holder(end.holds)}`;
    case "lose":
      return sql`failure_code = ${end.code}, failure_internal = ${end.internal},
        request_sent_at = coalesce(request_sent_at, now())`;
    case "fail":
      return sql`failure_code = ${end.code}, failure_internal = ${end.internal},
        finished_at = now()`;
  }
}

/** What of the task is done; what runs beside this step tells of itself. */
function doneShare(standings: readonly Standing[]): number {
  return taskProgress(standings.map((step) => ({ ...step, progress: 0 })));
}

/** Columns of the task and what they become. */
type Columns = Readonly<Record<string, SQL>>;

const first = (column: string) => sql`coalesce(${sql.identifier(column)}, now())`;

/** The facts that each move leaves on the task. */
function moveFacts(
  event: TaskEvent | null,
  failure: Failure,
  standings: readonly Standing[],
): Columns {
  const finished = {
    finished_at: sql`now()`,
    provider_finished_at: first("provider_finished_at"),
  };
  if (event === "succeed") {
    return {
      ...finished,
      output_stored_at: first("output_stored_at"),
      preview_ready_at: first("preview_ready_at"),
      progress: sql`100`,
    };
  }
  if (event === "fail") {
    return {
      ...finished,
      failure_code: sql`${failure.code}`,
      failure_internal: sql`${failure.internal}`,
      failure_class: sql`${failureClassOf(failure.code)}`,
    };
  }
  if (event === "cancel") {
    return {
      finished_at: sql`now()`,
      failure_code: sql`'CANCELED'`,
      failure_class: sql`'user'`,
    };
  }
  const progress = sql`${doneShare(standings)}::integer`;
  return { progress: event === "redispatch" ? progress : sql`greatest(progress, ${progress})` };
}

/** The facts that a success leaves on the task, whatever the task makes of it. */
function madeFacts(end: StepEnd, { output, isProviderDone }: SuccessFacts): Columns {
  if (end.event !== "succeed") return {};
  return {
    ...(isProviderDone === true ? { provider_finished_at: sql`now()` } : {}),
    ...(output === undefined
      ? {}
      : {
          output: sql`${JSON.stringify(output)}::jsonb`,
          output_stored_at: first("output_stored_at"),
        }),
  };
}

/** The assignments of an UPDATE. */
const assigned = (columns: Columns): SQL =>
  sql.join(
    Object.entries(columns).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`),
    sql`, `,
  );

/** Everything that follows from one end, decided under the task's lock. */
interface Course {
  readonly end: StepEnd;
  readonly from: StepState;
  readonly event: TaskEvent | null;
  readonly halted: readonly string[];
  readonly failure: Failure;
  readonly standings: readonly Standing[];
}

function decide(
  held: HeldAttempt,
  before: readonly Standing[],
  outcome: AttemptOutcome,
  jitter: number,
): Course | null {
  const end = endOfAttempt(outcome, held, jitter);
  const to = nextStepState(held.state, end.event);
  if (to === null) return null;
  const failed = end.event === "fail" ? { code: end.code, internal: end.internal } : null;
  const standings = before.map((step) =>
    step.id === held.stepId ? { ...step, state: to, failure: failed } : step,
  );
  const { event, halt } = courseOfTask(standings, held.cancelRequested);
  const others = standings.filter((step) => step.id !== held.stepId);
  return {
    end,
    from: held.state,
    event,
    halted: halt ? others.filter((step) => haltOf(step) !== null).map((step) => step.id) : [],
    failure: standings.find((step) => step.failure !== null)?.failure ?? {
      code: "DEADLINE",
      internal: "its steps were given up",
    },
    standings,
  };
}

/** One statement: step, the steps that it frees or ends, wake-ups, leases, dead letter, task. */
async function write(
  tx: Transaction,
  held: HeldAttempt,
  course: Course,
  made: SuccessFacts,
): Promise<boolean> {
  const { end, event, failure, standings } = course;
  const facts = { ...moveFacts(event, failure, standings), ...madeFacts(end, made) };
  const isDead = end.event === "fail" && end.exhausted;
  const halted = sql`${JSON.stringify(course.halted)}::jsonb`;
  const result = await tx.execute(sql`
    with moved as (
      update step set state = ${stepTargetOf(end.event)}::step_state, ${stepFacts(end)}
       where id = ${held.stepId} and state = ${course.from}::step_state
         and attempt = ${held.attempt}
      returning *
    ), halted as (
      update step set state = ${stepTargetOf("expire")}::step_state, finished_at = now()
       where id in (select jsonb_array_elements_text(${halted})) and exists (select from moved)
      returning id
    ), readied as (
      update step set state = ${stepTargetOf("ready")}::step_state, run_at = now()
       where ${end.event === "succeed"} and state = 'NEW'
         and id in (select step_id from step_dependency where needs_step_id = ${held.stepId})
         and not exists (
           select from step_dependency other join step need on need.id = other.needs_step_id
            where other.step_id = step.id and need.id <> ${held.stepId}
              and need.state <> 'SUCCEEDED')
         and exists (select from moved)
      returning id, tenant_id, task_id
    ), woken as (
      insert into outbox (id, tenant_id, task_id, step_id, scene)
      select 'outbox_' || readied.id, tenant_id, task_id, readied.id, ${held.scene}::task_scene
        from readied
      on conflict (step_id) do nothing
    ), again as (
      update outbox set state = 'PENDING', generation = generation + 1, available_at = moved.run_at
        from moved where outbox.step_id = moved.id and moved.state = 'RETRY_WAIT'
    ), freed as (
      delete from step_lease
       where step_id in (select id from moved union all select id from halted)
    ), buried as (
      insert into dead_letter (id, tenant_id, task_id, step_id, round, cause, internal, attempts)
      select 'dead_' || id, tenant_id, task_id, id, round, failure_code, failure_internal, attempt
        from moved where ${isDead}
      on conflict (step_id) do nothing
    )
    update task set version = version + 1, last_seq = last_seq + 1,
           state = ${event === null ? sql`state` : sql`${targetOf(event)}::task_state`},
           retries_used = retries_used + ${end.event === "retry" && end.usesRetry ? 1 : 0},
           ${assigned(facts)}
     where id = ${held.taskId} and version = ${held.version} and state = 'RUNNING'
       and exists (select from moved)
    returning id`);
  return result.rows.length > 0;
}

/**
 * Ends one attempt (C2, C8): step, task, wake-ups and lease move together, all or nothing. Null
 * when the attempt does not hold the step any more; a stale worker changes nothing. What
 * follows is the domain's decision: another try, failure, doubt, the steps that waited for this
 * one, and the end of the task. The task's row counts the event that tells of it, so whoever calls
 * this appends that event, last in the transaction.
 */
export async function endAttempt(
  tx: Transaction,
  by: EndedBy,
  outcome: AttemptOutcome & { readonly made?: SuccessFacts },
  jitter: number,
): Promise<EndedAttempt | null> {
  const held = await lockAttempt(tx, by);
  if (held === null) return null;
  const standings = await standingsOf(tx, held);
  const course = decide(held, standings, outcome, jitter);
  if (course === null || !(await write(tx, held, course, outcome.made ?? {}))) return null;
  const { end, event: taskEvent } = course;
  const { taskId, tenantId } = held;
  const isDead = end.event === "fail" && end.exhausted;
  return { taskId, tenantId, end, taskEvent, isDead };
}

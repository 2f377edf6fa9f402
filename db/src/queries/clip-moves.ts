/** Clips that change their model on the way, and how often each model was asked for them (G4). */
import type { ModelName, VendorFailureClass, VendorJobState } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { milliseconds } from "./states.ts";

/** From now on the step waits for another model; its task says so. The task's row is locked. */
export async function moveClip(
  tx: Transaction,
  move: { readonly stepId: string; readonly taskId: string; readonly to: ModelName },
): Promise<void> {
  await tx.execute(sql`
    with moved as (
      update step set model_version = ${move.to} where id = ${move.stepId}
      returning task_id
    )
    update task set spec = jsonb_set(spec, '{model}', to_jsonb(${move.to}::text))
      from moved where task.id = moved.task_id`);
}

/** Models that have turned this step away, and for how long that counts, milliseconds. */
export async function readTried(
  database: Database | Transaction,
  which: { readonly stepId: string; readonly forMs: number },
): Promise<ReadonlyMap<ModelName, number>> {
  const result = await database.execute<{ model: ModelName; left_ms: number }>(sql`
    select model, (extract(epoch from max(finished_at) + ${milliseconds(which.forMs)} - now())
                   * 1000)::float8 as left_ms
      from vendor_job
     where step_id = ${which.stepId} and state = 'REFUSED'
       and finished_at > now() - ${milliseconds(which.forMs)}
     group by model`);
  return new Map(result.rows.map((row) => [row.model, row.left_ms]));
}

/** Takes up to `wanted` requests out of what a model may be sent now (G4); how many, and when more. */
export async function takeTokens(
  database: Database,
  ask: {
    readonly model: ModelName;
    readonly wanted: number;
    readonly burst: number;
    readonly perSecond: number;
  },
): Promise<{ readonly granted: number; readonly left: number }> {
  const { model, wanted, burst, perSecond } = ask;
  await database.execute(sql`
    insert into model_standing (model) values (${model}) on conflict do nothing`);
  const result = await database.execute<{ granted: number; filled: number }>(sql`
    with held as (
      select model, least(${burst}::float8, coalesce(tokens, ${burst}) + ${perSecond}::float8
               * greatest(0, coalesce(extract(epoch from clock_timestamp() - tokens_at), 0))) as filled
        from model_standing where model = ${model} for update
    )
    update model_standing as kept
       set tokens = held.filled - least(${wanted}, floor(held.filled)),
           tokens_at = clock_timestamp()
      from held where kept.model = held.model
    returning least(${wanted}, floor(held.filled))::int as granted, held.filled`);
  const { granted = 0, filled = 0 } = result.rows[0] ?? {};
  return { granted, left: filled - granted };
}

interface ClipAttempt {
  readonly model: ModelName;
  readonly state: VendorJobState;
  readonly failure: VendorFailureClass | null;
  readonly at: Date;
}

/** Whom a clip was asked of, oldest first; nothing in the vendors' own words. */
export async function readClipAttempts(
  tx: Transaction,
  taskId: string,
): Promise<readonly ClipAttempt[]> {
  const result = await tx.execute<{
    model: ModelName;
    state: VendorJobState;
    failure: VendorFailureClass | null;
    at: string;
  }>(sql`
    select model, state, failure ->> 'class' as failure, submitted_at as at
      from vendor_job where task_id = ${taskId} order by submitted_at, id`);
  return result.rows.map(({ model, state, failure, at }) => ({
    model,
    state,
    failure,
    at: new Date(at),
  }));
}

/** How every model at its vendor does now, and what a workspace may use (G4). */
import { HEALTH, PROBE_MS, ROUTED_MODELS, clipModel } from "@cutroom/domain";
import type {
  BreakerMove,
  BreakerState,
  ModelName,
  TenantRouting,
  VendorFailureClass,
  moveModelBreaker,
} from "@cutroom/domain";
import { eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { modelRetirement, tenantContract } from "../schema/index.ts";
import { milliseconds } from "./states.ts";

const names = sql.join(
  ROUTED_MODELS.map((model) => sql`(${model}::text, ${clipModel(model).vendor}::text)`),
  sql`, `,
);

export interface ModelRow {
  readonly model: ModelName;
  readonly health: Parameters<typeof moveModelBreaker>[0];
  readonly isProbed: boolean;
  readonly restMs: number;
  readonly restReason: VendorFailureClass | null;
  readonly load: { readonly running: number; readonly waiting: number; readonly cap: number };
  readonly isRetired: boolean;
}

interface Stored extends Record<string, unknown> {
  readonly model: ModelName;
  readonly state: BreakerState;
  readonly for_ms: number;
  readonly times: number;
  readonly ends: number;
  readonly faults: number;
  readonly last_is_fault: boolean;
  readonly is_probed: boolean;
  readonly rest_ms: number;
  readonly rest_reason: VendorFailureClass | null;
  readonly running: number;
  readonly waiting: number;
  readonly cap: number;
  readonly is_retired: boolean;
}

const present = (row: Stored): ModelRow => ({
  model: row.model,
  health: {
    state: row.state,
    forMs: row.for_ms,
    times: row.times,
    ends: row.ends,
    faults: row.faults,
    lastIsFault: row.last_is_fault,
  },
  isProbed: row.is_probed,
  restMs: row.rest_ms,
  restReason: row.rest_reason,
  load: { running: row.running, waiting: row.waiting, cap: row.cap },
  isRetired: row.is_retired,
});

/**
 * Every model of a vendor: its breaker with what became of its newest requests since that moved,
 * how long it rests, how much of it waits and runs, and whether it takes new work.
 */
export async function readModels(database: Database | Transaction): Promise<readonly ModelRow[]> {
  const result = await database.execute<Stored>(sql`
    with load as (
      select model_version as model, count(*) filter (where running)::int as running,
             count(*) filter (where not running)::int as waiting
        from (select model_version, true as running from step
               where pool = 'vendor' and coalesce(state = 'RUNNING', false)
              union all
              select model_version, false from step
               where pool = 'vendor' and coalesce(state in ('READY', 'RETRY_WAIT'), false)) as steps
       group by model_version
    )
    select name.model, coalesce(row.state, 'CLOSED') as state, coalesce(row.times, 0) as times,
           (extract(epoch from now() - coalesce(row.since, 'epoch')) * 1000)::float8 as for_ms,
           coalesce(row.probed_at >= row.since
             and row.probed_at > now() - ${milliseconds(PROBE_MS)}, false) as is_probed,
           greatest(0, coalesce(extract(epoch from row.rest_until - now()) * 1000, 0))::float8
             as rest_ms, row.rest_reason,
           seen.ends, seen.faults, seen.last_is_fault,
           coalesce(load.running, 0) as running, coalesce(load.waiting, 0) as waiting,
           coalesce(cap.max_in_flight, 0) as cap,
           coalesce(retirement.retires_at <= now(), false) as is_retired
      from (values ${names}) as name (model, vendor)
      left join model_standing row on row.model = name.model
      left join load on load.model = name.model
      left join model_cap cap on cap.pool = 'vendor' and cap.model = name.model
      left join model_retirement retirement on retirement.model = name.model
      cross join lateral (
        select count(*)::int as ends, count(*) filter (where is_fault)::int as faults,
               coalesce((array_agg(is_fault order by submitted_at desc))[1], false) as last_is_fault
          from (
            select submitted_at, coalesce(state = 'UNKNOWN'
                     or failure ->> 'class' in ('vendor_error', 'timeout'), false) as is_fault
              from vendor_job job
             where job.vendor = name.vendor and job.model = name.model
               and job.state <> 'SUBMITTING'
               and job.submitted_at > greatest(coalesce(row.since, 'epoch'),
                                               now() - ${milliseconds(HEALTH.windowMs)})
             order by submitted_at desc limit ${HEALTH.records}) as recent) as seen`);
  return result.rows.map((row) => present(row));
}

/** Writes where a breaker went; false when somebody else has moved it first. */
export async function keepModelBreaker(
  database: Database | Transaction,
  seen: Pick<ModelRow, "model" | "health">,
  move: BreakerMove,
): Promise<boolean> {
  const { model, health } = seen;
  const result = await database.execute(sql`
    insert into model_standing as kept (model, state, times, since)
    values (${model}, ${move.state}, ${move.times}, now())
    on conflict (model) do update
       set state = excluded.state, times = excluded.times, since = excluded.since
     where kept.state = ${health.state} and kept.times = ${health.times}
    returning model`);
  return result.rows.length > 0;
}

/** Takes the one request by which a half-open breaker is tried; false: somebody has it (G4). */
export async function takeProbe(database: Database, model: ModelName): Promise<boolean> {
  const result = await database.execute(sql`
    update model_standing set probed_at = now()
     where model = ${model} and state = 'HALF_OPEN'
       and (probed_at is null or probed_at < since or probed_at < now() - ${milliseconds(PROBE_MS)})
    returning model`);
  return result.rows.length > 0;
}

/** Leaves a model alone for so long, or for as long as it was to be already. */
export async function restModel(
  tx: Transaction,
  rest: { readonly model: ModelName; readonly restMs: number; readonly reason: VendorFailureClass },
): Promise<void> {
  await tx.execute(sql`
    insert into model_standing as kept (model, rest_until, rest_reason)
    values (${rest.model}, now() + ${milliseconds(rest.restMs)}, ${rest.reason})
    on conflict (model) do update
       set rest_until = excluded.rest_until, rest_reason = excluded.rest_reason
     where kept.rest_until is null or kept.rest_until < excluded.rest_until`);
}

/** What the contract of a workspace allows; everything where it says nothing. */
export async function readTenantRouting(
  database: Database | Transaction,
  tenantId: string,
): Promise<TenantRouting> {
  const rows = await database
    .select({ vendors: tenantContract.vendors, regions: tenantContract.regions })
    .from(tenantContract)
    .where(eq(tenantContract.tenantId, tenantId));
  return rows[0] ?? { vendors: null, regions: null };
}

/** When models take no new work any more, and what is used instead. */
export async function readRetirements(
  database: Database | Transaction,
  models: readonly ModelName[],
) {
  return database
    .select({
      model: modelRetirement.model,
      retiresAt: modelRetirement.retiresAt,
      replacement: modelRetirement.replacement,
      isOver: sql<boolean>`${modelRetirement.retiresAt} <= now()`,
    })
    .from(modelRetirement)
    .where(inArray(modelRetirement.model, [...models]));
}

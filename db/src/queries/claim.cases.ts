/** Puts a scheduler's snapshot into the database as it stands at the transaction's time. */
import type { RunningStep, Snapshot, Tier, WaitingStep } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { asSystem } from "../database.ts";

export const POOL = "render";
const TIERS: readonly Tier[] = [0, 1, 2];

interface StepSeed {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly model: string;
  readonly state: "READY" | "RUNNING";
  readonly step: Partial<WaitingStep>;
}

export async function addTenants(database: Database, tenants: readonly string[]): Promise<void> {
  await database.execute(sql`
    insert into tenant (id, name)
    select id, id from jsonb_array_elements_text(${JSON.stringify(tenants)}::jsonb) as id`);
}

/** Tasks and steps as they stand; waiting ones have become ready `waitMs` ago. */
export async function addSteps(
  tx: Database | Transaction,
  steps: readonly StepSeed[],
): Promise<void> {
  const rows = steps.map(({ id, tenantId, userId, model, state, step }) => ({
    id,
    tenant: tenantId,
    usr: userId,
    model,
    state,
    tier: step.tier ?? 1,
    wait: step.waitMs ?? 0,
    est: step.estSeconds ?? 10,
    weight: step.weight ?? 1,
    tcap: step.tenantCap ?? 0,
    ucap: step.userCap ?? 0,
  }));
  const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, tenant text,
    usr text, model text, state text, tier smallint, wait integer, est double precision,
    weight double precision, tcap integer, ucap integer)`;
  await tx.execute(sql`
    insert into task (id, tenant_id, user_id, scene, state, plan)
    select 'task_' || r.id, r.tenant, r.usr, 'export',
           (case r.state when 'READY' then 'QUEUED' else 'RUNNING' end)::task_state, '{}'
      from ${list}`);
  await tx.execute(sql`
    insert into step (id, tenant_id, user_id, task_id, kind, input_digest, model_version, state,
                      pool, tier, run_at, est_seconds, weight, tenant_cap, user_cap)
    select r.id, r.tenant, r.usr, 'task_' || r.id, 'export', r.id, r.model, r.state::step_state,
           ${POOL}, r.tier, now() - r.wait * interval '1 millisecond', r.est, r.weight, r.tcap, r.ucap
      from ${list}`);
}

const waitingSeed = (step: WaitingStep): StepSeed => ({ ...step, state: "READY", step });
const runningSeed = (step: RunningStep, at: number): StepSeed => ({
  ...step,
  id: `running_${at}`,
  state: "RUNNING",
  step: {},
});

/** `Infinity` is never. */
function ago(ms: number) {
  return Number.isFinite(ms) ? sql`now() - ${ms} * interval '1 millisecond'` : sql`null`;
}

export async function writeSnapshot(tx: Transaction, snapshot: Snapshot): Promise<void> {
  const { lane, shares, reservedSlots, modelCaps } = snapshot;
  await addSteps(tx, [...snapshot.waiting.map(waitingSeed), ...snapshot.running.map(runningSeed)]);
  const [best, middle, worst] = lane.sinceServedMs.map(ago);
  await tx.execute(sql`
    update lane set vglobals = ${`{${lane.vglobals.join(",")}}`}::double precision[],
           served_at = array[${best}, ${middle}, ${worst}]::timestamptz[],
           picks = ${lane.picks}, run_tier = ${lane.runTier}, run_length = ${lane.runLength},
           free_paused = ${lane.isFreePaused}, max_in_flight = ${lane.maxInFlight}
     where pool = ${POOL}`);
  for (const [tenantId, books] of shares) {
    for (const tier of TIERS) {
      const { vtime, sinceServedMs } = books[tier];
      await tx.execute(sql`
        insert into tenant_share (tenant_id, pool, tier, vtime, served_at)
        values (${tenantId}, ${POOL}, ${tier}, ${vtime}, ${ago(sinceServedMs)})`);
    }
  }
  for (const [tenantId, slots] of reservedSlots) {
    await tx.execute(sql`insert into tenant_reserved values (${tenantId}, ${POOL}, ${slots})`);
  }
  for (const [model, max] of modelCaps) {
    await tx.execute(sql`insert into model_cap values (${POOL}, ${model}, ${max})`);
  }
  if (lane.maxInFlight === null && lane.capacity !== null) {
    await tx.execute(
      sql`insert into worker (id, pools, slots) values ('w', array[${POOL}], ${lane.capacity})`,
    );
  }
}

class RollBack extends Error {}

/** Runs `work` in a transaction of which nothing stays. */
export async function andForget(
  database: Database,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await asSystem(database, async (tx) => {
      await work(tx);
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw error;
  }
}

/** How people stand with the risk layer (C4); every change leaves the event that says why. */
import type { Clearance, RiskAction, RiskVerdict, StandingState } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";

interface Person {
  readonly tenantId: string;
  readonly userId: string;
}

export interface Hold extends Person {
  /** Of the event, and the reference by which the person may ask. */
  readonly id: string;
  readonly state: Exclude<StandingState, "clear">;
  /** `rule`, or an operator's address. */
  readonly actor: string;
  readonly reasons: readonly string[];
  readonly score: number | null;
  readonly signals: Readonly<Record<string, number>> | null;
  readonly policy: number | null;
  readonly note: string | null;
}

/** Holds somebody; false, and nothing written, for whom that or more was decided before. */
export async function holdPerson(tx: Transaction, hold: Hold): Promise<boolean> {
  const { tenantId, userId, ...rest } = hold;
  const facts = JSON.stringify({ ...rest, tenant_id: tenantId, user_id: userId });
  const result = await tx.execute<{ held: boolean }>(
    sql`select cutroom_hold(${facts}::jsonb) as held`,
  );
  return result.rows[0]?.held === true;
}

export interface Release extends Person {
  readonly id: string;
  readonly by: Clearance;
  readonly action: Extract<RiskAction, "solved" | "lifted">;
  readonly actor: string;
  readonly note: string | null;
  /** Held by this verdict and no later one; null: by whichever. */
  readonly reference: string | null;
  /** For how long the rule is held back. */
  readonly clearedMs: number;
}

/**
 * Ends a hold; false, and nothing written, when there is none. A solved challenge ends no freeze.
 */
export async function releasePerson(tx: Transaction, release: Release): Promise<boolean> {
  const { id, tenantId, userId, by, action, actor, note, reference, clearedMs } = release;
  const result = await tx.execute(sql`
    with released as (
      update risk_standing
         set state = 'clear', since = now(), cleared_by = ${by},
             cleared_until = now() + ${clearedMs} * interval '1 millisecond'
       where tenant_id = ${tenantId} and user_id = ${userId}
         and (state = 'grey' or (state = 'frozen' and ${by} = 'operator'))
         and (${reference}::text is null or reference = ${reference})
      returning tenant_id, user_id, reasons
    )
    insert into risk_event (id, tenant_id, user_id, action, actor, reasons, note)
    select ${id}, tenant_id, user_id, ${action}, ${actor}, reasons, ${note}::text from released
    returning id`);
  return result.rows.length > 0;
}

/** A line of the history that changes no standing. */
export async function noteRisk(
  tx: Transaction,
  event: Person & {
    readonly id: string;
    readonly action: Extract<RiskAction, "appealed" | "refused">;
    readonly actor: string;
    readonly note: string;
  },
): Promise<void> {
  const { id, tenantId, userId, action, actor, note } = event;
  await tx.execute(sql`
    insert into risk_event (id, tenant_id, user_id, action, actor, note)
    values (${id}, ${tenantId}, ${userId}, ${action}, ${actor}, ${note})`);
}

export interface HistoryLine {
  readonly id: string;
  readonly at: Date;
  readonly action: RiskAction | RiskVerdict;
  readonly actor: string;
  readonly reasons: readonly string[];
  readonly score: number | null;
  readonly signals: Readonly<Record<string, number>>;
  readonly note: string | null;
}

/** Everything that was decided about somebody, also who was only sent to the last queue; newest first. */
export async function readRiskHistory(
  tx: Transaction,
  of: Person & { readonly limit: number },
): Promise<readonly HistoryLine[]> {
  const { tenantId, userId, limit } = of;
  const result = await tx.execute<{
    id: string;
    at: string;
    action: RiskAction | RiskVerdict;
    actor: string;
    reasons: string[];
    score: number | null;
    signals: Record<string, number> | null;
    note: string | null;
  }>(sql`
    select id, created_at as at, action, actor, reasons, score, signals, note from (
      select id, created_at, action, actor, reasons, score, signals, note from risk_event
       where tenant_id = ${tenantId} and user_id = ${userId}
      union all
      -- What put somebody on the grey list is there already, under the same id.
      select id, created_at, verdict::text, 'rule', reasons, null, signals, null from risk_decision
       where tenant_id = ${tenantId} and user_id = ${userId} and verdict <> 'review'
    ) as lines order by created_at desc, id desc limit ${limit}`);
  return result.rows.map(({ id, at, action, actor, reasons, score, signals, note }) => ({
    id,
    at: new Date(at),
    action,
    actor,
    reasons,
    score,
    signals: signals ?? {},
    note,
  }));
}

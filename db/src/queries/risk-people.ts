/** People as operators of the risk layer see them. */
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { StandingState } from "@cutroom/domain";
import type { Transaction } from "../database.ts";

export interface RiskPerson {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  readonly state: StandingState;
  readonly reasons: readonly string[];
  readonly reference: string;
  readonly since: string | null;
  /** The open appeal, or null. */
  readonly appeal: {
    readonly id: string;
    readonly reference: string;
    readonly words: string;
    readonly createdAt: string;
  } | null;
}

const COLUMNS = sql`
  membership.tenant_id as "tenantId", tenant.name as "tenantName",
  membership.user_id as "userId", "user".name as "userName", "user".email,
  coalesce(standing.state, 'clear') as state, coalesce(standing.reasons, '{}') as reasons,
  coalesce(standing.reference, '') as reference, standing.since::text as since,
  case when appeal.id is not null then jsonb_build_object(
    'id', appeal.id, 'reference', appeal.reference, 'words', appeal.words,
    'createdAt', appeal.created_at) end as appeal`;

async function read(tx: Transaction, from: SQL): Promise<readonly RiskPerson[]> {
  const result = await tx.execute<RiskPerson & Record<string, unknown>>(
    sql`select ${COLUMNS} ${from}`,
  );
  return result.rows;
}

const JOINS = sql`
  join membership on membership.tenant_id = standing.tenant_id and membership.user_id = standing.user_id
  join tenant on tenant.id = membership.tenant_id
  join "user" on "user".id = membership.user_id
  left join risk_appeal appeal on appeal.tenant_id = membership.tenant_id
   and appeal.user_id = membership.user_id and appeal.state = 'OPEN'`;

/** Where a page goes on: after somebody who was held since then. */
export interface HeldPlace {
  readonly since: string;
  readonly userId: string;
}

/** Who is held, the latest first; with `appeals` only who waits for an answer. */
export function readHeldPeople(
  tx: Transaction,
  page: {
    readonly appeals: boolean;
    readonly after: HeldPlace | null;
    readonly limit: number;
  },
): Promise<readonly RiskPerson[]> {
  const { appeals, after, limit } = page;
  return read(
    tx,
    sql`
      from risk_standing standing ${JOINS}
     where standing.state <> 'clear'
       and (${!appeals} or appeal.id is not null)
       and (${after === null} or (standing.since, standing.user_id)
             < (${after?.since ?? null}::timestamptz, ${after?.userId ?? null}::text))
     order by standing.since desc, standing.user_id desc limit ${limit}`,
  );
}

/** One member of a workspace, held or not; null when there is no such. */
export async function readRiskPerson(
  tx: Transaction,
  of: { readonly tenantId: string; readonly userId: string },
): Promise<RiskPerson | null> {
  const rows = await read(
    tx,
    sql`
      from (select ${of.tenantId}::text as tenant_id, ${of.userId}::text as user_id) as asked
      left join risk_standing standing using (tenant_id, user_id)
      join membership on membership.tenant_id = asked.tenant_id and membership.user_id = asked.user_id
      join tenant on tenant.id = membership.tenant_id
      join "user" on "user".id = membership.user_id
      left join risk_appeal appeal on appeal.tenant_id = asked.tenant_id
       and appeal.user_id = asked.user_id and appeal.state = 'OPEN'`,
  );
  return rows[0] ?? null;
}

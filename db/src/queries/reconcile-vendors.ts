/** What a reconciliation finds where vendors are involved: outcomes that nobody knows, and invoices. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { ageMs } from "./reconcile-find.ts";

export interface UnknownFacts {
  readonly stepId: string;
  readonly tenantId: string;
  readonly taskId: string;
  readonly credits: number;
  readonly attempt: number;
  readonly ageMs: number;
}

/** Steps of which nobody knows how they ended, oldest first. */
export async function findUnknown(
  tx: Transaction,
  limit: number,
): Promise<readonly UnknownFacts[]> {
  const since = sql`coalesce(step.request_sent_at, step.started_at, step.run_at)`;
  const result = await tx.execute<{
    id: string;
    tenant_id: string;
    task_id: string;
    attempt: number;
    credits: string;
    age: number;
  }>(sql`
    select step.id, step.tenant_id, step.task_id, step.attempt, ${ageMs(since)} as age,
           (select coalesce(sum(amount), 0) from reservation
             where reservation.task_id = step.task_id and reservation.state = 'HELD') as credits
      from step where coalesce(step.state = 'UNKNOWN', false) order by ${since}, step.id limit ${limit}`);
  return result.rows.map((row) => ({
    stepId: row.id,
    tenantId: row.tenant_id,
    taskId: row.task_id,
    credits: Number(row.credits),
    attempt: row.attempt,
    ageMs: row.age,
  }));
}

export interface InvoiceFacts {
  readonly vendor: string;
  readonly vendorJobId: string;
  readonly tenantId: string | null;
  readonly taskId: string | null;
  readonly currency: string;
  readonly invoicedMicros: number | null;
  readonly bookedMicros: number | null;
  readonly ageMs: number;
}

/** Jobs of vendors whose invoices and booked costs differ. */
export async function findInvoiceDrift(
  tx: Transaction,
  limit: number,
): Promise<readonly InvoiceFacts[]> {
  const result = await tx.execute<{
    vendor: string;
    job: string;
    currency: string;
    tenant_id: string | null;
    task_id: string | null;
    invoiced: string | null;
    booked: string | null;
    age: number;
  }>(sql`
    with invoiced as (
      select vendor, vendor_job_id as job, currency, sum(amount_micros)::bigint as micros,
             min(charged_at) as since
        from vendor_invoice_line group by 1, 2, 3
    ), booked as (
      select vendor, vendor_job_id as job, currency, sum(amount_micros)::bigint as micros,
             min(created_at) as since, min(tenant_id) as tenant_id, min(task_id) as task_id
        from cost_line where vendor is not null and kind in ('provider_actual', 'retry')
       group by 1, 2, 3
    )
    select coalesce(invoiced.vendor, booked.vendor) as vendor,
           coalesce(invoiced.job, booked.job) as job,
           coalesce(invoiced.currency, booked.currency) as currency,
           booked.tenant_id, booked.task_id, invoiced.micros as invoiced, booked.micros as booked,
           ${ageMs(sql`coalesce(booked.since, invoiced.since)`)} as age
      from invoiced full join booked
        on (invoiced.vendor, invoiced.job, invoiced.currency) = (booked.vendor, booked.job, booked.currency)
     where invoiced.micros is distinct from booked.micros order by 1, 2, 3 limit ${limit}`);
  const micros = (text: string | null) => (text === null ? null : Number(text));
  return result.rows.map((row) => ({
    vendor: row.vendor,
    vendorJobId: row.job,
    tenantId: row.tenant_id,
    taskId: row.task_id,
    currency: row.currency,
    invoicedMicros: micros(row.invoiced),
    bookedMicros: micros(row.booked),
    ageMs: row.age,
  }));
}

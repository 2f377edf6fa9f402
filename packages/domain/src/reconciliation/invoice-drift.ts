import type { FoundBreak } from "./break.ts";

/** How long after a job its line may be missing from the vendor's invoices. */
export const INVOICE_GRACE_MS = 35 * 86_400_000;

/**
 * What a vendor charged for one of its jobs against what we booked for it. A line without a
 * job of ours is a job that somebody started twice, or nobody did (I3).
 */
export function judgeInvoice(of: {
  readonly vendor: string;
  readonly vendorJobId: string;
  readonly tenantId: string | null;
  readonly taskId: string | null;
  readonly currency: string;
  /** Null when no invoice names the job. */
  readonly invoicedMicros: number | null;
  /** Null when no task of ours names it. */
  readonly bookedMicros: number | null;
  readonly ageMs: number;
}): FoundBreak | null {
  const { vendor, vendorJobId, invoicedMicros, bookedMicros } = of;
  if (invoicedMicros === bookedMicros) return null;
  if (invoicedMicros === null && of.ageMs < INVOICE_GRACE_MS) return null;
  return {
    kind: "invoice-drift",
    subject: `${vendor}/${vendorJobId}/${of.currency}`,
    tenantId: of.tenantId,
    taskId: of.taskId,
    credits: null,
    costMicros: (invoicedMicros ?? 0) - (bookedMicros ?? 0),
    currency: of.currency,
    facts: { vendor, vendorJobId, invoicedMicros, bookedMicros },
  };
}

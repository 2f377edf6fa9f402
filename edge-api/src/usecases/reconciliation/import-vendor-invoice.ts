import { asSystem, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq, inArray } from "drizzle-orm";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { vendorInvoiceLine } = schema;

interface InvoiceLine {
  readonly line_id: string;
  readonly vendor_job_id: string;
  readonly amount_micros: number;
  readonly currency: string;
  readonly charged_at: string;
}

const valuesOf = (row: {
  readonly vendorJobId: string;
  readonly amountMicros: number;
  readonly currency: string;
  readonly chargedAt: Date;
}) => [row.vendorJobId, row.amountMicros, row.currency, row.chargedAt.getTime()].join();

/**
 * Keeps the lines of a vendor's invoice for the reconciliation. A file may be sent again, whole
 * or longer; a line that differs from what was imported refuses all of it.
 */
export async function importVendorInvoice(
  deps: Deps,
  caller: OperatorCaller,
  invoice: {
    readonly vendor: string;
    readonly invoice_id: string;
    readonly lines: readonly InvoiceLine[];
  },
) {
  const { vendor, invoice_id: invoiceId } = invoice;
  const rows = invoice.lines.map((line) => ({
    vendor,
    invoiceId,
    lineId: line.line_id,
    vendorJobId: line.vendor_job_id,
    amountMicros: line.amount_micros,
    currency: line.currency,
    chargedAt: new Date(line.charged_at),
    importedBy: caller.email,
  }));
  const lineIds = [...new Set(rows.map((row) => row.lineId))];
  return asSystem(deps.database, async (tx) => {
    const stored = await tx
      .select()
      .from(vendorInvoiceLine)
      .where(
        and(
          eq(vendorInvoiceLine.vendor, vendor),
          eq(vendorInvoiceLine.invoiceId, invoiceId),
          inArray(vendorInvoiceLine.lineId, lineIds),
        ),
      );
    const seen = new Map(stored.map((row) => [row.lineId, valuesOf(row)]));
    for (const row of rows) {
      const values = seen.get(row.lineId) ?? valuesOf(row);
      if (values !== valuesOf(row)) return refuse("invoice.line-differs", { line_id: row.lineId });
      seen.set(row.lineId, values);
    }
    const made = await tx
      .insert(vendorInvoiceLine)
      .values(rows)
      .onConflictDoNothing()
      .returning({ lineId: vendorInvoiceLine.lineId });
    return ok({ stored: made.length, known: lineIds.length - made.length });
  });
}

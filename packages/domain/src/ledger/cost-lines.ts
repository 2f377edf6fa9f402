/** What a task costs us, in millionths of a currency; apart from what it costs a tenant (C6). */
export const COST_KINDS = [
  "provider_estimate",
  "provider_actual",
  "retry",
  "media_compute",
  "storage",
  "cdn",
] as const;
export type CostKind = (typeof COST_KINDS)[number];

export interface CostLine {
  readonly kind: CostKind;
  /** With the task and the kind it names the line: the same one is booked once. */
  readonly key: string;
  readonly amountMicros: number;
  readonly currency: string;
}

const CURRENCY = "CNY";
/** 0.2 an hour of one CPU core: what general-purpose machines rent for. */
const MICROS_PER_CPU_HOUR = 200_000;
/** 0.12 a gigabyte and month, the capacity plan's price of hot storage. */
const MICROS_PER_GB_MONTH = 120_000;
const BYTES_PER_GB = 1_000_000_000;

/**
 * What a finished export has cost: its last attempt as measured, earlier attempts as if each
 * had been as long, its file for as long as the plan keeps it. Rounded up, so that nothing is
 * free.
 */
export function exportCostLines(done: {
  readonly cpuMs: number;
  readonly attempts: number;
  readonly sizeBytes: number;
  readonly retentionDays: number;
}): readonly CostLine[] {
  const compute = Math.ceil((done.cpuMs * MICROS_PER_CPU_HOUR) / 3_600_000);
  const gigabytes = done.sizeBytes / BYTES_PER_GB;
  const storage = Math.ceil(gigabytes * MICROS_PER_GB_MONTH * (done.retentionDays / 30));
  const line = (kind: CostKind, amountMicros: number): CostLine => ({
    kind,
    key: "export",
    amountMicros,
    currency: CURRENCY,
  });
  return [
    line("media_compute", compute),
    line("storage", storage),
    ...(done.attempts > 1 ? [line("retry", compute * (done.attempts - 1))] : []),
  ];
}

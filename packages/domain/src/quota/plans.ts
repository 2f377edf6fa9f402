/** What a plan allows (T1, C5). A limit of 0 means unlimited. */
export const PLAN_NAMES = ["free", "paid", "enterprise"] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface PlanLimits {
  readonly name: PlanName;
  /** Exports of one workspace that may be under way at once. */
  readonly maxInFlight: number;
  /** Share in fair scheduling. */
  readonly weight: number;
  /** Shorter side of an export, pixels. */
  readonly maxResolution: number;
  readonly maxUploadBytes: number;
  readonly maxOpenUploads: number;
  readonly exportsPerMinute: number;
  readonly exportsPerDay: number;
  readonly creditsPerMonth: number;
  readonly requestsPerMinute: number;
  readonly watermark: boolean;
  readonly retentionDays: number;
}

const GIB = 1024 ** 3;

export const planLimits: Readonly<Record<PlanName, PlanLimits>> = {
  free: {
    name: "free",
    maxInFlight: 1,
    weight: 1,
    maxResolution: 720,
    maxUploadBytes: 2 * GIB,
    maxOpenUploads: 20,
    exportsPerMinute: 5,
    exportsPerDay: 20,
    creditsPerMonth: 300,
    requestsPerMinute: 600,
    watermark: true,
    retentionDays: 7,
  },
  paid: {
    name: "paid",
    maxInFlight: 4,
    weight: 5,
    maxResolution: 1080,
    maxUploadBytes: 50 * GIB,
    maxOpenUploads: 100,
    exportsPerMinute: 30,
    exportsPerDay: 500,
    creditsPerMonth: 5_000,
    requestsPerMinute: 3_000,
    watermark: false,
    retentionDays: 30,
  },
  enterprise: {
    name: "enterprise",
    maxInFlight: 500,
    weight: 10,
    maxResolution: 2160,
    maxUploadBytes: 5_000 * GIB,
    maxOpenUploads: 1_000,
    exportsPerMinute: 0,
    exportsPerDay: 0,
    creditsPerMonth: 100_000,
    requestsPerMinute: 0,
    watermark: false,
    retentionDays: 90,
  },
};

export interface ExportUsage {
  readonly inFlight: number;
  readonly lastMinute: number;
  readonly lastDay: number;
}

export type QuotaRefusal =
  | { readonly code: "quota.in-flight"; readonly limit: number; readonly used: number }
  | {
      readonly code: "quota.exceeded";
      readonly limit: number;
      readonly used: number;
      readonly windowS: number;
    };

const full = (used: number, limit: number) => limit !== 0 && used >= limit;

/** The first limit of the plan that one more export would break, or null (C4, C5). */
export function refuseExport(plan: PlanLimits, usage: ExportUsage): QuotaRefusal | null {
  if (full(usage.inFlight, plan.maxInFlight)) {
    return { code: "quota.in-flight", limit: plan.maxInFlight, used: usage.inFlight };
  }
  if (full(usage.lastMinute, plan.exportsPerMinute)) {
    const { exportsPerMinute: limit } = plan;
    return { code: "quota.exceeded", limit, used: usage.lastMinute, windowS: 60 };
  }
  if (full(usage.lastDay, plan.exportsPerDay)) {
    const { exportsPerDay: limit } = plan;
    return { code: "quota.exceeded", limit, used: usage.lastDay, windowS: 86_400 };
  }
  return null;
}

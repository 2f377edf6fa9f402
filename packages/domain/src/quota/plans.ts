/** What a plan allows (T1, C5). A limit of 0 means unlimited. */
export const PLAN_NAMES = ["free", "paid", "enterprise"] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface PlanLimits {
  readonly name: PlanName;
  /** Tasks of one workspace that may be under way at once. */
  readonly maxInFlight: number;
  /** The same for one person of the workspace (C9). */
  readonly userInFlight: number;
  /** Share in fair scheduling. */
  readonly weight: number;
  /** Shorter side of an export, pixels. */
  readonly maxResolution: number;
  readonly maxUploadBytes: number;
  readonly maxOpenUploads: number;
  /** Submits of one person in a minute and in a day. */
  readonly exportsPerMinute: number;
  readonly exportsPerDay: number;
  /** What one person may use up in a calendar month. */
  readonly userCreditsPerMonth: number;
  /** What the workspace is given every month. */
  readonly creditsPerMonth: number;
  /** Budgets of the workspace, by contract. */
  readonly tenantCreditsPerMinute: number;
  readonly tenantCreditsPerDay: number;
  readonly tenantCreditsPerMonth: number;
  readonly requestsPerMinute: number;
  readonly watermark: boolean;
  readonly retentionDays: number;
}

const GIB = 1024 ** 3;

export const planLimits: Readonly<Record<PlanName, PlanLimits>> = {
  free: {
    name: "free",
    maxInFlight: 1,
    userInFlight: 1,
    weight: 1,
    maxResolution: 720,
    maxUploadBytes: 2 * GIB,
    maxOpenUploads: 20,
    exportsPerMinute: 5,
    exportsPerDay: 20,
    userCreditsPerMonth: 300,
    creditsPerMonth: 300,
    tenantCreditsPerMinute: 0,
    tenantCreditsPerDay: 0,
    tenantCreditsPerMonth: 0,
    requestsPerMinute: 600,
    watermark: true,
    retentionDays: 7,
  },
  paid: {
    name: "paid",
    maxInFlight: 4,
    userInFlight: 4,
    weight: 5,
    maxResolution: 1080,
    maxUploadBytes: 50 * GIB,
    maxOpenUploads: 100,
    exportsPerMinute: 30,
    exportsPerDay: 500,
    userCreditsPerMonth: 5_000,
    creditsPerMonth: 5_000,
    tenantCreditsPerMinute: 0,
    tenantCreditsPerDay: 0,
    tenantCreditsPerMonth: 0,
    requestsPerMinute: 3_000,
    watermark: false,
    retentionDays: 30,
  },
  enterprise: {
    name: "enterprise",
    maxInFlight: 500,
    userInFlight: 0,
    weight: 10,
    maxResolution: 2160,
    maxUploadBytes: 5_000 * GIB,
    maxOpenUploads: 1_000,
    exportsPerMinute: 0,
    exportsPerDay: 0,
    userCreditsPerMonth: 0,
    creditsPerMonth: 100_000,
    tenantCreditsPerMinute: 0,
    tenantCreditsPerDay: 0,
    tenantCreditsPerMonth: 0,
    requestsPerMinute: 0,
    watermark: false,
    retentionDays: 90,
  },
};

const CONTRACT_LIMITS = [
  "maxInFlight",
  "userInFlight",
  "exportsPerMinute",
  "exportsPerDay",
  "userCreditsPerMonth",
  "tenantCreditsPerMinute",
  "tenantCreditsPerDay",
  "tenantCreditsPerMonth",
] as const;

/** What a contract sets in place of the plan's limits; null keeps the plan's. */
export type Contract = { readonly [Limit in (typeof CONTRACT_LIMITS)[number]]: number | null };

/** The plan as the contract has it (T1); without a contract the plan itself. */
export function limitsOf(plan: PlanName, contract: Contract | null): PlanLimits {
  const limits: { -readonly [Name in keyof PlanLimits]: PlanLimits[Name] } = {
    ...planLimits[plan],
  };
  for (const name of CONTRACT_LIMITS) limits[name] = contract?.[name] ?? limits[name];
  return limits;
}

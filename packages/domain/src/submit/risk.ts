/**
 * The risk layer (C4): a pure rule over what one person has sent of late. It never judges
 * content. What it decides is stored with the numbers that it saw, so that it can be audited.
 */
import type { PlanLimits } from "../quota/plans.ts";

export const RISK_VERDICTS = ["pass", "demote", "review"] as const;
export type RiskVerdict = (typeof RISK_VERDICTS)[number];
export const RISK_POLICY = 1;

export interface RiskSignals {
  /** Submits of this person in the last ten minutes. */
  readonly recentSubmits: number;
  /** Submits of this person with this very input in the last hour. */
  readonly sameInput: number;
}

export interface RiskAssessment {
  readonly verdict: RiskVerdict;
  readonly reasons: readonly ("rate" | "same-input")[];
  readonly policy: number;
}

/** Half of what the plan's limit a minute would let through in ten minutes. */
const RATE_SHARE = 5;
const SAME_INPUT_DEMOTES = 10;
const SAME_INPUT_REVIEWS = 50;

/** From how much on the rule acts; what is judged by them is stored with their policy's number. */
export interface RiskBounds {
  readonly recentDemotes: number;
  readonly sameDemotes: number;
  readonly sameReviews: number;
  readonly policy: number;
}

/** Null for a plan without a limit a minute: a contract's people are known, and the rule passes. */
export function riskBounds(plan: Pick<PlanLimits, "exportsPerMinute">): RiskBounds | null {
  if (plan.exportsPerMinute === 0) return null;
  return {
    recentDemotes: RATE_SHARE * plan.exportsPerMinute,
    sameDemotes: SAME_INPUT_DEMOTES,
    sameReviews: SAME_INPUT_REVIEWS,
    policy: RISK_POLICY,
  };
}

export function assessRisk(bounds: RiskBounds | null, signals: RiskSignals): RiskAssessment {
  if (bounds === null) return { verdict: "pass", reasons: [], policy: RISK_POLICY };
  const { recentDemotes, sameDemotes, sameReviews, policy } = bounds;
  const reasons = [
    ...(signals.recentSubmits >= recentDemotes ? (["rate"] as const) : []),
    ...(signals.sameInput >= sameDemotes ? (["same-input"] as const) : []),
  ];
  const worst = signals.sameInput >= sameReviews ? "review" : "demote";
  return { verdict: reasons.length === 0 ? "pass" : worst, reasons, policy };
}

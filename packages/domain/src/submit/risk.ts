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

/** A plan without a limit a minute is a contract: its people are known, and the rule passes. */
export function assessRisk(plan: PlanLimits, signals: RiskSignals): RiskAssessment {
  const isContract = plan.exportsPerMinute === 0;
  const hasRate = signals.recentSubmits >= RATE_SHARE * plan.exportsPerMinute;
  const hasSame = signals.sameInput >= SAME_INPUT_DEMOTES;
  const reasons = isContract
    ? []
    : [...(hasRate ? (["rate"] as const) : []), ...(hasSame ? (["same-input"] as const) : [])];
  const worst = signals.sameInput >= SAME_INPUT_REVIEWS ? "review" : "demote";
  return { verdict: reasons.length === 0 ? "pass" : worst, reasons, policy: RISK_POLICY };
}

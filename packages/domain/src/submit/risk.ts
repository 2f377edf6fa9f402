/**
 * The risk layer (C4): a pure rule over what one person has sent of late. It never judges
 * content. What it decides is stored with the numbers that it saw, so that it can be audited.
 */
import type { PlanLimits } from "../quota/plans.ts";
import type { Clearance } from "../risk/judge.ts";
import type { RiskFacts, RiskSignal } from "../risk/rules.ts";

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
  readonly reasons: readonly ("rate" | "same-input" | RiskSignal)[];
  readonly policy: number;
}

/** Half of what the plan's limit a minute would let through in ten minutes. */
const RATE_SHARE = 5;
const SAME_INPUT_DEMOTES = 10;
const SAME_INPUT_REVIEWS = 50;
const NEVER = 2_147_483_647;

/** What the rule at the door found and demotes for; kept with what the database finds. */
export interface DoorFinding {
  readonly reasons: readonly RiskSignal[];
  readonly facts: RiskFacts;
}

/** From how much on the rule acts; what is judged by them is stored with their policy's number. */
export interface RiskBounds {
  readonly recentDemotes: number;
  readonly sameDemotes: number;
  readonly sameReviews: number;
  readonly policy: number;
  readonly door?: DoorFinding;
}

/**
 * Null for a plan without a limit a minute, whose people are known by contract, and for whom an
 * operator vouched: the rule passes. A solved challenge spares the next review.
 */
export function riskBounds(
  plan: Pick<PlanLimits, "exportsPerMinute">,
  clearance: Clearance | null = null,
): RiskBounds | null {
  if (plan.exportsPerMinute === 0 || clearance === "operator") return null;
  return {
    recentDemotes: RATE_SHARE * plan.exportsPerMinute,
    sameDemotes: SAME_INPUT_DEMOTES,
    sameReviews: clearance === "challenge" ? NEVER : SAME_INPUT_REVIEWS,
    policy: RISK_POLICY,
  };
}

export function assessRisk(bounds: RiskBounds | null, signals: RiskSignals): RiskAssessment {
  if (bounds === null) return { verdict: "pass", reasons: [], policy: RISK_POLICY };
  const { recentDemotes, sameDemotes, sameReviews, policy, door } = bounds;
  const reasons = [
    ...(door?.reasons ?? []),
    ...(signals.recentSubmits >= recentDemotes ? (["rate"] as const) : []),
    ...(signals.sameInput >= sameDemotes ? (["same-input"] as const) : []),
  ];
  const worst = signals.sameInput >= sameReviews ? "review" : "demote";
  return { verdict: reasons.length === 0 ? "pass" : worst, reasons, policy };
}

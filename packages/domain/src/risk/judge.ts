import { CONSEQUENCES, RISK_RULES, RISK_SIGNALS } from "./rules.ts";
import type { DoorVerdict, RiskFacts, RiskSignal } from "./rules.ts";

/** Who said of late that a person is asking: their own solved challenge, or an operator. */
export const CLEARANCES = ["challenge", "operator"] as const;
export type Clearance = (typeof CLEARANCES)[number];

export interface DoorJudgement {
  readonly verdict: DoorVerdict;
  readonly score: number;
  /** The signals that scored. */
  readonly reasons: readonly RiskSignal[];
}

function scoreOf(signal: RiskSignal, count: number): number {
  const met = RISK_RULES.filter((rule) => rule.signal === signal && count >= rule.atLeast);
  return Math.max(0, ...met.map((rule) => rule.score));
}

/**
 * What becomes of a submit by the signals about it (C4). More of any signal never makes the
 * verdict milder. An operator's word passes everything; a solved challenge spares the next one,
 * and neither a place in the last queue nor a freeze.
 */
export function judgeRisk(facts: RiskFacts, clearance: Clearance | null): DoorJudgement {
  const scored = RISK_SIGNALS.map((signal) => ({ signal, score: scoreOf(signal, facts[signal]) }));
  const score = scored.reduce((sum, one) => sum + one.score, 0);
  const reasons = scored.flatMap((one) => (one.score > 0 ? [one.signal] : []));
  const full = CONSEQUENCES.find(({ atLeast }) => score >= atLeast)?.verdict ?? "allow";
  if (clearance === "operator") return { verdict: "allow", score, reasons };
  const verdict = full === "grey" && clearance === "challenge" ? "demote" : full;
  return { verdict, score, reasons };
}

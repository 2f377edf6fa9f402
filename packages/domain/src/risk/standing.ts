/** How a person stands with the risk layer (C4), and who may change it. */
import type { Clearance } from "./judge.ts";

export const STANDING_STATES = ["clear", "grey", "frozen"] as const;
export type StandingState = (typeof STANDING_STATES)[number];

/** What happened to somebody's standing, as it is kept for ever. */
export const RISK_ACTIONS = [
  "greyed",
  "frozen",
  "solved",
  "appealed",
  "refused",
  "lifted",
] as const;
export type RiskAction = (typeof RISK_ACTIONS)[number];

/** For how long what was cleared is not put on the grey list again. */
export const CLEARED_MS: Readonly<Record<Clearance, number>> = {
  challenge: 3_600_000,
  operator: 7 * 86_400_000,
};

export const APPEAL_MIN = 10;
export const APPEAL_MAX = 2_000;

export interface Standing {
  readonly state: StandingState;
  /** Signals, `same-input`, or `operator` for what a person decided. */
  readonly reasons: readonly string[];
  /** Names the verdict in what is kept; empty while nothing was ever held against them. */
  readonly reference: string;
  readonly sinceMs: number;
  readonly clearedBy: Clearance | null;
  readonly clearedUntilMs: number;
}

/** Whoever was never judged has no row, and this. */
export const CLEAR_STANDING: Standing = {
  state: "clear",
  reasons: [],
  reference: "",
  sinceMs: 0,
  clearedBy: null,
  clearedUntilMs: 0,
};

/** The clearance that holds now, or null. */
export function clearanceOf(standing: Standing, nowMs: number): Clearance | null {
  return standing.clearedUntilMs > nowMs ? standing.clearedBy : null;
}

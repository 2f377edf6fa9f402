/**
 * What the risk layer looks at and what it makes of it (C4): one table. Every signal is a count
 * of something that one person or one machine rarely does much of; none of them looks at content.
 */
export const RISK_SIGNALS = [
  /** People who submitted from one device within a day. */
  "device-accounts",
  /** People who submitted from one network within a day. */
  "network-accounts",
  /** Submits from one device in ten minutes, in minutes' worth of the plan's limit. */
  "device-rate",
  /** Submits of one person in ten minutes, refused ones included, in the same measure. */
  "attempt-rate",
  /** Submits of one person within a day that had no credits, or words against the rules. */
  "refusals",
  /** Young accounts that submitted this very input within an hour. */
  "similar-input",
  /** 1 for an account of less than a day. */
  "young-account",
] as const;
export type RiskSignal = (typeof RISK_SIGNALS)[number];
/** 0 for what is not known: what cannot be seen is held against nobody. */
export type RiskFacts = Readonly<Record<RiskSignal, number>>;

export const DOOR_VERDICTS = ["allow", "demote", "grey", "freeze"] as const;
export type DoorVerdict = (typeof DOOR_VERDICTS)[number];

export interface RiskRule {
  readonly signal: RiskSignal;
  readonly atLeast: number;
  readonly score: number;
}

/** Names this table in what is stored; a new one for every change. */
export const DOOR_POLICY = 1;

/** Of one signal only its highest row counts; scores of several signals add up. */
export const RISK_RULES: readonly RiskRule[] = [
  { signal: "device-accounts", atLeast: 3, score: 30 },
  { signal: "device-accounts", atLeast: 8, score: 70 },
  // A school or a mobile carrier is one network: alone it never does more than demote.
  { signal: "network-accounts", atLeast: 20, score: 10 },
  { signal: "network-accounts", atLeast: 60, score: 30 },
  { signal: "device-rate", atLeast: 10, score: 30 },
  { signal: "device-rate", atLeast: 30, score: 60 },
  { signal: "attempt-rate", atLeast: 10, score: 30 },
  { signal: "attempt-rate", atLeast: 50, score: 60 },
  { signal: "refusals", atLeast: 5, score: 20 },
  { signal: "refusals", atLeast: 20, score: 60 },
  { signal: "similar-input", atLeast: 5, score: 40 },
  { signal: "similar-input", atLeast: 15, score: 80 },
  { signal: "young-account", atLeast: 1, score: 10 },
];

/** From which score on; a freeze takes more than any one signal has to give. */
export const CONSEQUENCES: readonly {
  readonly verdict: Exclude<DoorVerdict, "allow">;
  readonly atLeast: number;
}[] = [
  { verdict: "freeze", atLeast: 120 },
  { verdict: "grey", atLeast: 60 },
  { verdict: "demote", atLeast: 30 },
];

export const RISK_WINDOWS_MS = {
  accounts: 86_400_000,
  rate: 600_000,
  refusals: 86_400_000,
  similar: 3_600_000,
} as const;
/** Accounts that take part in `similar-input`. */
export const YOUNG_FOR_SIMILAR_MS = 7 * 86_400_000;
const YOUNG_MS = 86_400_000;

/** What was counted, before a plan gives it a measure. */
export interface RiskCounts {
  readonly deviceAccounts: number;
  readonly networkAccounts: number;
  readonly deviceSubmits: number;
  readonly attempts: number;
  readonly refusals: number;
  readonly similarAccounts: number;
}

/** @param about `submitsPerMinute`: what the plan lets one person send, more than 0. */
export function riskFacts(
  counts: RiskCounts,
  about: { readonly accountAgeMs: number; readonly submitsPerMinute: number },
): RiskFacts {
  return {
    "device-accounts": counts.deviceAccounts,
    "network-accounts": counts.networkAccounts,
    "device-rate": counts.deviceSubmits / about.submitsPerMinute,
    "attempt-rate": counts.attempts / about.submitsPerMinute,
    refusals: counts.refusals,
    "similar-input": counts.similarAccounts,
    "young-account": about.accountAgeMs < YOUNG_MS ? 1 : 0,
  };
}

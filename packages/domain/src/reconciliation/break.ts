/**
 * A break: two records that should agree and do not. Found by the daily reconciliation, kept
 * under its kind and subject, owned by a person until it is resolved (C6, I9).
 */
export const BREAK_KINDS = [
  "export-without-object",
  "object-without-row",
  "charge-without-output",
  "output-without-charge",
  "hold-of-ended-task",
  "hold-too-old",
  "balance-drift",
  "chain-broken",
  "slot-drift",
  "invoice-drift",
  "unknown-too-old",
] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];

export const BREAK_STATES = ["OPEN", "TAKEN", "RESOLVED"] as const;
export type BreakState = (typeof BREAK_STATES)[number];

/** What may happen to a break; the history of each is a list of these. */
export const BREAK_ACTIONS = ["found", "returned", "gone", "taken", "resolved"] as const;
export type BreakAction = (typeof BREAK_ACTIONS)[number];

const AFTER: Readonly<Record<BreakState, Partial<Record<BreakAction, BreakState>>>> = {
  OPEN: { found: "OPEN", taken: "TAKEN", resolved: "RESOLVED", gone: "RESOLVED" },
  TAKEN: { found: "TAKEN", taken: "TAKEN", resolved: "RESOLVED", gone: "RESOLVED" },
  RESOLVED: { returned: "OPEN" },
};

/** The state that `action` leads to, or null where it makes no sense. */
export function nextBreakState(state: BreakState, action: BreakAction): BreakState | null {
  return AFTER[state][action] ?? null;
}

/** One break as a rule states it. */
export interface FoundBreak {
  readonly kind: BreakKind;
  /** Names what it is about; with the kind it is the same break in every run. */
  readonly subject: string;
  readonly tenantId: string | null;
  readonly taskId: string | null;
  /** What is at stake, whole credits; positive when a tenant paid too much. */
  readonly credits: number | null;
  /** What is at stake in money of ours, millionths of `currency`. */
  readonly costMicros: number | null;
  readonly currency: string | null;
  /** What an operator needs to judge it. */
  readonly facts: Readonly<Record<string, string | number | null>>;
}

/** A break about credits of one task. */
export function taskBreak(
  kind: BreakKind,
  of: { readonly tenantId: string; readonly taskId: string; readonly credits: number },
  facts: FoundBreak["facts"],
): FoundBreak {
  const { tenantId, taskId, credits } = of;
  const money = { costMicros: null, currency: null };
  return { kind, subject: taskId, tenantId, taskId, credits, ...money, facts };
}

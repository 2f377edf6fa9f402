/** The ledger as its owner reads it: one line for each posting, from the side of `available`. */
import type { LedgerEntry, LedgerKind } from "./postings.ts";

export const CREDIT_EVENTS = [
  "given",
  "reserved",
  "charged",
  "given-back",
  "refunded",
  "made-good",
  "charged-extra",
] as const;
export type CreditEvent = (typeof CREDIT_EVENTS)[number];

export interface CreditLine {
  readonly event: CreditEvent;
  /** What the word is about: how many were given, reserved, charged ... */
  readonly credits: number;
  /** What a charge left of its reservation; 0 otherwise. */
  readonly givenBack: number;
}

const SIMPLE: Readonly<Record<Exclude<LedgerKind, "COMPENSATE">, CreditEvent>> = {
  GRANT: "given",
  RESERVE: "reserved",
  SETTLE: "charged",
  RELEASE: "given-back",
  REFUND: "refunded",
};

/** @throws {RangeError} for a posting without entries: there is none in a ledger. */
export function creditLine(entries: readonly LedgerEntry[]): CreditLine {
  const [first] = entries;
  if (first === undefined) throw new RangeError("a posting has entries");
  const on = (account: LedgerEntry["account"]) =>
    entries.reduce((sum, entry) => sum + (entry.account === account ? entry.amount : 0), 0);
  const available = on("available");
  if (first.kind === "SETTLE") {
    return { event: "charged", credits: on("spent"), givenBack: available };
  }
  const credits = Math.abs(available);
  const correction = available > 0 ? "made-good" : "charged-extra";
  const event = first.kind === "COMPENSATE" ? correction : SIMPLE[first.kind];
  return { event, credits, givenBack: 0 };
}

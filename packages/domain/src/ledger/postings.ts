/**
 * Double entry in whole credits (C6). A posting is a list of entries whose amounts add up to
 * zero; a correction is a new posting, never an edit. Every tenant has four accounts:
 *
 *   granted    where credits come from; the only one that may go below zero
 *   available  what may still be promised
 *   reserved   promised to work in flight
 *   spent      charged for good
 */
export const LEDGER_ACCOUNTS = ["granted", "available", "reserved", "spent"] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export const LEDGER_KINDS = [
  "GRANT",
  "RESERVE",
  "SETTLE",
  "RELEASE",
  "REFUND",
  "COMPENSATE",
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export const RESERVATION_STATES = ["HELD", "SETTLED", "RELEASED"] as const;

export interface LedgerEntry {
  readonly account: LedgerAccount;
  readonly kind: LedgerKind;
  /** Whole credits; positive adds to the account. */
  readonly amount: number;
}
export type Posting = readonly LedgerEntry[];

function credits(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError(`credits must be a whole number of at least 0, not ${amount}`);
  }
  return amount;
}

function move(kind: LedgerKind, from: LedgerAccount, to: LedgerAccount, amount: number): Posting {
  if (credits(amount) === 0) return [];
  return [
    { account: from, kind, amount: -amount },
    { account: to, kind, amount },
  ];
}

export function grantPosting(amount: number): Posting {
  return move("GRANT", "granted", "available", amount);
}

export function reservePosting(amount: number): Posting {
  return move("RESERVE", "available", "reserved", amount);
}

/**
 * Charges `amount` of a reservation of `reserved` and gives the rest back in the same posting.
 * @throws {RangeError} when more than the reservation would be charged.
 */
export function settlePosting(reserved: number, amount: number): Posting {
  if (credits(amount) > credits(reserved)) {
    throw new RangeError(`cannot settle ${amount} of a reservation of ${reserved}`);
  }
  return [
    ...move("SETTLE", "reserved", "spent", amount),
    ...move("SETTLE", "reserved", "available", reserved - amount),
  ];
}

export function releasePosting(reserved: number): Posting {
  return move("RELEASE", "reserved", "available", reserved);
}

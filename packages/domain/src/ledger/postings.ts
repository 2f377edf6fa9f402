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

/** The largest reservation, credits: the columns of tasks and reservations hold 32 bits. */
export const MAX_RESERVATION_CREDITS = 2_147_483_647;

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

/** Credits from a plan or a purchase. */
export function grantPosting(amount: number): Posting {
  return move("GRANT", "granted", "available", amount);
}

/** @throws {RangeError} when it is larger than one reservation can be. */
export function reservePosting(amount: number): Posting {
  if (amount > MAX_RESERVATION_CREDITS) {
    throw new RangeError(`one reservation holds at most ${MAX_RESERVATION_CREDITS}, not ${amount}`);
  }
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

/** Gives back what was charged; the database keeps the sum of refunds within the charge. */
export function refundPosting(amount: number): Posting {
  return move("REFUND", "spent", "available", amount);
}

/**
 * What no reservation covers: `credit` makes good a fault of ours, `charge` takes what the work
 * cost beyond its reservation. Never an edit of an earlier posting.
 */
export function compensatePosting(direction: "credit" | "charge", amount: number): Posting {
  return direction === "credit"
    ? move("COMPENSATE", "granted", "available", amount)
    : move("COMPENSATE", "available", "spent", amount);
}

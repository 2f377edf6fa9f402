import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MAX_RESERVATION_CREDITS,
  compensatePosting,
  grantPosting,
  refundPosting,
  releasePosting,
  reservePosting,
  settlePosting,
} from "./postings.ts";
import type { LedgerAccount, Posting } from "./postings.ts";

const amount = fc.integer({ min: 0, max: 1_000_000 });
const sum = (posting: Posting) => posting.reduce((total, entry) => total + entry.amount, 0);

function balances(postings: readonly Posting[]): Record<LedgerAccount, number> {
  const totals = { granted: 0, available: 0, reserved: 0, spent: 0 };
  for (const entry of postings.flat()) totals[entry.account] += entry.amount;
  return totals;
}

describe("ledger postings", () => {
  it("are in balance whatever the amounts (C6)", () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [reserved, charged] = [Math.max(a, b), Math.min(a, b)];
        for (const posting of [
          grantPosting(a),
          reservePosting(a),
          releasePosting(a),
          settlePosting(reserved, charged),
          refundPosting(charged),
          compensatePosting("credit", a),
          compensatePosting("charge", b),
        ]) {
          expect(sum(posting)).toBe(0);
        }
      }),
    );
  });

  it("leave nothing reserved once a reservation is settled or released (C6)", () => {
    fc.assert(
      fc.property(amount, amount, fc.boolean(), (a, b, settles) => {
        const [reserved, charged] = [Math.max(a, b), Math.min(a, b)];
        const after = balances([
          grantPosting(reserved),
          reservePosting(reserved),
          settles ? settlePosting(reserved, charged) : releasePosting(reserved),
        ]);
        expect(after.reserved).toBe(0);
        expect(after.spent).toBe(settles ? charged : 0);
        expect(after.available + after.spent).toBe(reserved);
      }),
    );
  });

  it("refuse to settle more than was reserved, and fractions of a credit (C6)", () => {
    expect(() => settlePosting(10, 11)).toThrow(RangeError);
    expect(() => reservePosting(0.5)).toThrow(RangeError);
    expect(() => reservePosting(-1)).toThrow(RangeError);
    expect(() => reservePosting(MAX_RESERVATION_CREDITS + 1)).toThrow(RangeError);
    expect(() => grantPosting(Number.MAX_SAFE_INTEGER + 1)).toThrow(RangeError);
  });
});

import { describe, expect, it } from "vitest";
import { creditLine } from "./history.ts";
import {
  compensatePosting,
  grantPosting,
  refundPosting,
  releasePosting,
  reservePosting,
  settlePosting,
} from "./postings.ts";

describe("the credit history", () => {
  it("says of every posting in one word and one number what it did (F143)", () => {
    const told = [
      grantPosting(300),
      reservePosting(20),
      settlePosting(20, 20),
      settlePosting(20, 5),
      settlePosting(20, 0),
      releasePosting(20),
      refundPosting(5),
      compensatePosting("credit", 3),
      compensatePosting("charge", 2),
    ].map((posting) => Object.values(creditLine(posting)).join(" "));
    expect(told).toEqual([
      "given 300 0",
      "reserved 20 0",
      "charged 20 0",
      "charged 5 15",
      "charged 0 20",
      "given-back 20 0",
      "refunded 5 0",
      "made-good 3 0",
      "charged-extra 2 0",
    ]);
  });

  it("has no line for a posting without entries", () => {
    expect(() => creditLine([])).toThrow(RangeError);
  });
});

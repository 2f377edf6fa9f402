/** The checks that need only the database: each finds facts and lets one rule judge them. */
import {
  findBalanceDrift,
  findBareCharges,
  findBareDeliveries,
  findHeldByEnded,
  findHeldByLive,
  findInvoiceDrift,
  findUnknown,
  verifyAndAnchor,
} from "@cutroom/db";
import type { CheckResult, LedgerScope, Transaction } from "@cutroom/db";
import {
  judgeBalance,
  judgeChain,
  judgeCharge,
  judgeDelivery,
  judgeHoldAge,
  judgeHoldOfEnded,
  judgeInvoice,
  judgeUnknown,
} from "@cutroom/domain";
import type { BreakKind, FoundBreak } from "@cutroom/domain";

/** More than this of one kind is one fault with many faces; the next run sees the rest. */
const LIMIT = 1_000;

type Check = (tx: Transaction, scope: LedgerScope) => Promise<CheckResult>;

function judged<Facts>(
  find: (tx: Transaction, limit: number) => Promise<readonly Facts[]>,
  judge: (facts: Facts) => FoundBreak | null,
): Check {
  return async (tx) => {
    const facts = await find(tx, LIMIT);
    const found = facts.flatMap((fact) => judge(fact) ?? []);
    return { found, whole: facts.length < LIMIT };
  };
}

const checkChains: Check = async (tx, scope) => {
  const broken = await verifyAndAnchor(tx, scope);
  // What grew is well, but that closes no break further back: only a whole reading does.
  return { found: broken.map(judgeChain), whole: scope === "whole" };
};

export const moneyChecks = {
  "charge-without-output": judged(findBareCharges, judgeCharge),
  "output-without-charge": judged(findBareDeliveries, judgeDelivery),
  "hold-of-ended-task": judged(findHeldByEnded, judgeHoldOfEnded),
  "hold-too-old": judged(findHeldByLive, judgeHoldAge),
  "balance-drift": judged(findBalanceDrift, judgeBalance),
  "chain-broken": checkChains,
  "invoice-drift": judged(findInvoiceDrift, judgeInvoice),
  "unknown-too-old": judged(findUnknown, judgeUnknown),
} as const satisfies Partial<Record<BreakKind, Check>>;

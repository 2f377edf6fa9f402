import type { FoundBreak } from "./break.ts";

/** A balance that is not the sum of its entries, so money appeared or vanished. */
export function judgeBalance(of: {
  readonly tenantId: string;
  readonly account: string;
  readonly balance: number;
  readonly sum: number;
}): FoundBreak | null {
  const { tenantId, account, balance, sum } = of;
  if (balance === sum) return null;
  return {
    kind: "balance-drift",
    subject: `${tenantId}/${account}`,
    tenantId,
    taskId: null,
    credits: sum - balance,
    costMicros: null,
    currency: null,
    facts: { account, balance, sum },
  };
}

import type { FoundBreak } from "./break.ts";

/** An entry is not what was written, or is gone: somebody changed the ledger by hand. */
export function judgeChain(of: {
  readonly tenantId: string;
  readonly seq: number;
  readonly entryId: string | null;
  readonly fault: string;
}): FoundBreak {
  const { tenantId, seq, entryId, fault } = of;
  return {
    kind: "chain-broken",
    subject: tenantId,
    tenantId,
    taskId: null,
    credits: null,
    costMicros: null,
    currency: null,
    facts: { seq, entryId, fault },
  };
}

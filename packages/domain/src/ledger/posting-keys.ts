/**
 * Names of postings. The name of a posting is its id in the ledger, so posting it again has no
 * effect, from whatever process, at whatever time (C6, F102).
 */
import type { LedgerKind } from "./postings.ts";

/** The `seq`-th posting of its kind for a task; of RESERVE, SETTLE and RELEASE one per round. */
export function taskPostingKey(of: {
  readonly taskId: string;
  readonly kind: Exclude<LedgerKind, "GRANT">;
  readonly seq: number | string;
}): string {
  return `${of.taskId}:${of.kind}:${of.seq}`;
}

/** Credits that a workspace is given for `cause`: a month of its plan, a purchase. */
export function grantKey(tenantId: string, cause: string): string {
  return `${tenantId}:GRANT:${cause}`;
}

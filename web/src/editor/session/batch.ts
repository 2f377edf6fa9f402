import type { PatchOp } from "@cutroom/timeline";

/** What one commit changed, whole: a batch never splits a commit. */
export type Change =
  | { readonly kind: "ops"; readonly ops: readonly PatchOp[] }
  | { readonly kind: "name"; readonly name: string };

/** A frozen request: it is sent again under the same id until the server has answered it. */
export interface Batch {
  readonly id: string;
  readonly baseRevision: number;
  readonly ops: readonly PatchOp[];
  readonly name: string | null;
}

/** The server's limit for one request. */
const MAX_BATCH_OPS = 20_000;

/** As many whole changes, from the front, as fit into one request; at least one. */
export function countForBatch(changes: readonly Change[]): number {
  let ops = 0;
  let count = 0;
  for (const change of changes) {
    ops += change.kind === "ops" ? change.ops.length : 0;
    if (count > 0 && ops > MAX_BATCH_OPS) break;
    count += 1;
  }
  return count;
}

/** One request out of `changes`; the last name wins. */
export function makeBatch(id: string, baseRevision: number, changes: readonly Change[]): Batch {
  return {
    id,
    baseRevision,
    ops: changes.flatMap((change) => (change.kind === "ops" ? change.ops : [])),
    name: changes.findLast((change) => change.kind === "name")?.name ?? null,
  };
}

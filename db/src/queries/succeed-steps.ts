import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import type { StoredExport } from "../schema/index.ts";
import type { Fence } from "./renew-lease.ts";

/** A step that its worker has done. */
export interface Success extends Fence {
  readonly result: unknown;
  /** What its task shows from now on; as it was when absent. */
  readonly output?: StoredExport;
}

/**
 * `done`: step and task have SUCCEEDED. `lost`: the attempt does not hold the step any more.
 * `open`: it does, and more follows from its end: `endAttempt` decides.
 */
export type SuccessVerdict =
  | {
      readonly kind: "done";
      readonly taskId: string;
      readonly tenantId: string;
      readonly round: number;
    }
  | { readonly kind: "lost" }
  | { readonly kind: "open" };

interface Row extends Record<string, unknown> {
  readonly verdict: SuccessVerdict["kind"];
  readonly task_id: string;
  readonly tenant_id: string;
  readonly round: number;
}

/**
 * Ends many attempts that have succeeded and were the last of their tasks, with their money and
 * their events, in one statement (C2, C6, C8); one verdict for each, in order. Every attempt is
 * fenced on its own: one that is `lost` or `open` has changed nothing, and stops no other.
 */
export async function succeedSteps(
  database: Database | Transaction,
  ends: readonly Success[],
): Promise<readonly SuccessVerdict[]> {
  const list = ends.map(({ stepId, workerId, attempt, result, output }) => ({
    step: stepId,
    worker: workerId,
    attempt,
    result,
    ...(output === undefined ? {} : { output }),
  }));
  const found = await database.execute<Row>(
    sql`select verdict, task_id, tenant_id, round from cutroom_succeed(${JSON.stringify(list)}::jsonb)`,
  );
  return found.rows.map(({ verdict, task_id: taskId, tenant_id: tenantId, round }) =>
    verdict === "done" ? { kind: verdict, taskId, tenantId, round } : { kind: verdict },
  );
}

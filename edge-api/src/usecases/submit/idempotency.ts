/**
 * One key, one effect (I4, C4): the key's row is written in the transaction of the task that it
 * answers for, so a crash can never keep the one without the other (F98).
 */
import type { Task } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { sha256Hex } from "@cutroom/domain";
import { and, eq, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";

const { idempotency } = schema;
/** A request with the same key waits this long for the first one to commit. */
const WAIT_MS = 5_000;

/** Keys in alphabetical order: the same request has the same text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, canonical(entry)]),
  );
}

export function fingerprintOf(deps: Deps, endpoint: string, body: unknown): Promise<string> {
  return sha256Hex(deps.sha256, JSON.stringify([endpoint, canonical(body)]));
}

export interface SubmitAnswer {
  readonly task_id: string;
  readonly task: Task;
}

/**
 * Waits for any other request with this key, then gives what it left behind. The lock ends
 * with the transaction; waiting too long raises 55P03 (lock_not_available).
 */
export async function lockKey(
  tx: Transaction,
  where: { readonly tenantId: string; readonly key: string },
): Promise<{ fingerprint: string; body: SubmitAnswer } | null> {
  await tx.execute(sql`select set_config('lock_timeout', ${`${WAIT_MS}ms`}, true)`);
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${where.tenantId}/${where.key}`}, 0))`,
  );
  const rows = await tx
    .select({ fingerprint: idempotency.fingerprint, body: idempotency.body })
    .from(idempotency)
    .where(and(eq(idempotency.tenantId, where.tenantId), eq(idempotency.key, where.key)));
  const row = rows[0];
  return row === undefined ? null : { ...row, body: row.body as SubmitAnswer };
}

export async function keepAnswer(
  tx: Transaction,
  answer: {
    readonly tenantId: string;
    readonly key: string;
    readonly fingerprint: string;
    readonly body: SubmitAnswer;
  },
): Promise<void> {
  await tx.insert(idempotency).values({ ...answer, status: 202, taskId: answer.body.task_id });
}

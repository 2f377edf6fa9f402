import type { Failure, StepStanding, StepState } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import type { HeldAttempt } from "./lock-attempt.ts";

export interface Standing extends StepStanding {
  readonly id: string;
  readonly estSeconds: number;
  /** Of a step that has failed. */
  readonly failure: Failure | null;
}

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly state: StepState;
  readonly request_sent: boolean;
  readonly est_seconds: number;
  readonly code: string | null;
  readonly internal: string | null;
}

/**
 * How every step of a round stands, those that failed first in the order of failing. Only under
 * the task's lock does the answer stay true; and only a statement that begins after the lock
 * was won sees what the last holder did.
 */
export async function readStandings(
  tx: Transaction,
  of: { readonly taskId: string; readonly round: number },
): Promise<readonly Standing[]> {
  const result = await tx.execute<Row>(sql`
    select id, state, request_sent_at is not null as request_sent, est_seconds,
           failure_code as code, failure_internal as internal
      from step where task_id = ${of.taskId} and round = ${of.round}
     order by state = 'FAILED' desc, finished_at, id`);
  return result.rows.map((row) => ({
    id: row.id,
    state: row.state,
    requestSent: row.request_sent,
    estSeconds: row.est_seconds,
    failure: row.state === "FAILED" ? { code: row.code ?? "", internal: row.internal ?? "" } : null,
  }));
}

/** The same without a question, where the round has one step: the one that is held. */
export async function standingsOf(
  tx: Transaction,
  held: HeldAttempt,
): Promise<readonly Standing[]> {
  if (held.steps > 1) return readStandings(tx, held);
  const { stepId: id, state, requestSent } = held;
  // The only one is all of the task, whatever its size.
  return [{ id, state, requestSent, estSeconds: 1, failure: null }];
}

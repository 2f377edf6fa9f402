/**
 * A submit as the database sees it (C3, C5): one statement that passes every gate and writes
 * everything, or the same gates alone for work that is stored in a way of its own. The rule that
 * they follow is `admit` of the domain, and a test compares the two.
 */
import type { Posting, QuotaLayer, QuotaLayerName, RiskBounds } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { planned } from "../planned.ts";
import type { NewTaskFacts } from "./create-task.ts";

/** What a request is bound to. */
export interface SubmitKeyFacts {
  readonly tenantId: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly reservationId: string;
}

/** Whom the gates look at, and by which limits. */
export interface AdmitAsk extends SubmitKeyFacts {
  readonly userId: string;
  readonly pool: string;
  /** Empty for work of no model. */
  readonly model: string;
  readonly inputDigest: string;
  readonly credits: number;
  /** In the order in which they refuse. */
  readonly layers: readonly QuotaLayer[];
  readonly risk: RiskBounds | null;
  /** Names the decision of the risk rule, should there be one to keep. */
  readonly riskId: string;
  /** The copy in the key-value store that admitted it already; null: there is none to trust. */
  readonly copy: { readonly epoch: number; readonly demoted: boolean } | null;
}

export type Verdict =
  | { readonly is: "admitted"; readonly demoted: boolean }
  | { readonly is: "in-flight" | "other" | "stale" }
  | { readonly is: "answered"; readonly answer: string }
  | { readonly is: "forgotten"; readonly task_id: string }
  | { readonly is: "full"; readonly layer: QuotaLayerName; readonly used: number }
  | { readonly is: "poor"; readonly available: number }
  | { readonly is: "review"; readonly reference: string };

export interface NewSubmit {
  readonly ask: AdmitAsk;
  readonly task: NewTaskFacts;
  readonly postingId: string;
  readonly posting: Posting;
  /** The text of the answer, without the instant of acceptance that only the database knows. */
  readonly answer: readonly [beforeAcceptedAt: string, afterAcceptedAt: string];
}

const askJson = (ask: AdmitAsk) => ({
  tenant_id: ask.tenantId,
  key: ask.key,
  fingerprint: ask.fingerprint,
  reservation_id: ask.reservationId,
  user_id: ask.userId,
  pool: ask.pool,
  model: ask.model,
  input_digest: ask.inputDigest,
  credits: ask.credits,
  layers: ask.layers,
  risk: ask.risk,
  risk_id: ask.riskId,
  copy: ask.copy,
});

const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`;

const findAnswer = planned<{
  fingerprint: string | null;
  answer: string | null;
  task_id: string | null;
}>("find_answer", "select * from cutroom_find_answer($1, $2, $3)");
const submit = planned<{
  verdict: Verdict | { readonly is: "accepted"; readonly accepted_at: string };
}>("submit", "select cutroom_submit($1::jsonb) as verdict");

/** What a key was used for before. */
export async function findKeptAnswer(
  database: Database,
  { tenantId, key, reservationId }: SubmitKeyFacts,
): Promise<{ fingerprint: string | null; answer: string | null; taskId: string | null } | null> {
  const [row] = await findAnswer(database, [tenantId, key, reservationId]);
  if (row === undefined) return null;
  return { fingerprint: row.fingerprint, answer: row.answer, taskId: row.task_id };
}

/**
 * Asks every gate, and holds the key and the tenant's money until the transaction ends. The
 * caller stores the work in the same transaction.
 */
export async function admitSubmit(
  tx: Transaction,
  ask: AdmitAsk,
  lockWaitMs: number,
): Promise<Verdict> {
  const result = await tx.execute<{ verdict: Verdict }>(sql`
    select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true),
           cutroom_admit(${json(askJson(ask))}) as verdict`);
  return verdictOf(result.rows[0]?.verdict);
}

/**
 * Accepts a new task with its steps, reservation, posting, wake-ups, answer and first event, or
 * says why not and writes nothing of it: one statement, one transaction, one round trip.
 */
export async function submitAtOnce(
  database: Database,
  { ask, task, postingId, posting, answer }: NewSubmit,
): Promise<Verdict | { readonly is: "accepted"; readonly accepted_at: string }> {
  const { tenantId, reservationId, credits } = ask;
  const facts = {
    ...askJson(ask),
    task,
    reserve: {
      tenant_id: tenantId,
      task_id: task.id,
      reservation_id: reservationId,
      amount: credits,
      round: 1,
      posting_id: postingId,
      posting,
    },
    answer_head: answer[0],
    answer_tail: answer[1],
  };
  const [row] = await submit(database, [JSON.stringify(facts)]);
  return verdictOf(row?.verdict);
}

function verdictOf<V>(verdict: V | undefined): V {
  if (verdict === undefined) throw new Error("the database gave no verdict");
  return verdict;
}

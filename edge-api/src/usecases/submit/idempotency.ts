/**
 * One key, one effect (I4, C4): the key's row is written in the transaction of the task that it
 * answers for, so a crash can never keep the one without the other (F98).
 */
import { findKeptAnswer, schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { sha256Hex } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";

const { idempotency } = schema;

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

export interface SubmitKey {
  readonly tenantId: string;
  readonly key: string;
  readonly fingerprint: string;
  /** Follows from tenant and key, so that a repeat can hold nothing twice (C5). */
  readonly reservationId: string;
}

export async function submitKey(
  deps: Deps,
  from: { tenantId: string; key: string; endpoint: string; request: unknown },
): Promise<SubmitKey> {
  const { tenantId, key, endpoint, request } = from;
  const [fingerprint, digest] = await Promise.all([
    sha256Hex(deps.sha256, JSON.stringify([endpoint, canonical(request)])),
    sha256Hex(deps.sha256, `${tenantId}/${key}`),
  ]);
  return { tenantId, key, fingerprint, reservationId: `res_${digest.slice(0, 40)}` };
}

export type Known =
  | { readonly is: "new" }
  /** Another request had the key. */
  | { readonly is: "other" }
  /** The text of the first answer. */
  | { readonly is: "answered"; readonly answer: string }
  /** Its answer is no longer kept; its task is. */
  | { readonly is: "forgotten"; readonly taskId: string };

/** What this key was used for before. */
export async function findAnswer(deps: Deps, submit: SubmitKey): Promise<Known> {
  const kept = await findKeptAnswer(deps.database, submit);
  if (kept === null) return { is: "new" };
  const { fingerprint, answer, taskId } = kept;
  if (fingerprint !== null && answer !== null) {
    return fingerprint === submit.fingerprint ? { is: "answered", answer } : { is: "other" };
  }
  return taskId === null ? { is: "new" } : { is: "forgotten", taskId };
}

export async function keepAnswer(
  tx: Transaction,
  submit: SubmitKey,
  kept: { readonly taskId: string; readonly answer: string },
): Promise<void> {
  const { tenantId, key, fingerprint } = submit;
  const { taskId, answer } = kept;
  const body: unknown = JSON.parse(answer);
  await tx
    .insert(idempotency)
    .values({ tenantId, key, fingerprint, status: 202, body, answer, taskId });
}

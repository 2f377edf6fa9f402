import { forTenant, lockAvailable, post, readExportUsage, schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { refuseExport, reservePosting, sha256Hex } from "@cutroom/domain";
import type { QuotaRefusal } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { sqlState } from "../../middleware/problem.ts";
import { refuse } from "../../refusal.ts";
import { createTask } from "../task/create-task.ts";
import { presentTask } from "../task/present-task.ts";
import { readTask } from "../task/read-tasks.ts";
import { relayTask } from "../wake/relay-wakes.ts";
import { fingerprintOf, keepAnswer, lockKey } from "./idempotency.ts";
import type { SubmitAnswer } from "./idempotency.ts";
import { enterInFlight, leaveInFlight } from "./in-flight.ts";
import { prepareExport } from "./prepare-export.ts";
import type { ExportRequest } from "./prepare-export.ts";

const LOCK_NOT_AVAILABLE = "55P03";

function quotaRefusal(refusal: QuotaRefusal) {
  const { limit, used } = refusal;
  return refusal.code === "quota.in-flight"
    ? refuse("quota.in-flight", { limit, used })
    : refuse("quota.exceeded", {
        limit,
        used,
        window_s: refusal.windowS,
        retry_after_s: refusal.windowS,
      });
}

/** Everything that is written about a new export, in the transaction that decides about it. */
async function writeExport(
  deps: Deps,
  tx: Transaction,
  caller: UserCaller,
  wanted: {
    readonly request: ExportRequest;
    readonly prepared: {
      readonly project: { id: string; name: string; revision: number };
      readonly credits: number;
    };
    readonly reservationId: string;
  },
): Promise<SubmitAnswer> {
  const { tenantId } = caller;
  const { project, credits } = wanted.prepared;
  const taskId = await createTask(deps, tx, {
    caller,
    scene: "export",
    inputDigest: `${project.id}@${project.revision}`,
    project,
    spec: wanted.request.spec,
    credits,
  });
  await tx
    .insert(schema.reservation)
    .values({ id: wanted.reservationId, tenantId, taskId, amount: credits });
  await post(tx, {
    tenantId,
    posting: reservePosting(credits),
    nextId: (prefix) => deps.ids.next(prefix),
    reservationId: wanted.reservationId,
  });
  const stored = await readTask(tx, tenantId, taskId);
  if (stored === null) throw new Error("the task was not stored");
  return { task_id: taskId, task: await presentTask(deps, stored.row, 0) };
}

interface Submit extends ExportRequest {
  readonly idempotencyKey: string;
}

/** The gates that only the database can decide, then the facts: one transaction (C3). */
async function decide(deps: Deps, caller: UserCaller, submit: Submit, reservationId: string) {
  const { tenantId, plan } = caller;
  const { idempotencyKey: key, ...request } = submit;
  const fingerprint = await fingerprintOf(deps, "createExport", request);
  return forTenant(deps.database, tenantId, async (tx) => {
    const before = await lockKey(tx, { tenantId, key });
    if (before !== null) {
      return before.fingerprint === fingerprint
        ? ok({ answer: before.body, isNew: false })
        : refuse("idempotency.mismatch");
    }
    const prepared = await prepareExport(tx, caller, request);
    if (!prepared.ok) return prepared;
    const available = await lockAvailable(tx, tenantId);
    const over = refuseExport(plan, await readExportUsage(tx, caller));
    if (over !== null) return quotaRefusal(over);
    const { credits } = prepared.value;
    if (available < credits) return refuse("credits.insufficient", { needed: credits, available });
    const answer = await writeExport(deps, tx, caller, {
      request,
      prepared: prepared.value,
      reservationId,
    });
    await keepAnswer(tx, { tenantId, key, fingerprint, body: answer });
    return ok({ answer, isNew: true });
  });
}

/**
 * Accepts an export or says why not (C3, C4). The same key and request give the same answer for
 * ever; two at once give one task, one reservation and one answer (I4, F96, F99).
 */
export async function submitExport(deps: Deps, caller: UserCaller, submit: Submit) {
  const { tenantId, plan } = caller;
  const { resolution } = submit.spec;
  if (resolution > plan.maxResolution) {
    return refuse("quota.exceeded", { limit: plan.maxResolution, wanted: resolution });
  }
  const digest = await sha256Hex(deps.sha256, `${tenantId}/${submit.idempotencyKey}`);
  const reservationId = `res_${digest.slice(0, 40)}`;
  const full = await enterInFlight(deps, caller, reservationId);
  if (full !== null) return refuse("quota.in-flight", { limit: plan.maxInFlight, used: full });
  await deps.reach("submit.slot-taken");
  let outcome: Awaited<ReturnType<typeof decide>>;
  try {
    outcome = await decide(deps, caller, submit, reservationId);
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) {
      deps.defer(leaveInFlight(deps, tenantId, reservationId));
      throw error;
    }
    return refuse("idempotency.in-flight", { retry_after_s: 1 });
  }
  if (!outcome.ok) {
    await leaveInFlight(deps, tenantId, reservationId);
    return outcome;
  }
  await deps.reach("submit.committed");
  const { answer, isNew } = outcome.value;
  if (isNew) deps.defer(relayTask(deps, answer.task_id));
  return ok(answer);
}

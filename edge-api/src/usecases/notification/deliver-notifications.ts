import { asSystem, confirmNotified, schema, takeDelivery } from "@cutroom/db";
import type { TaskRow, Transaction } from "@cutroom/db";
import { TEST_EVENT, isLastAttempt, notificationOf, restOfDelivery } from "@cutroom/domain";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { unseal } from "../../seal.ts";
import { failureOf } from "../asset/present-asset.ts";

const { task, webhook, webhookDelivery } = schema;

/** No links and nothing secret: a receiver asks the API for the rest. */
function bodyOf(row: TaskRow, event: string): string {
  return JSON.stringify({
    type: event,
    timestamp: (row.finishedAt ?? row.acceptedAt).toISOString(),
    data: {
      task_id: row.id,
      scene: row.scene,
      state: row.state,
      version: row.version,
      project_id: row.projectId,
      failure: failureOf(row.failureCode),
      credits: {
        reserved: row.creditsReserved,
        settled: row.creditsSettled,
        released: row.creditsReleased,
      },
    },
  });
}

/** One message for each webhook of the workspace, written once per end of the task. */
async function writeDeliveries(deps: Deps, tx: Transaction, row: TaskRow): Promise<void> {
  const event = notificationOf(row.state);
  const hooks = await tx
    .select({ id: webhook.id })
    .from(webhook)
    .where(and(eq(webhook.tenantId, row.tenantId), isNull(webhook.removedAt)));
  if (event === null || hooks.length === 0) return;
  await tx
    .insert(webhookDelivery)
    .values(
      hooks.map((hook) => ({
        id: deps.ids.next("msg"),
        tenantId: row.tenantId,
        webhookId: hook.id,
        taskId: row.id,
        round: row.round,
        event,
        body: bodyOf(row, event),
      })),
    )
    .onConflictDoNothing();
}

/** Sends one message if nobody else does, and notes what came of it. */
export async function deliverOne(deps: Deps, deliveryId: string): Promise<void> {
  const taken = await takeDelivery(deps.database, deliveryId);
  if (taken === null) return;
  const outcome = await deps.notifier.send({
    url: taken.url,
    id: deliveryId,
    sentAtMs: deps.clock.nowMs(),
    body: taken.body,
    secret: await unseal(deps, "webhook-secret", taken.sealedSecret),
  });
  const isDelivered = outcome.kind === "delivered";
  const isLast = isLastAttempt(taken.event, taken.attempts);
  const restMs = restOfDelivery(taken.event, taken.attempts);
  await deps.database
    .update(webhookDelivery)
    .set({
      state: isDelivered ? "DELIVERED" : isLast ? "FAILED" : "PENDING",
      outcome: outcome.kind,
      status: "status" in outcome ? outcome.status : null,
      nextAt: sql`now() + ${restMs} * interval '1 millisecond'`,
      ...(isDelivered ? { deliveredAt: sql`now()` } : {}),
    })
    .where(and(eq(webhookDelivery.id, deliveryId), eq(webhookDelivery.attempts, taken.attempts)));
  if (!isDelivered && isLast && taken.event !== TEST_EVENT) {
    deps.log({ level: "error", message: "notification given up", deliveryId, kind: outcome.kind });
  }
}

/**
 * Tells every webhook of a workspace how a task ended, and notes when all of them know (C12).
 * What fails is left to the compensator; nothing here touches the task's state.
 */
export async function deliverNotifications(deps: Deps, taskId: string): Promise<void> {
  const found = await asSystem(deps.database, async (tx) => {
    const [row] = await tx.select().from(task).where(eq(task.id, taskId));
    if (row === undefined || row.notifiedAt !== null || notificationOf(row.state) === null) {
      return null;
    }
    await writeDeliveries(deps, tx, row);
    const due = await tx
      .select({ id: webhookDelivery.id })
      .from(webhookDelivery)
      .where(
        and(
          eq(webhookDelivery.taskId, taskId),
          eq(webhookDelivery.round, row.round),
          eq(webhookDelivery.state, "PENDING"),
        ),
      );
    return { round: row.round, due };
  });
  if (found === null) return;
  for (const { id } of found.due) await deliverOne(deps, id);
  await confirmNotified(deps.database, { taskId, round: found.round });
}

import {
  NOTIFY_FIRST_MS,
  NOTIFY_PUSHES,
  REVIEW_EVENT,
  SENDING_MS,
  TERMINAL_TASK_STATES,
} from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import type { WebhookDeliveryRow } from "../schema/webhooks.ts";
import { list, milliseconds } from "./states.ts";

const ended = list(TERMINAL_TASK_STATES, "task_state");

/**
 * Ended tasks of which nobody has been told although there was time to, oldest first (C12). Each
 * is counted and left alone for a while, longer every time, so two compensators never push the
 * same and none pushes for ever.
 */
export async function claimUnnotified(
  database: Database | Transaction,
  limit: number,
): Promise<readonly { taskId: string; tenantId: string; round: number; pushes: number }[]> {
  const result = await database.execute<{
    id: string;
    tenant_id: string;
    round: number;
    notify_attempts: number;
  }>(sql`
    with late as (
      select id from task
       where notified_at is null and finished_at < now() - ${milliseconds(NOTIFY_FIRST_MS)}
         and state in ${ended} and notify_attempts < ${NOTIFY_PUSHES}
         and coalesce(notify_after, finished_at) <= now()
       order by finished_at, id limit ${limit} for update skip locked
    )
    update task set notify_attempts = notify_attempts + 1,
           notify_after = now() + ${milliseconds(NOTIFY_FIRST_MS)} * power(2, notify_attempts)
      from late where task.id = late.id
    returning task.id, task.tenant_id, task.round, task.notify_attempts`);
  return result.rows.map((row) => ({
    taskId: row.id,
    tenantId: row.tenant_id,
    round: row.round,
    pushes: row.notify_attempts,
  }));
}

/**
 * Says that everybody who wanted to know of this round's end knows; false while a webhook that
 * is still there waits for its message.
 */
export async function confirmNotified(
  database: Database | Transaction,
  end: { readonly taskId: string; readonly round: number },
): Promise<boolean> {
  const result = await database.execute(sql`
    update task set notified_at = now()
     where id = ${end.taskId} and round = ${end.round} and notified_at is null
       and state in ${ended}
       and not exists (
         select from webhook_delivery delivery join webhook on webhook.id = delivery.webhook_id
          where delivery.task_id = task.id and delivery.round = task.round
            and delivery.state <> 'DELIVERED' and webhook.removed_at is null)
    returning id`);
  return result.rows.length > 0;
}

/**
 * Messages of no task whose turn came and went without anybody sending them, with the attempts
 * that they have had (C12). Finding them twice does no harm: `takeDelivery` gives each to one.
 */
export async function findUndelivered(
  database: Database | Transaction,
  limit: number,
): Promise<readonly { deliveryId: string; attempts: number }[]> {
  const result = await database.execute<{ id: string; attempts: number }>(sql`
    select delivery.id, delivery.attempts
      from webhook_delivery delivery join webhook on webhook.id = delivery.webhook_id
     where delivery.state = 'PENDING' and delivery.task_id is null
       and delivery.event = ${REVIEW_EVENT} and webhook.removed_at is null
       and delivery.next_at < now() - ${milliseconds(NOTIFY_FIRST_MS)}
     order by delivery.next_at, delivery.id limit ${limit}`);
  return result.rows.map(({ id, attempts }) => ({ deliveryId: id, attempts }));
}

export interface TakenDelivery {
  readonly url: string;
  readonly sealedSecret: string;
  readonly event: WebhookDeliveryRow["event"];
  readonly body: string;
  readonly attempts: number;
}

/** Takes one message for sending: nobody else sends it for a while. Null when there is no need. */
export async function takeDelivery(
  database: Database | Transaction,
  deliveryId: string,
): Promise<TakenDelivery | null> {
  const result = await database.execute<{
    url: string;
    sealed_secret: string;
    event: WebhookDeliveryRow["event"];
    body: string;
    attempts: number;
  }>(sql`
    update webhook_delivery delivery
       set attempts = attempts + 1, next_at = now() + ${milliseconds(SENDING_MS)}
      from webhook
     where delivery.id = ${deliveryId} and delivery.state = 'PENDING'
       and delivery.next_at <= now()
       and webhook.id = delivery.webhook_id and webhook.removed_at is null
    returning webhook.url, webhook.sealed_secret, delivery.event, delivery.body, delivery.attempts`);
  const row = result.rows[0];
  if (row === undefined) return null;
  const { url, sealed_secret: sealedSecret, event, body, attempts } = row;
  return { url, sealedSecret, event, body, attempts };
}

import { API_NOTIFY_PATH } from "@cutroom/contracts";
import type { QueueMessage } from "@cutroom/contracts";
import { confirmNotified, schema } from "@cutroom/db";
import { and, eq, isNull } from "drizzle-orm";
import type { Deps } from "../../deps.ts";

const { webhook } = schema;
const DELIVERY_RETRIES = 3;

export interface EndedTask {
  readonly taskId: string;
  readonly tenantId: string;
  readonly round: number;
}

/** Puts a message about notifications on the queue. */
export async function pushNotify(
  deps: Deps,
  message: Omit<Extract<QueueMessage, { type: "notify" }>, "type">,
  deduplicationId: string,
): Promise<void> {
  await deps.queue.publish({
    url: deps.env.API_URL + API_NOTIFY_PATH,
    body: JSON.stringify({ type: "notify", ...message } satisfies QueueMessage),
    deduplicationId,
    retries: DELIVERY_RETRIES,
  });
}

/**
 * Tells of a task's end, after it has been committed (C12). The event stream has it already; a
 * workspace with webhooks is told by the queue, and without any there is nobody left to tell.
 */
export async function announceEnd(deps: Deps, ended: EndedTask, pushes = 0): Promise<void> {
  const { taskId, tenantId, round } = ended;
  const wanted = await deps.database
    .select({ id: webhook.id })
    .from(webhook)
    .where(and(eq(webhook.tenantId, tenantId), isNull(webhook.removedAt)))
    .limit(1);
  if (wanted.length === 0) await confirmNotified(deps.database, ended);
  else await pushNotify(deps, { task_id: taskId }, `notify:${taskId}:${round}:${pushes}`);
}

import { API_QUEUE_PATH, queueMessage } from "@cutroom/contracts";
import type { QueueMessage } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import type { Deps } from "../deps.ts";
import { answerProblem } from "../middleware/problem.ts";
import { keepHouse, sweepHouse } from "../usecases/housekeeping/keep-house.ts";

const { inbox } = schema;
const SCHEDULE_ID = "cutroom-housekeeping";
const MESSAGE: QueueMessage = { type: "housekeeping" };

/** True the first time: the queue delivers at least once (C7). */
async function isNew(deps: Deps, messageId: string | undefined): Promise<boolean> {
  if (messageId === undefined) return true;
  const rows = await deps.database
    .insert(inbox)
    .values({ source: "queue", messageId })
    .onConflictDoNothing()
    .returning();
  return rows.length > 0;
}

function isHousekeeping(rawBody: string): boolean {
  try {
    return queueMessage.safeParse(JSON.parse(rawBody)).data?.type === "housekeeping";
  } catch {
    return false;
  }
}

/** A delivery of the queue's schedule; its signature is checked on the raw bytes (F118). */
export async function receiveHousekeeping(context: Context<AppEnv>): Promise<Response> {
  const deps = context.get("deps");
  const rawBody = await context.req.text();
  const signed = await deps.queueVerifier.verify({
    signature: context.req.header("upstash-signature") ?? "",
    rawBody,
    url: deps.env.API_URL + API_QUEUE_PATH,
  });
  if (!signed) return answerProblem(context, { code: "auth.required" });
  if (!isHousekeeping(rawBody)) return answerProblem(context, { code: "request.invalid" });
  if (await isNew(deps, context.req.header("upstash-message-id"))) {
    await keepHouse(deps);
    await sweepHouse(deps);
  }
  return context.json({ ok: true });
}

/** Asks the queue to knock once a minute, also when no process of ours keeps a ticker. */
export async function scheduleHousekeeping(deps: Deps): Promise<void> {
  await deps.queue.schedule({
    id: SCHEDULE_ID,
    url: deps.env.API_URL + API_QUEUE_PATH,
    cron: "* * * * *",
    body: JSON.stringify(MESSAGE),
  });
}

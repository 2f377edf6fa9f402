/** What every consumer of the queue does first: check who sent it, and read it. */
import { queueMessage } from "@cutroom/contracts";
import type { QueueMessage } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import type { Deps } from "../deps.ts";
import { answerProblem } from "../middleware/problem.ts";

const { inbox } = schema;

function parse(rawBody: string): QueueMessage | undefined {
  try {
    return queueMessage.safeParse(JSON.parse(rawBody)).data;
  } catch {
    return undefined;
  }
}

/** True the first time: the queue delivers at least once (C7). */
export async function isNew(deps: Deps, messageId: string | undefined): Promise<boolean> {
  if (messageId === undefined) return true;
  const rows = await deps.database
    .insert(inbox)
    .values({ source: "queue", messageId })
    .onConflictDoNothing()
    .returning();
  return rows.length > 0;
}

/**
 * The message of a delivery, or the answer that refuses it. Its signature is checked on the raw
 * bytes and for this very path (F118).
 */
export async function receive<Type extends QueueMessage["type"]>(
  context: Context<AppEnv>,
  wanted: { readonly path: string; readonly type: Type },
): Promise<Extract<QueueMessage, { type: Type }> | Response> {
  const deps = context.get("deps");
  const rawBody = await context.req.text();
  const signed = await deps.queueVerifier.verify({
    signature: context.req.header("upstash-signature") ?? "",
    rawBody,
    url: deps.env.API_URL + wanted.path,
  });
  if (!signed) return answerProblem(context, { code: "auth.required" });
  const message = parse(rawBody);
  const isWanted = (given: QueueMessage): given is Extract<QueueMessage, { type: Type }> =>
    given.type === wanted.type;
  return message !== undefined && isWanted(message)
    ? message
    : answerProblem(context, { code: "request.invalid" });
}

import { API_NOTIFY_PATH } from "@cutroom/contracts";
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import {
  deliverNotifications,
  deliverOne,
} from "../usecases/notification/deliver-notifications.ts";
import { receive } from "./receive.ts";

/**
 * Somebody wants to know how a task ended (C12). Without an inbox: a delivery that dies half-way
 * is repeated, and who knows already is not told again.
 */
export async function receiveNotify(context: Context<AppEnv>): Promise<Response> {
  const message = await receive(context, { path: API_NOTIFY_PATH, type: "notify" });
  if (message instanceof Response) return message;
  const deps = context.get("deps");
  if (message.delivery_id !== undefined) await deliverOne(deps, message.delivery_id);
  if (message.task_id !== undefined) await deliverNotifications(deps, message.task_id);
  return context.json({ ok: true });
}

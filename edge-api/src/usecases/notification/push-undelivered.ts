import { findUndelivered } from "@cutroom/db";
import type { Deps } from "../../deps.ts";
import { pushNotify } from "./announce-end.ts";

const LIMIT = 200;

/** Pushes again what tells of no task and did not arrive (C12); a message says when it rests. */
export async function pushUndelivered(deps: Deps): Promise<number> {
  const late = await findUndelivered(deps.database, LIMIT);
  for (const { deliveryId, attempts } of late) {
    await pushNotify(deps, { delivery_id: deliveryId }, `notify:${deliveryId}:again:${attempts}`);
  }
  return late.length;
}

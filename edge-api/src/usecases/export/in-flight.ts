/**
 * The fast gate for exports under way: a set of reservation ids in the key-value store (C5).
 * It only saves work. The database decides, and every wrong member is repaired from it.
 */
import { asSystem, schema } from "@cutroom/db";
import type { TaskRow } from "@cutroom/db";
import { and, eq, inArray } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";

const { reservation, task } = schema;
const keyOf = (tenantId: string) => `in-flight:${tenantId}`;

/** Removes members whose task has ended: a leak can refuse nobody for long. */
async function repairInFlight(deps: Deps, tenantId: string): Promise<void> {
  const live = await asSystem(deps.database, (tx) =>
    tx
      .select({ id: reservation.id })
      .from(reservation)
      .innerJoin(task, eq(task.id, reservation.taskId))
      .where(
        and(eq(task.tenantId, tenantId), inArray(task.state, ["CREATED", "QUEUED", "RUNNING"])),
      ),
  );
  const known = new Set(live.map((row) => row.id));
  const key = keyOf(tenantId);
  for (const member of await deps.keyValue.setMembers(key)) {
    if (!known.has(member)) await deps.keyValue.setRemove(key, member);
  }
}

/** Null admits; a number is how many are under way when the plan allows no more. */
export async function enterInFlight(
  deps: Deps,
  caller: UserCaller,
  reservationId: string,
): Promise<number | null> {
  const layers = [{ key: keyOf(caller.tenantId), limit: caller.plan.maxInFlight }];
  try {
    const first = await deps.keyValue.reserve(reservationId, layers);
    if (first.admitted) return null;
    await repairInFlight(deps, caller.tenantId);
    const second = await deps.keyValue.reserve(reservationId, layers);
    return second.admitted ? null : second.used;
  } catch (error) {
    deps.log({ level: "warn", message: "in-flight gate skipped", error: String(error) });
    return null;
  }
}

/** Gives the slot of a refused submit back. */
export async function leaveInFlight(
  deps: Deps,
  tenantId: string,
  reservationId: string,
): Promise<void> {
  try {
    await deps.keyValue.setRemove(keyOf(tenantId), reservationId);
  } catch (error) {
    deps.log({ level: "warn", message: "in-flight slot not freed", error: String(error) });
  }
}

/** Gives the slot of an ended export back. */
export async function freeInFlight(
  deps: Deps,
  ended: Pick<TaskRow, "id" | "scene" | "tenantId">,
): Promise<void> {
  if (ended.scene !== "export") return;
  const rows = await deps.database
    .select({ id: reservation.id })
    .from(reservation)
    .where(eq(reservation.taskId, ended.id));
  for (const row of rows) await leaveInFlight(deps, ended.tenantId, row.id);
}

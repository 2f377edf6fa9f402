import type { TaskFailureCode } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { TaskRow, Transaction } from "@cutroom/db";
import { and, eq } from "drizzle-orm";

const { asset } = schema;

/** Work that ended without a usable file leaves its asset refused, with the reason. */
export async function refuseAsset(
  tx: Transaction,
  task: Pick<TaskRow, "scene" | "assetId">,
  code: TaskFailureCode,
): Promise<void> {
  if (task.assetId === null) return;
  await tx
    .update(asset)
    .set({ state: "REFUSED", failureCode: code })
    .where(and(eq(asset.id, task.assetId), eq(asset.state, "PROCESSING")));
}

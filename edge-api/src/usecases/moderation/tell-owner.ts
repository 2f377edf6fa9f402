import { appendTaskEvent, filesOfContent } from "@cutroom/db";
import type { ReviewRow, Transaction } from "@cutroom/db";

/**
 * Puts every file of the content on the workspace's stream, with its review as it stands now
 * (C11). Call it last in the transaction.
 */
export async function tellOwner(tx: Transaction, review: ReviewRow): Promise<void> {
  for (const { taskId } of await filesOfContent(tx, review)) {
    if (taskId !== null) await appendTaskEvent(tx, { taskId, type: "state" });
  }
}

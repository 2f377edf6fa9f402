import { generationSpec } from "@cutroom/contracts";
import { closeReservation, findMadeJob } from "@cutroom/db";
import type { TaskRow, Transaction, VendorJobRow } from "@cutroom/db";
import { generationCredits } from "@cutroom/domain";
import type { TaskEvent } from "@cutroom/domain";
import { failureOf } from "../asset/present-asset.ts";
import { refuseAsset } from "../asset/refuse-asset.ts";

/** The events that end a task. */
export type TaskEnding = Extract<TaskEvent, "succeed" | "fail" | "cancel" | "expire">;

export function isEnding(event: TaskEvent | null): event is TaskEnding {
  return event === "succeed" || event === "fail" || event === "cancel" || event === "expire";
}

/**
 * The price of a clip at whoever made it. Where several might have, as much as the dearest of them
 * asks was reserved, and nobody pays for more than for the one that did it (G4).
 */
function priceOf(row: TaskRow, job: VendorJobRow, held: number): number {
  const { data: spec } = generationSpec.safeParse(row.spec);
  if (spec?.auto === undefined) return held;
  return Math.min(held, generationCredits(job.model, spec.duration_ms));
}

/**
 * What a clip of a vendor costs its owner: as much as was reserved for it, less where the vendor asks for
 * less than expected. Null: no vendor has made anything for this task.
 */
async function vendorCharge(tx: Transaction, row: TaskRow): Promise<number | null> {
  const job = row.scene === "generate" ? await findMadeJob(tx, row.id) : null;
  if (job === null) return null;
  const held = row.creditsReserved - row.creditsSettled - row.creditsReleased;
  const share =
    job.estimateMicros === 0 ? 1 : (job.costMicros ?? job.estimateMicros) / job.estimateMicros;
  return Math.min(held, Math.ceil(priceOf(row, job, held) * share));
}

/**
 * Money and files follow a task to its end, in the transaction that ends it (C1, C6, I9). `row`
 * is the task as it stands after the move.
 */
export async function closeTask(tx: Transaction, row: TaskRow, event: TaskEnding): Promise<void> {
  const failure = failureOf(row.failureCode);
  const charge = event === "succeed" || event === "cancel" ? await vendorCharge(tx, row) : null;
  // A cancel that came after the vendor had finished is no way to a clip for nothing (C6).
  const settles = event === "succeed" || (event === "cancel" && charge !== null);
  await closeReservation(tx, {
    taskId: row.id,
    outcome: settles ? "settle" : "release",
    ...(charge === null ? {} : { amount: charge }),
    ...(failure === null ? {} : { reason: failure.code }),
  });
  if (event !== "succeed") await refuseAsset(tx, row, failure?.code ?? "RENDER_FAILED");
}

import { schema } from "@cutroom/db";
import type { StepRow } from "@cutroom/db";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";

const { step } = schema;

export async function findStep(deps: Deps, stepId: string) {
  const rows = await deps.database.select().from(step).where(eq(step.id, stepId));
  return rows[0] ?? null;
}

/** Whether the step waits for the one worker that has its output and only has to upload it (C10). */
export function isHeldBy(row: StepRow | null, workerId: string): boolean {
  return row?.state === "RETRY_WAIT" && row.heldBy === workerId;
}

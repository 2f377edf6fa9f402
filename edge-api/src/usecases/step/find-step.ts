import { schema } from "@cutroom/db";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";

const { step } = schema;

export async function findStep(deps: Deps, stepId: string) {
  const rows = await deps.database.select().from(step).where(eq(step.id, stepId));
  return rows[0] ?? null;
}

import { forTenant, readClipAttempts, schema } from "@cutroom/db";
import { isVendorJobOver } from "@cutroom/domain";
import type { VendorJobState } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { and, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { task } = schema;

const ENDINGS = {
  SUCCEEDED: "made",
  FAILED: "failed",
  CANCELED: "canceled",
  REFUSED: "refused",
  ABSENT: "refused",
} as const;

function stateOf(state: VendorJobState) {
  if (state === "UNKNOWN") return "unclear" as const;
  return isVendorJobOver(state) ? ENDINGS[state as keyof typeof ENDINGS] : ("under_way" as const);
}

/** Whom a clip was asked of, oldest first, and what became of it (G4). */
export async function listAttempts(deps: Deps, { tenantId }: UserCaller, taskId: string) {
  return forTenant(deps.database, tenantId, async (tx) => {
    const [row] = await tx
      .select({ id: task.id })
      .from(task)
      .where(and(eq(task.id, taskId), eq(task.tenantId, tenantId)));
    if (row === undefined) return refuse("request.not-found");
    const attempts = await readClipAttempts(tx, taskId);
    return ok({
      attempts: attempts.map(({ model, at, state, failure }) => ({
        model,
        at: at.toISOString(),
        state: stateOf(state),
        reason: failure,
      })),
    });
  });
}

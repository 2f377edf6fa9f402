import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { assetReference, project } = schema;

/** The revisions stay: exports that are bound to them go on (I8). */
export async function deleteProject(deps: Deps, caller: UserCaller, projectId: string) {
  const { tenantId } = caller;
  return forTenant(deps.database, tenantId, async (tx) => {
    const rows = await tx
      .update(project)
      .set({ deletedAt: sql`now()` })
      .where(
        and(eq(project.id, projectId), eq(project.tenantId, tenantId), isNull(project.deletedAt)),
      )
      .returning({ id: project.id });
    if (rows.length === 0) return refuse("request.not-found");
    await tx.delete(assetReference).where(eq(assetReference.projectId, projectId));
    return ok(undefined);
  });
}

import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { hasProject } from "./find-versions.ts";

const { projectVersion } = schema;

/** Takes the name away and lets go of the version's files; a version without one is left so. */
export async function unnameProjectVersion(
  deps: Deps,
  caller: UserCaller,
  which: { readonly projectId: string; readonly revision: number },
) {
  const { tenantId } = caller;
  return forTenant(deps.database, tenantId, async (tx) => {
    const { projectId, revision } = which;
    if (!(await hasProject(tx, { tenantId, projectId }))) return refuse("request.not-found");
    await tx
      .delete(projectVersion)
      .where(and(eq(projectVersion.projectId, projectId), eq(projectVersion.revision, revision)));
    return ok(undefined);
  });
}

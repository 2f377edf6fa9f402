import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { projectTemplate } = schema;

/** Projects that were made of it are documents of their own: nothing of them goes. */
export async function deleteTemplate(deps: Deps, caller: UserCaller, templateId: string) {
  const { tenantId } = caller;
  const gone = await forTenant(deps.database, tenantId, (tx) =>
    tx
      .delete(projectTemplate)
      .where(and(eq(projectTemplate.id, templateId), eq(projectTemplate.tenantId, tenantId)))
      .returning({ id: projectTemplate.id }),
  );
  return gone.length === 0 ? refuse("request.not-found") : ok(undefined);
}

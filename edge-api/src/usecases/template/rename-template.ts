import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentTemplate } from "./present-template.ts";
import { knownTemplate } from "./read-templates.ts";

const { projectTemplate } = schema;

/** Those of the house have no row, so nobody renames them. */
export async function renameTemplate(
  deps: Deps,
  caller: UserCaller,
  change: { readonly templateId: string; readonly name: string },
) {
  const { tenantId } = caller;
  const [row] = await forTenant(deps.database, tenantId, (tx) =>
    tx
      .update(projectTemplate)
      .set({ name: change.name })
      .where(and(eq(projectTemplate.id, change.templateId), eq(projectTemplate.tenantId, tenantId)))
      .returning(),
  );
  return row === undefined ? refuse("request.not-found") : ok(presentTemplate(knownTemplate(row)));
}

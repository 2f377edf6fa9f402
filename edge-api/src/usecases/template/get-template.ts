import { forTenant } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentTemplate } from "./present-template.ts";
import { readTemplate } from "./read-templates.ts";

export async function getTemplate(deps: Deps, caller: UserCaller, templateId: string) {
  const { tenantId } = caller;
  const found = await forTenant(deps.database, tenantId, (tx) =>
    readTemplate(tx, { tenantId, templateId }),
  );
  return found === null ? refuse("request.not-found") : ok(presentTemplate(found));
}

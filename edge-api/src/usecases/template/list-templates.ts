import { forTenant } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentTemplateSummary } from "./present-template.ts";
import { HOUSE_TEMPLATES, readTemplates } from "./read-templates.ts";

export async function listTemplates(deps: Deps, caller: UserCaller) {
  const own = await forTenant(deps.database, caller.tenantId, (tx) =>
    readTemplates(tx, caller.tenantId),
  );
  return ok({ templates: [...own, ...HOUSE_TEMPLATES].map(presentTemplateSummary) });
}

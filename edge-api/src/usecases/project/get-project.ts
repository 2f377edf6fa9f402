import { forTenant } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentProject } from "./present-project.ts";
import { readProject } from "./read-project.ts";

export async function getProject(
  deps: Deps,
  caller: UserCaller,
  which: { readonly projectId: string; readonly revision?: number | undefined },
) {
  const found = await forTenant(deps.database, caller.tenantId, (tx) =>
    readProject(tx, { tenantId: caller.tenantId, ...which }),
  );
  if (found === null) return refuse("request.not-found");
  return ok(await presentProject(deps, found.row, found));
}

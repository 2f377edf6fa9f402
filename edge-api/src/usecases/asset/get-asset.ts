import { forTenant } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentAsset } from "./present-asset.ts";
import { readAsset } from "./read-assets.ts";

export async function getAsset(deps: Deps, caller: UserCaller, assetId: string) {
  const found = await forTenant(deps.database, caller.tenantId, (tx) =>
    readAsset(tx, caller.tenantId, assetId),
  );
  if (found === null) return refuse("request.not-found");
  return ok(await presentAsset(deps, found.row, found.progress, found.review));
}

import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq, isNull } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentAsset } from "./present-asset.ts";
import { readAsset } from "./read-assets.ts";

const { asset } = schema;

export async function renameAsset(
  deps: Deps,
  caller: UserCaller,
  change: { readonly assetId: string; readonly name: string },
) {
  const { tenantId } = caller;
  const found = await forTenant(deps.database, tenantId, async (tx) => {
    await tx
      .update(asset)
      .set({ name: change.name })
      .where(
        and(eq(asset.id, change.assetId), eq(asset.tenantId, tenantId), isNull(asset.deletedAt)),
      );
    return readAsset(tx, tenantId, change.assetId);
  });
  if (found === null) return refuse("request.not-found");
  return ok(await presentAsset(deps, found.row, found.progress, found.review));
}

import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { asset, assetReference, projectTemplateAsset, projectVersionAsset } = schema;

/**
 * Takes a file out of the library. Its bytes go later, by housekeeping, so that an export that
 * is under way with an earlier revision still finds them (M4).
 */
export async function deleteAsset(deps: Deps, caller: UserCaller, assetId: string) {
  const { tenantId } = caller;
  return forTenant(deps.database, tenantId, async (tx) => {
    const found = await tx
      .select({ id: asset.id })
      .from(asset)
      .where(and(eq(asset.id, assetId), eq(asset.tenantId, tenantId), isNull(asset.deletedAt)))
      .for("update");
    if (found.length === 0) return refuse("request.not-found");
    const used = await tx
      .select({ projectId: assetReference.projectId })
      .from(assetReference)
      .where(eq(assetReference.assetId, assetId))
      .union(
        tx
          .select({ projectId: projectVersionAsset.projectId })
          .from(projectVersionAsset)
          .where(eq(projectVersionAsset.assetId, assetId)),
      )
      .union(
        tx
          .select({ projectId: projectTemplateAsset.templateId })
          .from(projectTemplateAsset)
          .where(eq(projectTemplateAsset.assetId, assetId)),
      )
      .limit(1);
    if (used.length > 0) return refuse("asset.in-use");
    await tx
      .update(asset)
      .set({ deletedAt: sql`now()` })
      .where(eq(asset.id, assetId));
    return ok(undefined);
  });
}

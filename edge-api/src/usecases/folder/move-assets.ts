import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { asset, folder, folderAsset } = schema;

/** Puts all of the files into one folder, null: into the library itself; or none of them. */
export async function moveAssets(
  deps: Deps,
  { tenantId }: UserCaller,
  move: { readonly assetIds: readonly string[]; readonly folderId: string | null },
) {
  const assetIds = [...new Set(move.assetIds)];
  const { folderId } = move;
  return forTenant(deps.database, tenantId, async (tx) => {
    const found = await tx
      .select({ id: asset.id })
      .from(asset)
      .where(
        and(inArray(asset.id, assetIds), eq(asset.tenantId, tenantId), isNull(asset.deletedAt)),
      );
    if (found.length < assetIds.length) return refuse("request.not-found");
    if (folderId === null) {
      await tx.delete(folderAsset).where(inArray(folderAsset.assetId, assetIds));
      return ok(undefined);
    }
    const target = await tx
      .select({ id: folder.id })
      .from(folder)
      .where(and(eq(folder.id, folderId), eq(folder.tenantId, tenantId)))
      .for("share");
    if (target.length === 0) return refuse("request.not-found");
    await tx
      .insert(folderAsset)
      .values(assetIds.map((assetId) => ({ assetId, folderId, tenantId })))
      .onConflictDoUpdate({ target: folderAsset.assetId, set: { folderId } });
    return ok(undefined);
  });
}

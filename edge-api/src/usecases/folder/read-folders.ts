import type { Folder } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { FolderRow, Transaction } from "@cutroom/db";
import { and, eq, inArray, isNull } from "drizzle-orm";

const { asset, folder, folderAsset } = schema;

/** All folders of the workspace, locked: whoever moves one sees where all others lie. */
export function lockFolders(tx: Transaction, tenantId: string): Promise<FolderRow[]> {
  return tx.select().from(folder).where(eq(folder.tenantId, tenantId)).for("update");
}

/** Folders as their owner sees them. */
export async function presentFolders(
  tx: Transaction,
  rows: readonly FolderRow[],
): Promise<readonly Folder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const inside = await tx
    .select({ folderId: folderAsset.folderId, assetId: folderAsset.assetId })
    .from(folderAsset)
    .innerJoin(asset, eq(asset.id, folderAsset.assetId))
    .where(and(inArray(folderAsset.folderId, ids), isNull(asset.deletedAt)));
  const byFolder = new Map(ids.map((id): [string, string[]] => [id, []]));
  for (const { folderId, assetId } of inside) byFolder.get(folderId)?.push(assetId);
  return rows.map(({ id, name, parentId, createdAt }) => ({
    id,
    name,
    parent_id: parentId,
    created_at: createdAt.toISOString(),
    asset_ids: byFolder.get(id) ?? [],
  }));
}

/** One folder that is known to be there. */
export async function presentFolder(tx: Transaction, row: FolderRow): Promise<Folder> {
  const [shown] = await presentFolders(tx, [row]);
  if (shown === undefined) throw new Error("a folder was not presented");
  return shown;
}

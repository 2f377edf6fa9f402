import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { lockFolders } from "./read-folders.ts";

const { folder, folderAsset } = schema;

/** No file goes with it: what lies in it moves up to where the folder was. */
export async function deleteFolder(deps: Deps, { tenantId }: UserCaller, folderId: string) {
  return forTenant(deps.database, tenantId, async (tx) => {
    const folders = await lockFolders(tx, tenantId);
    const gone = folders.find(({ id }) => id === folderId);
    if (gone === undefined) return refuse("request.not-found");
    const { parentId } = gone;
    await tx.update(folder).set({ parentId }).where(eq(folder.parentId, folderId));
    if (parentId === null) await tx.delete(folderAsset).where(eq(folderAsset.folderId, folderId));
    else {
      await tx
        .update(folderAsset)
        .set({ folderId: parentId })
        .where(eq(folderAsset.folderId, folderId));
    }
    await tx.delete(folder).where(eq(folder.id, folderId));
    return ok(undefined);
  });
}

import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { lockFolders, presentFolder } from "./read-folders.ts";
import { MAX_FOLDERS, checkRoom } from "./tree.ts";

export async function createFolder(
  deps: Deps,
  { tenantId, userId }: UserCaller,
  wanted: { readonly name: string; readonly parentId: string | null },
) {
  const { name, parentId } = wanted;
  return forTenant(deps.database, tenantId, async (tx) => {
    const folders = await lockFolders(tx, tenantId);
    if (folders.length >= MAX_FOLDERS) return refuse("folder.too-many", { limit: MAX_FOLDERS });
    const place = checkRoom(folders, parentId, 1);
    if (!place.ok) return place;
    const id = deps.ids.next("folder");
    const [row] = await tx
      .insert(schema.folder)
      .values({ id, tenantId, userId, name, parentId })
      .returning();
    if (row === undefined) throw new Error("the folder was not stored");
    return ok(await presentFolder(tx, row));
  });
}

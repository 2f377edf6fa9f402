import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { lockFolders, presentFolder } from "./read-folders.ts";
import { checkMove } from "./tree.ts";

const { folder } = schema;

/** Another name, another place, or both; what is left out stays. */
export async function changeFolder(
  deps: Deps,
  { tenantId }: UserCaller,
  change: {
    readonly folderId: string;
    readonly name?: string | undefined;
    readonly parentId?: string | null | undefined;
  },
) {
  const { folderId } = change;
  return forTenant(deps.database, tenantId, async (tx) => {
    const folders = await lockFolders(tx, tenantId);
    const now = folders.find(({ id }) => id === folderId);
    if (now === undefined) return refuse("request.not-found");
    const parentId = change.parentId === undefined ? now.parentId : change.parentId;
    const place = checkMove(folders, folderId, parentId);
    if (!place.ok) return place;
    const next = { ...now, name: change.name ?? now.name, parentId };
    await tx.update(folder).set({ name: next.name, parentId }).where(eq(folder.id, folderId));
    return ok(await presentFolder(tx, next));
  });
}

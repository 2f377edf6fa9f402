import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { asc, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentFolders } from "./read-folders.ts";

const { folder } = schema;

export async function listFolders(deps: Deps, { tenantId }: UserCaller) {
  const folders = await forTenant(deps.database, tenantId, async (tx) => {
    const byName = asc(folder.name);
    const rows = await tx
      .select()
      .from(folder)
      .where(eq(folder.tenantId, tenantId))
      .orderBy(byName);
    return presentFolders(tx, rows);
  });
  return ok({ folders: [...folders] });
}

import { forTenant } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { acceptDocument } from "./create-project.ts";
import { presentProject } from "./present-project.ts";
import { readProject } from "./read-project.ts";
import { insertProject } from "./store-revision.ts";

/** A copy of the newest revision, or of the document that lost a conflict (E1). */
export async function duplicateProject(
  deps: Deps,
  caller: UserCaller,
  wanted: {
    readonly projectId: string;
    readonly name?: string | undefined;
    readonly document?: ProjectDocument | undefined;
  },
) {
  const { tenantId, userId } = caller;
  const made = await forTenant(deps.database, tenantId, async (tx) => {
    const source = await readProject(tx, { tenantId, projectId: wanted.projectId });
    if (source === null) return refuse("request.not-found");
    const from = await acceptDocument(tx, tenantId, wanted.document ?? source.document);
    if (!from.ok) return from;
    const row = await insertProject(tx, {
      id: deps.ids.next("project"),
      tenantId,
      userId,
      name: wanted.name ?? source.row.name,
      ...from.value,
    });
    return ok({ row, ...from.value });
  });
  if (!made.ok) return made;
  const { row, document, assets } = made.value;
  const poster = assets.find((used) => used.id === row.posterAssetId)?.posterKey ?? null;
  return ok(await presentProject(deps, row, { document, revision: 0, posterKey: poster }));
}

import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { checkAssets } from "./check-assets.ts";
import { findVersions } from "./find-versions.ts";
import { presentVersion } from "./present-version.ts";
import { readProject } from "./read-project.ts";

const { projectVersion, projectVersionAsset } = schema;

/** Names a revision, or renames it; its files cannot be deleted as long as it has a name (E1). */
export async function nameProjectVersion(
  deps: Deps,
  caller: UserCaller,
  wanted: { readonly projectId: string; readonly revision: number; readonly name: string },
) {
  const { tenantId, userId } = caller;
  const { projectId, revision, name } = wanted;
  const named = await forTenant(deps.database, tenantId, async (tx) => {
    const stored = await readProject(tx, { tenantId, projectId, revision });
    if (stored === null) return refuse("request.not-found");
    const assets = await checkAssets(tx, tenantId, stored.document);
    if (!assets.ok) return assets;
    await tx
      .insert(projectVersion)
      .values({ projectId, revision, tenantId, userId, name })
      .onConflictDoUpdate({
        target: [projectVersion.projectId, projectVersion.revision],
        set: { name, userId },
      });
    if (assets.value.length > 0) {
      await tx
        .insert(projectVersionAsset)
        .values(assets.value.map((used) => ({ projectId, revision, assetId: used.id, tenantId })))
        .onConflictDoNothing();
    }
    return ok(await findVersions(tx, { projectId, revision }));
  });
  if (!named.ok) return named;
  const [row] = named.value;
  return row === undefined ? refuse("request.not-found") : ok(await presentVersion(deps, row));
}

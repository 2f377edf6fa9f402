import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentProjectSummary } from "./present-project.ts";

const { asset, project } = schema;
const LIMIT = 500;

export async function listProjects(deps: Deps, caller: UserCaller) {
  const rows = await forTenant(deps.database, caller.tenantId, (tx) =>
    tx
      .select({ row: project, posterKey: asset.posterKey })
      .from(project)
      .leftJoin(asset, eq(asset.id, project.posterAssetId))
      .where(and(eq(project.tenantId, caller.tenantId), isNull(project.deletedAt)))
      .orderBy(desc(project.updatedAt))
      .limit(LIMIT),
  );
  return ok({
    projects: await Promise.all(
      rows.map(({ row, posterKey }) => presentProjectSummary(deps, row, posterKey)),
    ),
  });
}

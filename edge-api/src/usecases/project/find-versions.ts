import { schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { and, desc, eq, isNull } from "drizzle-orm";

const { asset, project, projectRevision, projectVersion } = schema;

/** More than a day of steady work; older ones that were named are found by their name. */
const LIMIT = 5_000;

/** Whether the project is the tenant's and not deleted. */
export async function hasProject(
  tx: Transaction,
  which: { readonly tenantId: string; readonly projectId: string },
): Promise<boolean> {
  const rows = await tx
    .select({ id: project.id })
    .from(project)
    .where(
      and(
        eq(project.id, which.projectId),
        eq(project.tenantId, which.tenantId),
        isNull(project.deletedAt),
      ),
    );
  return rows.length > 0;
}

/** The revisions of a project with their names, newest first; of one revision when it is given. */
export async function findVersions(
  tx: Transaction,
  which: { readonly projectId: string; readonly revision?: number },
) {
  const columns = {
    revision: projectRevision.revision,
    createdAt: projectRevision.createdAt,
    duration: projectRevision.duration,
    clipCount: projectRevision.clipCount,
    posterKey: asset.posterKey,
    name: projectVersion.name,
  };
  const named = and(
    eq(projectVersion.projectId, projectRevision.projectId),
    eq(projectVersion.revision, projectRevision.revision),
  );
  const ofProject = eq(projectRevision.projectId, which.projectId);
  const wanted =
    which.revision === undefined
      ? ofProject
      : and(ofProject, eq(projectRevision.revision, which.revision));
  const newest = await tx
    .select(columns)
    .from(projectRevision)
    .leftJoin(projectVersion, named)
    .leftJoin(asset, eq(asset.id, projectRevision.posterAssetId))
    .where(wanted)
    .orderBy(desc(projectRevision.revision))
    .limit(LIMIT);
  if (newest.length < LIMIT) return newest;
  const last = newest.at(-1)?.revision ?? 0;
  const old = await tx
    .select(columns)
    .from(projectRevision)
    .innerJoin(projectVersion, named)
    .leftJoin(asset, eq(asset.id, projectRevision.posterAssetId))
    .where(ofProject)
    .orderBy(desc(projectRevision.revision));
  return [...newest, ...old.filter((row) => row.revision < last)];
}

import { schema } from "@cutroom/db";
import type { ProjectRow, Transaction } from "@cutroom/db";
import { migrateDocument } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";
import { and, eq, isNull } from "drizzle-orm";

const { asset, project, projectRevision } = schema;

export interface StoredProject {
  readonly row: ProjectRow;
  readonly revision: number;
  readonly document: ProjectDocument;
  readonly posterKey: string | null;
}

/** @throws {Error} when a stored document cannot be read: it was checked when it was written. */
export function readDocument(stored: unknown): ProjectDocument {
  const read = migrateDocument(stored);
  if (!read.ok) throw new Error(`a stored document cannot be read: ${read.failure.code}`);
  return read.value;
}

/** A project at `revision`, or at its newest. */
export async function readProject(
  tx: Transaction,
  which: {
    readonly tenantId: string;
    readonly projectId: string;
    readonly revision?: number | undefined;
  },
): Promise<StoredProject | null> {
  const found = await tx
    .select({ row: project, posterKey: asset.posterKey })
    .from(project)
    .leftJoin(asset, eq(asset.id, project.posterAssetId))
    .where(
      and(
        eq(project.id, which.projectId),
        eq(project.tenantId, which.tenantId),
        isNull(project.deletedAt),
      ),
    );
  const first = found[0];
  if (first === undefined) return null;
  const revision = which.revision ?? first.row.revision;
  const snapshots = await tx
    .select({ document: projectRevision.document })
    .from(projectRevision)
    .where(
      and(eq(projectRevision.projectId, first.row.id), eq(projectRevision.revision, revision)),
    );
  const snapshot = snapshots[0];
  if (snapshot === undefined) return null;
  return { ...first, revision, document: readDocument(snapshot.document) };
}

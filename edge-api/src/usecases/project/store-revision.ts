import { schema } from "@cutroom/db";
import type { AssetRow, ProjectRow, Transaction } from "@cutroom/db";
import { documentDuration, everyClip } from "@cutroom/timeline";
import type { PatchOp, ProjectDocument } from "@cutroom/timeline";
import { eq, sql } from "drizzle-orm";

const { assetReference, project, projectRevision } = schema;

/** The picture that stands for the project: of the first clip that has one. */
function posterOf(document: ProjectDocument, assets: readonly AssetRow[]): string | null {
  const withPoster = new Set(assets.filter((row) => row.posterKey !== null).map((row) => row.id));
  const clips = everyClip(document).toSorted((a, b) => a.start - b.start);
  for (const clip of clips) {
    if (clip.kind === "media" && withPoster.has(clip.assetId)) return clip.assetId;
  }
  return null;
}

/** What the project's own row repeats of its newest document. */
export function summaryOf(document: ProjectDocument, assets: readonly AssetRow[]) {
  return {
    settings: document.settings,
    duration: documentDuration(document),
    posterAssetId: posterOf(document, assets),
  };
}

/** The revision's snapshot, which never changes again, and what the newest one refers to. */
export async function storeRevision(
  tx: Transaction,
  row: Pick<ProjectRow, "id" | "tenantId">,
  next: {
    readonly revision: number;
    readonly document: ProjectDocument;
    readonly ops: readonly PatchOp[] | null;
    readonly assets: readonly AssetRow[];
  },
): Promise<void> {
  const { duration, posterAssetId } = summaryOf(next.document, next.assets);
  await tx.insert(projectRevision).values({
    projectId: row.id,
    revision: next.revision,
    tenantId: row.tenantId,
    document: next.document,
    ops: next.ops,
    duration,
    clipCount: everyClip(next.document).length,
    posterAssetId,
  });
  await tx.delete(assetReference).where(eq(assetReference.projectId, row.id));
  if (next.assets.length === 0) return;
  await tx.insert(assetReference).values(
    next.assets.map((used) => ({
      projectId: row.id,
      assetId: used.id,
      tenantId: row.tenantId,
    })),
  );
}

/** A new project at revision 0. */
export async function insertProject(
  tx: Transaction,
  made: {
    readonly id: string;
    readonly tenantId: string;
    readonly userId: string;
    readonly name: string;
    readonly document: ProjectDocument;
    readonly assets: readonly AssetRow[];
  },
): Promise<ProjectRow> {
  const [row] = await tx
    .insert(project)
    .values({
      id: made.id,
      tenantId: made.tenantId,
      userId: made.userId,
      name: made.name,
      revision: 0,
      ...summaryOf(made.document, made.assets),
      updatedAt: sql`now()`,
    })
    .returning();
  if (row === undefined) throw new Error("the project was not stored");
  await storeRevision(tx, row, {
    revision: 0,
    document: made.document,
    ops: null,
    assets: made.assets,
  });
  return row;
}

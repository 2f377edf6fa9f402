import { forTenant, schema } from "@cutroom/db";
import type { ProjectRow, Transaction } from "@cutroom/db";
import { applyOps, ok } from "@cutroom/timeline";
import type { PatchOp } from "@cutroom/timeline";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { checkAssets } from "./check-assets.ts";
import { readDocument } from "./read-project.ts";
import { storeRevision, summaryOf } from "./store-revision.ts";

const { project, projectPatchBatch, projectRevision } = schema;

export interface ProjectPatch {
  readonly projectId: string;
  readonly baseRevision: number;
  readonly name?: string | undefined;
  readonly ops?: readonly PatchOp[] | undefined;
  readonly batchId?: string | undefined;
}

async function lockProject(tx: Transaction, tenantId: string, projectId: string) {
  const rows = await tx
    .select()
    .from(project)
    .where(
      and(eq(project.id, projectId), eq(project.tenantId, tenantId), isNull(project.deletedAt)),
    )
    .for("update");
  return rows[0] ?? null;
}

async function findBatch(tx: Transaction, patch: ProjectPatch): Promise<number | null> {
  if (patch.batchId === undefined) return null;
  const rows = await tx
    .select({ revision: projectPatchBatch.revision })
    .from(projectPatchBatch)
    .where(
      and(
        eq(projectPatchBatch.projectId, patch.projectId),
        eq(projectPatchBatch.batchId, patch.batchId),
      ),
    );
  return rows[0]?.revision ?? null;
}

/** The next revision's facts; the same row when the patch changes no document. */
async function nextRevision(tx: Transaction, row: ProjectRow, ops: readonly PatchOp[]) {
  const snapshots = await tx
    .select({ document: projectRevision.document })
    .from(projectRevision)
    .where(and(eq(projectRevision.projectId, row.id), eq(projectRevision.revision, row.revision)));
  const applied = applyOps(readDocument(snapshots[0]?.document), ops);
  if (!applied.ok) {
    return refuse("patch.invalid", { reason: applied.failure.code, ...applied.failure.details });
  }
  const assets = await checkAssets(tx, row.tenantId, applied.value);
  if (!assets.ok) return assets;
  const revision = row.revision + 1;
  await storeRevision(tx, row, { revision, document: applied.value, ops, assets: assets.value });
  return ok({ revision, ...summaryOf(applied.value, assets.value) });
}

/**
 * Applies a batch on top of exactly the revision it was made for (E1). A stale base changes
 * nothing and tells the current revision; a batch that was applied before is answered as then.
 */
export async function patchProject(deps: Deps, caller: UserCaller, patch: ProjectPatch) {
  const { tenantId } = caller;
  return forTenant(deps.database, tenantId, async (tx) => {
    const row = await lockProject(tx, tenantId, patch.projectId);
    if (row === null) return refuse("request.not-found");
    const before = await findBatch(tx, patch);
    if (before !== null) {
      return ok({ revision: before, updated_at: row.updatedAt.toISOString() });
    }
    if (row.revision !== patch.baseRevision) {
      return refuse("revision.conflict", { current_revision: row.revision });
    }
    const ops = patch.ops ?? [];
    const next =
      ops.length === 0 ? ok({ revision: row.revision }) : await nextRevision(tx, row, ops);
    if (!next.ok) return next;
    const [updated] = await tx
      .update(project)
      .set({ ...next.value, name: patch.name ?? row.name, updatedAt: sql`now()` })
      .where(eq(project.id, row.id))
      .returning({ updatedAt: project.updatedAt });
    if (patch.batchId !== undefined) {
      await tx.insert(projectPatchBatch).values({
        projectId: row.id,
        batchId: patch.batchId,
        tenantId,
        revision: next.value.revision,
      });
    }
    const updatedAt = updated?.updatedAt ?? row.updatedAt;
    return ok({ revision: next.value.revision, updated_at: updatedAt.toISOString() });
  });
}

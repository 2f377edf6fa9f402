import { reviewOfAsset, schema } from "@cutroom/db";
import type { AssetRow, ReviewStanding, Transaction } from "@cutroom/db";
import { taskProgress } from "@cutroom/domain";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { glanceAtSteps } from "../task/glance-at-steps.ts";

const { asset } = schema;

export interface AssetWithProgress {
  readonly row: AssetRow;
  /** Of ingest, as the worker's lease tells. */
  readonly progress: number;
  /** Null: it needs none (G5). */
  readonly review: ReviewStanding | null;
}

/** Assets of the tenant that are not deleted, newest first. */
export async function readAssets(
  tx: Transaction,
  which: { readonly tenantId: string; readonly where?: SQL | undefined; readonly limit: number },
): Promise<readonly AssetWithProgress[]> {
  const rows = await tx
    .select({ row: asset, steps: glanceAtSteps(asset.taskId), review: reviewOfAsset() })
    .from(asset)
    .where(and(eq(asset.tenantId, which.tenantId), isNull(asset.deletedAt), which.where))
    .orderBy(desc(asset.createdAt), desc(asset.id))
    .limit(which.limit);
  return rows.map(({ row, steps, review }) => ({ row, progress: taskProgress(steps), review }));
}

export async function readAsset(
  tx: Transaction,
  tenantId: string,
  assetId: string,
): Promise<AssetWithProgress | null> {
  const rows = await readAssets(tx, { tenantId, where: eq(asset.id, assetId), limit: 1 });
  return rows[0] ?? null;
}

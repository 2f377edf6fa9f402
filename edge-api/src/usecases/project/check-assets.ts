import { schema } from "@cutroom/db";
import type { AssetRow, Transaction } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { refuse } from "../../refusal.ts";

const { asset } = schema;

/** Every asset of the document with the checksum that its clips are bound to (I8). */
export function assetsOf(document: ProjectDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const clip of Object.values(document.clips)) {
    if (clip.kind === "media") found.set(clip.assetId, clip.checksum);
  }
  return found;
}

/** The rows behind the document's assets, or the first one that is gone or not the same bytes. */
export async function checkAssets(tx: Transaction, tenantId: string, document: ProjectDocument) {
  const wanted = assetsOf(document);
  if (wanted.size === 0) return ok<readonly AssetRow[]>([]);
  const rows = await tx
    .select()
    .from(asset)
    .where(
      and(
        eq(asset.tenantId, tenantId),
        inArray(asset.id, [...wanted.keys()]),
        isNull(asset.deletedAt),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const clip of Object.values(document.clips)) {
    if (clip.kind !== "media") continue;
    const row = byId.get(clip.assetId);
    if (row === undefined || row.checksum !== clip.checksum) {
      return refuse("asset.missing", { asset_id: clip.assetId });
    }
  }
  return ok<readonly AssetRow[]>(rows);
}

/** Assets named by id that must be ready now, in the order asked for. */
export async function readReadyAssets(tx: Transaction, tenantId: string, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(asset)
          .where(
            and(eq(asset.tenantId, tenantId), inArray(asset.id, [...ids]), isNull(asset.deletedAt)),
          );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found: AssetRow[] = [];
  for (const id of ids) {
    const row = byId.get(id);
    if (row === undefined) return refuse("asset.missing", { asset_id: id });
    if (row.state !== "READY") return refuse("asset.not-ready", { asset_id: id });
    found.push(row);
  }
  return ok<readonly AssetRow[]>(found);
}

import { schema } from "@cutroom/db";
import type { AssetRow, Transaction } from "@cutroom/db";
import { isOfflineId } from "@cutroom/interchange";
import { everyClip, isUnfilledChecksum, ok, takesOf } from "@cutroom/timeline";
import type { MediaClip, ProjectDocument } from "@cutroom/timeline";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { refuse } from "../../refusal.ts";

const { asset } = schema;

/**
 * Every asset that the document shows with the checksum that its clips are bound to (I8); a
 * placeholder's own while none of them knows the file yet.
 */
export function assetsOf(document: ProjectDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const clip of everyClip(document)) {
    if (clip.kind !== "media") continue;
    const { assetId, checksum } = clip;
    if (!found.has(assetId) || !isUnfilledChecksum(checksum)) found.set(assetId, checksum);
    for (const lut of lutFiles(clip)) found.set(lut.assetId, lut.checksum);
  }
  return found;
}

type BoundFile = Pick<MediaClip, "assetId" | "checksum">;

function lutFiles({ look }: MediaClip): readonly BoundFile[] {
  return look?.lut?.kind === "file" ? [look.lut] : [];
}

/** Every file that the document keeps: what its clips show, their other takes and their looks. */
function filesOf(document: ProjectDocument) {
  const files: BoundFile[] = [];
  for (const clip of everyClip(document)) {
    // A timeline that was imported may ask for files that are not here; no export of it is made.
    if (clip.kind !== "media") continue;
    if (!isOfflineId(clip.assetId)) files.push(clip, ...takesOf(clip));
    files.push(...lutFiles(clip));
  }
  return files;
}

/** A placeholder waits for a file that is made or sent here; anything else names its bytes (I8). */
function isBoundTo(row: AssetRow, checksum: string): boolean {
  return isUnfilledChecksum(checksum) || row.checksum === checksum;
}

/** The rows behind the document's assets, or the first one that is gone or not the same bytes. */
export async function checkAssets(tx: Transaction, tenantId: string, document: ProjectDocument) {
  const files = filesOf(document);
  if (files.length === 0) return ok<readonly AssetRow[]>([]);
  const rows = await tx
    .select()
    .from(asset)
    .where(
      and(
        eq(asset.tenantId, tenantId),
        inArray(asset.id, [...new Set(files.map((file) => file.assetId))]),
        isNull(asset.deletedAt),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { assetId, checksum } of files) {
    const row = byId.get(assetId);
    if (row === undefined || !isBoundTo(row, checksum)) {
      return refuse("asset.missing", { asset_id: assetId });
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

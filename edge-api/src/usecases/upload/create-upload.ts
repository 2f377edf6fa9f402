import { forTenant, schema } from "@cutroom/db";
import type { AssetRow, Transaction, UploadRow } from "@cutroom/db";
import { UPLOAD_LIFETIME_MS, contentTypeOf, originalKey, planParts } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { and, eq, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentAsset } from "../asset/present-asset.ts";
import { readAssets } from "../asset/read-assets.ts";
import type { AssetWithProgress } from "../asset/read-assets.ts";
import { presentUpload } from "./present-upload.ts";

const { asset, upload } = schema;

export interface Announcement {
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256?: string | undefined;
}

/** The workspace's own file with these bytes. Never another tenant's: that would leak (T2). */
async function findSameBytes(
  tx: Transaction,
  tenantId: string,
  file: Announcement,
): Promise<AssetWithProgress | null> {
  if (file.sha256 === undefined) return null;
  const where = and(
    eq(asset.checksum, file.sha256),
    eq(asset.sizeBytes, file.sizeBytes),
    eq(asset.state, "READY"),
  );
  const [same] = await readAssets(tx, { tenantId, where, limit: 1 });
  return same ?? null;
}

async function countOpen(tx: Transaction, tenantId: string): Promise<number> {
  const rows = await tx
    .select({ open: sql<number>`count(*)::integer` })
    .from(upload)
    .where(and(eq(upload.tenantId, tenantId), eq(upload.state, "OPEN")));
  return rows[0]?.open ?? 0;
}

async function openMultipart(deps: Deps, caller: UserCaller, file: Announcement) {
  const assetId = deps.ids.next("asset");
  const key = originalKey(caller.tenantId, assetId);
  const contentType = contentTypeOf(file.fileName);
  const { uploadId } = await deps.store.createMultipart(key, { contentType });
  return { assetId, key, contentType, multipartId: uploadId };
}

async function insertUpload(
  deps: Deps,
  tx: Transaction,
  caller: UserCaller,
  file: Announcement,
  opened: Awaited<ReturnType<typeof openMultipart>>,
): Promise<{ asset: AssetRow; upload: UploadRow }> {
  const plan = planParts(file.sizeBytes);
  const [assetRow] = await tx
    .insert(asset)
    .values({
      id: opened.assetId,
      tenantId: caller.tenantId,
      userId: caller.userId,
      name: file.fileName,
      state: "UPLOADING",
      sizeBytes: file.sizeBytes,
      contentType: opened.contentType,
      originalKey: opened.key,
    })
    .returning();
  const [uploadRow] = await tx
    .insert(upload)
    .values({
      id: deps.ids.next("upload"),
      tenantId: caller.tenantId,
      assetId: opened.assetId,
      objectKey: opened.key,
      multipartId: opened.multipartId,
      sizeBytes: file.sizeBytes,
      partSize: plan.partSizeBytes,
      partCount: plan.partCount,
      sha256: file.sha256 ?? null,
      expiresAt: new Date(deps.clock.nowMs() + UPLOAD_LIFETIME_MS),
    })
    .returning();
  if (assetRow === undefined || uploadRow === undefined) throw new Error("nothing was stored");
  return { asset: assetRow, upload: uploadRow };
}

/**
 * Announces a file (M1). The limit is checked here and again on the stored size, never only in
 * the browser (F92). Bytes that the workspace has already need no upload.
 */
export async function createUpload(deps: Deps, caller: UserCaller, file: Announcement) {
  if (file.sizeBytes === 0) return refuse("upload.empty-file");
  const { maxUploadBytes, maxOpenUploads } = caller.plan;
  if (file.sizeBytes > maxUploadBytes) {
    return refuse("upload.too-large", { limit: maxUploadBytes });
  }
  const { same, open } = await forTenant(deps.database, caller.tenantId, async (tx) => ({
    same: await findSameBytes(tx, caller.tenantId, file),
    open: await countOpen(tx, caller.tenantId),
  }));
  if (same !== null)
    return ok({ upload: null, asset: await presentAsset(deps, same.row, 100, same.review) });
  if (open >= maxOpenUploads) return refuse("upload.too-many", { limit: maxOpenUploads });
  // Outside of a transaction: a crash before the insert leaves an upload that the sweep finds.
  const opened = await openMultipart(deps, caller, file);
  const made = await forTenant(deps.database, caller.tenantId, (tx) =>
    insertUpload(deps, tx, caller, file, opened),
  );
  return ok({
    upload: presentUpload(made.upload),
    asset: await presentAsset(deps, made.asset, 0, null),
  });
}

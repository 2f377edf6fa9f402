import { forTenant, schema } from "@cutroom/db";
import type { UploadRow } from "@cutroom/db";
import { missingParts } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { and, eq, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentAsset } from "../asset/present-asset.ts";
import { readAsset } from "../asset/read-assets.ts";
import { createTask } from "../task/create-task.ts";
import { relayTask } from "../wake/relay-wakes.ts";
import { readUpload } from "./read-upload.ts";

const { asset, upload } = schema;

/**
 * Joins the parts that the store lists; the client's own ETags are never asked for (F87).
 * Repeating it after a crash finds the object joined already.
 */
async function joinParts(deps: Deps, row: UploadRow) {
  const stored = await deps.store.listParts(row.objectKey, row.multipartId);
  if (stored === null) {
    return (await deps.store.head(row.objectKey)) === null ? refuse("upload.closed") : ok(null);
  }
  const wanting = missingParts(row.sizeBytes, stored);
  const arrived = new Set(stored.map((part) => part.partNumber));
  const wrong = wanting.find((partNumber) => arrived.has(partNumber));
  if (wrong !== undefined) return refuse("upload.size-mismatch", { part: wrong });
  const first = wanting[0];
  if (first !== undefined) {
    return refuse("upload.incomplete", { missing: wanting.length, first });
  }
  const wanted = stored.filter((part) => part.partNumber <= row.partCount);
  await deps.store.completeMultipart(row.objectKey, row.multipartId, wanted);
  return ok(null);
}

/** The stored object decides, not what anyone said of it (F92). */
async function verifySize(deps: Deps, row: UploadRow) {
  const head = await deps.store.head(row.objectKey);
  if (head?.sizeBytes === row.sizeBytes) return ok(null);
  await deps.store.delete(row.objectKey);
  return refuse("upload.size-mismatch", { wanted: row.sizeBytes, stored: head?.sizeBytes ?? 0 });
}

async function startIngest(
  deps: Deps,
  caller: UserCaller,
  row: UploadRow,
  sha256: string | null,
): Promise<string> {
  const { tenantId } = caller;
  return forTenant(deps.database, tenantId, async (tx) => {
    const locked = await tx.select().from(upload).where(eq(upload.id, row.id)).for("update");
    const started = locked[0]?.taskId ?? null;
    if (started !== null) return started;
    const taskId = await createTask(deps, tx, {
      caller,
      scene: "ingest",
      assetId: row.assetId,
      inputDigest: row.objectKey,
      sizeBytes: row.sizeBytes,
    });
    await tx
      .update(upload)
      .set({ state: "COMPLETED", closedAt: sql`now()`, taskId, sha256 })
      .where(eq(upload.id, row.id));
    await tx
      .update(asset)
      .set({ state: "PROCESSING", taskId })
      .where(and(eq(asset.id, row.assetId), eq(asset.state, "UPLOADING")));
    return taskId;
  });
}

async function answer(deps: Deps, caller: UserCaller, assetId: string, taskId: string) {
  const found = await forTenant(deps.database, caller.tenantId, (tx) =>
    readAsset(tx, caller.tenantId, assetId),
  );
  if (found === null) return refuse("request.not-found");
  return ok({
    asset: await presentAsset(deps, found.row, found.progress, found.review),
    task_id: taskId,
  });
}

/** Verifies what arrived and starts ingest. Repeating a completed upload gives the same task. */
export async function completeUpload(
  deps: Deps,
  caller: UserCaller,
  ask: { readonly uploadId: string; readonly sha256?: string | undefined },
) {
  const row = await readUpload(deps, caller, ask.uploadId);
  if (row === null) return refuse("request.not-found");
  if (row.taskId !== null) return answer(deps, caller, row.assetId, row.taskId);
  if (row.state !== "OPEN") return refuse("upload.closed");
  if (ask.sha256 !== undefined && row.sha256 !== null && ask.sha256 !== row.sha256) {
    return refuse("upload.checksum-mismatch");
  }
  const joined = await joinParts(deps, row);
  if (!joined.ok) return joined;
  const verified = await verifySize(deps, row);
  if (!verified.ok) return verified;
  const taskId = await startIngest(deps, caller, row, ask.sha256 ?? row.sha256);
  deps.defer(relayTask(deps, taskId));
  return answer(deps, caller, row.assetId, taskId);
}

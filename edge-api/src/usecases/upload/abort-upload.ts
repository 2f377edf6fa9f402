import { asSystem, schema } from "@cutroom/db";
import type { UploadRow } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { readUpload } from "./read-upload.ts";

const { asset, upload } = schema;

/**
 * Drops an open upload: first the fact, then the parts, so that a crash in between leaves
 * parts that the sweep still finds (F88).
 */
export async function dropUpload(
  deps: Deps,
  row: Pick<UploadRow, "id" | "assetId" | "objectKey" | "multipartId">,
): Promise<boolean> {
  const closed = await asSystem(deps.database, async (tx) => {
    const rows = await tx
      .update(upload)
      .set({ state: "ABORTED", closedAt: sql`now()` })
      .where(and(eq(upload.id, row.id), eq(upload.state, "OPEN")))
      .returning({ id: upload.id });
    if (rows.length === 0) return false;
    await tx
      .update(asset)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(asset.id, row.assetId), eq(asset.state, "UPLOADING")));
    return true;
  });
  if (closed) await deps.store.abortMultipart(row.objectKey, row.multipartId);
  return closed;
}

export async function abortUpload(deps: Deps, caller: UserCaller, uploadId: string) {
  const row = await readUpload(deps, caller, uploadId);
  if (row === null) return refuse("request.not-found");
  if (row.state === "COMPLETED") return refuse("upload.closed");
  await dropUpload(deps, row);
  return ok(undefined);
}

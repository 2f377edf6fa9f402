import { forTenant, schema } from "@cutroom/db";
import type { UploadRow } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { upload } = schema;

export async function readUpload(
  deps: Deps,
  caller: UserCaller,
  uploadId: string,
): Promise<UploadRow | null> {
  const rows = await forTenant(deps.database, caller.tenantId, (tx) =>
    tx
      .select()
      .from(upload)
      .where(and(eq(upload.id, uploadId), eq(upload.tenantId, caller.tenantId))),
  );
  return rows[0] ?? null;
}

/** The upload while parts may still be sent. */
export async function readOpenUpload(deps: Deps, caller: UserCaller, uploadId: string) {
  const row = await readUpload(deps, caller, uploadId);
  if (row === null) return refuse("request.not-found");
  if (row.state !== "OPEN" || row.expiresAt.getTime() <= deps.clock.nowMs()) {
    return refuse("upload.closed");
  }
  return ok(row);
}

import { schema } from "@cutroom/db";
import { UPLOAD_LIFETIME_MS } from "@cutroom/domain";
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { dropUpload } from "../upload/abort-upload.ts";

const { upload } = schema;
const LIMIT = 100;

/** Uploads that were announced and never completed (M1, F88). */
export async function sweepUploads(deps: Deps): Promise<number> {
  const rows = await deps.database
    .select()
    .from(upload)
    .where(and(eq(upload.state, "OPEN"), lte(upload.expiresAt, sql`now()`)))
    .orderBy(asc(upload.expiresAt))
    .limit(LIMIT);
  for (const row of rows) await dropUpload(deps, row);
  return rows.length;
}

/**
 * Parts in the store that no open upload owns: a crash between the store and the database.
 * Invisible in listings of objects, but paid for (F88).
 */
export async function sweepOrphanParts(deps: Deps): Promise<number> {
  const stored = await deps.store.listMultipartUploads("");
  const oldest = deps.clock.nowMs() - UPLOAD_LIFETIME_MS - 86_400_000;
  const old = stored.filter((entry) => entry.startedAtMs < oldest);
  if (old.length === 0) return 0;
  const open = await deps.database
    .select({ multipartId: upload.multipartId })
    .from(upload)
    .where(
      and(
        eq(upload.state, "OPEN"),
        inArray(
          upload.multipartId,
          old.map((entry) => entry.uploadId),
        ),
      ),
    );
  const owned = new Set(open.map((row) => row.multipartId));
  const orphans = old.filter((entry) => !owned.has(entry.uploadId));
  for (const orphan of orphans) await deps.store.abortMultipart(orphan.key, orphan.uploadId);
  return orphans.length;
}

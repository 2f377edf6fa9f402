import { asSystem, schema } from "@cutroom/db";
import { and, asc, inArray, isNotNull, isNull, ne, notExists, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";

const { asset, idempotency, inbox, task, taskEvent, vendorCallback, webhookDelivery } = schema;
const LIMIT = 100;

/**
 * Answers are kept for two days, events for seven; sent messages, inbox marks and what vendors
 * called back with for thirty (M4). A callback that old is refused by its time, so a copy of it finds
 * no way in; one that nobody has looked at is kept.
 */
export async function sweepRows(deps: Deps): Promise<void> {
  await asSystem(deps.database, async (tx) => {
    await tx.delete(idempotency).where(sql`${idempotency.createdAt} < now() - interval '2 days'`);
    await tx.delete(taskEvent).where(sql`${taskEvent.createdAt} < now() - interval '7 days'`);
    await tx
      .delete(webhookDelivery)
      .where(sql`${webhookDelivery.createdAt} < now() - interval '30 days'`);
    await tx
      .delete(vendorCallback)
      .where(
        and(
          isNotNull(vendorCallback.appliedAt),
          sql`${vendorCallback.receivedAt} < now() - interval '30 days'`,
        ),
      );
    await tx.delete(inbox).where(sql`${inbox.receivedAt} < now() - interval '30 days'`);
  });
}

/**
 * Removes the bytes of assets that were deleted a day ago. While any export of the workspace is
 * under way they stay: it may be bound to an earlier revision that still uses them (I8).
 */
export async function sweepDeletedAssets(deps: Deps): Promise<number> {
  const rows = await deps.database
    .select()
    .from(asset)
    .where(
      and(
        isNotNull(asset.deletedAt),
        sql`${asset.deletedAt} < now() - interval '1 day'`,
        ne(asset.originalKey, ""),
        notExists(
          deps.database
            .select({ id: task.id })
            .from(task)
            .where(and(sql`${task.tenantId} = ${asset.tenantId}`, isNull(task.finishedAt))),
        ),
      ),
    )
    .orderBy(asc(asset.deletedAt))
    .limit(LIMIT);
  for (const row of rows) {
    const keys = [
      row.originalKey,
      row.masterKey,
      row.proxyKey,
      row.posterKey,
      row.peaksKey,
      row.filmstripKey,
      ...row.subtitles.map(({ key }) => key),
    ];
    for (const key of new Set(keys)) if (key !== null) await deps.store.delete(key);
  }
  if (rows.length > 0) {
    await deps.database
      .update(asset)
      .set({
        originalKey: "",
        proxyKey: null,
        posterKey: null,
        peaksKey: null,
        filmstripKey: null,
        subtitles: [],
      })
      .where(
        inArray(
          asset.id,
          rows.map((row) => row.id),
        ),
      );
  }
  return rows.length;
}

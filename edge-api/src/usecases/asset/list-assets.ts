import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentAsset } from "./present-asset.ts";
import { readAssets } from "./read-assets.ts";

const { asset } = schema;
const DEFAULT_LIMIT = 100;

/** The cursor is the id of the last asset of the page before. */
export async function listAssets(
  deps: Deps,
  caller: UserCaller,
  page: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
) {
  const limit = page.limit ?? DEFAULT_LIMIT;
  const where =
    page.cursor === undefined
      ? undefined
      : sql`(${asset.createdAt}, ${asset.id}) <
            (select before.created_at, before.id from asset as before where before.id = ${page.cursor})`;
  const found = await forTenant(deps.database, caller.tenantId, (tx) =>
    readAssets(tx, { tenantId: caller.tenantId, where, limit: limit + 1 }),
  );
  const shown = found.slice(0, limit);
  return ok({
    assets: await Promise.all(
      shown.map(({ row, progress, review }) => presentAsset(deps, row, progress, review)),
    ),
    next_cursor: found.length > limit ? (shown.at(-1)?.row.id ?? null) : null,
  });
}

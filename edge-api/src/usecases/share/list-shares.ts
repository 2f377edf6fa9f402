import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, desc, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentShare } from "./present-share.ts";

const { share } = schema;
const LIMIT = 500;

export async function listShares(deps: Deps, caller: UserCaller, taskId: string | undefined) {
  const rows = await forTenant(deps.database, caller.tenantId, (tx) =>
    tx
      .select()
      .from(share)
      .where(
        and(
          eq(share.tenantId, caller.tenantId),
          taskId === undefined ? undefined : eq(share.taskId, taskId),
        ),
      )
      .orderBy(desc(share.createdAt))
      .limit(LIMIT),
  );
  return ok({ shares: await Promise.all(rows.map((row) => presentShare(deps, row))) });
}

import type { Share } from "@cutroom/contracts";
import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, desc, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { exposureOf } from "../moderation/guard-share.ts";
import type { ShownRevision } from "../moderation/guard-share.ts";
import { presentShare } from "./present-share.ts";

const { share, task } = schema;
const LIMIT = 500;

export async function listShares(deps: Deps, caller: UserCaller, taskId: string | undefined) {
  const rows = await forTenant(deps.database, caller.tenantId, (tx) =>
    tx
      .select({ row: share, of: { projectId: task.projectId, revision: task.projectRevision } })
      .from(share)
      .innerJoin(task, eq(task.id, share.taskId))
      .where(
        and(
          eq(share.tenantId, caller.tenantId),
          taskId === undefined ? undefined : eq(share.taskId, taskId),
        ),
      )
      .orderBy(desc(share.createdAt))
      .limit(LIMIT),
  );
  // Links to one revision of a project are asked for once.
  const asked = new Map<string, Promise<Share["exposure"]>>();
  const exposure = (of: ShownRevision) => {
    const key = `${of.projectId} ${of.revision}`;
    const known = asked.get(key) ?? exposureOf(deps, of);
    asked.set(key, known);
    return known;
  };
  const shares = rows.map(async ({ row, of }) => presentShare(deps, row, await exposure(of)));
  return ok({ shares: await Promise.all(shares) });
}

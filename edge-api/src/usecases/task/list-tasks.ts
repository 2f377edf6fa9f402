import { forTenant, schema } from "@cutroom/db";
import type { TaskScene } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { and, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentTask } from "./present-task.ts";
import { readTasks } from "./read-tasks.ts";

const { task } = schema;
const DEFAULT_LIMIT = 50;

export async function listTasks(
  deps: Deps,
  caller: UserCaller,
  filter: {
    readonly scene?: TaskScene | undefined;
    readonly projectId?: string | undefined;
    readonly limit?: number | undefined;
  },
) {
  const found = await forTenant(deps.database, caller.tenantId, (tx) =>
    readTasks(tx, {
      tenantId: caller.tenantId,
      where: and(
        filter.scene === undefined ? undefined : eq(task.scene, filter.scene),
        filter.projectId === undefined ? undefined : eq(task.projectId, filter.projectId),
      ),
      limit: filter.limit ?? DEFAULT_LIMIT,
    }),
  );
  return ok({
    tasks: await Promise.all(found.map((one) => presentTask(deps, one))),
  });
}

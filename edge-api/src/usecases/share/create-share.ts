import { forTenant, schema } from "@cutroom/db";
import { sha256Hex } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { seal } from "../../seal.ts";
import { exposureOf } from "../moderation/guard-share.ts";
import { readTask } from "../task/read-tasks.ts";
import { presentShare } from "./present-share.ts";

const { share } = schema;

export async function createShare(
  deps: Deps,
  caller: UserCaller,
  wanted: {
    readonly taskId: string;
    readonly title?: string | undefined;
    readonly allowDownload: boolean;
    readonly expiresAt?: string | undefined;
  },
) {
  const { tenantId } = caller;
  const token = deps.ids.secret();
  const [tokenHash, tokenSealed] = await Promise.all([
    sha256Hex(deps.sha256, token),
    seal(deps, "share-token", token),
  ]);
  const made = await forTenant(deps.database, tenantId, async (tx) => {
    const found = await readTask(tx, tenantId, wanted.taskId);
    if (found === null || found.row.scene !== "export") return refuse("request.not-found");
    if (found.row.output === null) return refuse("task.no-output");
    const [row] = await tx
      .insert(share)
      .values({
        id: deps.ids.next("share"),
        tenantId,
        taskId: wanted.taskId,
        title: wanted.title ?? found.row.projectName ?? "Video",
        tokenHash,
        tokenSealed,
        allowDownload: wanted.allowDownload,
        expiresAt: wanted.expiresAt === undefined ? null : new Date(wanted.expiresAt),
      })
      .returning();
    if (row === undefined) throw new Error("the share was not stored");
    const { projectId, projectRevision: revision } = found.row;
    return ok({ row, of: { projectId, revision } });
  });
  if (!made.ok) return made;
  const { row, of } = made.value;
  return ok(await presentShare(deps, row, await exposureOf(deps, of)));
}

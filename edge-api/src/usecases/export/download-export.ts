import { exportSpec } from "@cutroom/contracts";
import { forTenant } from "@cutroom/db";
import { formatOf } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { downloadLink, fileNameOf } from "../../signed-links.ts";
import { readTask } from "../task/read-tasks.ts";

export async function downloadExport(deps: Deps, caller: UserCaller, taskId: string) {
  const found = await forTenant(deps.database, caller.tenantId, (tx) =>
    readTask(tx, caller.tenantId, taskId),
  );
  if (found === null || found.row.scene !== "export") return refuse("request.not-found");
  const { output, projectName } = found.row;
  if (output === null) return refuse("task.no-output");
  const { extension, contentType } = formatOf(exportSpec.parse(found.row.spec).format);
  const name = fileNameOf(projectName ?? "export", extension);
  const { url, expiresAtMs } = await downloadLink(deps, output.videoKey, {
    name,
    contentType,
  });
  return ok({ url, file_name: name, expires_at: new Date(expiresAtMs).toISOString() });
}

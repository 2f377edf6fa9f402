import { forTenant, readBalances } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { prepareExport } from "./prepare-export.ts";
import type { ExportRequest } from "./prepare-export.ts";

export async function estimateExport(deps: Deps, caller: UserCaller, request: ExportRequest) {
  return forTenant(deps.database, caller.tenantId, async (tx) => {
    const prepared = await prepareExport(tx, caller, request);
    if (!prepared.ok) return prepared;
    const { credits, width, height, frameCount, durationMs } = prepared.value;
    const { available } = await readBalances(tx, caller.tenantId);
    return ok({
      credits,
      balance: available,
      width,
      height,
      frame_count: frameCount,
      duration_ms: durationMs,
    });
  });
}

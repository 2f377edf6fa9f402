import { forTenant, readBalances } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { prepareExport } from "./prepare-export.ts";
import type { ExportRequest } from "./prepare-export.ts";

export async function estimateExport(deps: Deps, caller: UserCaller, request: ExportRequest) {
  const { tenantId } = caller;
  const prepared = await prepareExport(deps, caller, request);
  if (!prepared.ok) return prepared;
  const { credits, width, height, frameCount, durationMs } = prepared.value;
  const { available } = await forTenant(deps.database, tenantId, (tx) =>
    readBalances(tx, tenantId),
  );
  return ok({
    credits,
    balance: available,
    width,
    height,
    frame_count: frameCount,
    duration_ms: durationMs,
  });
}

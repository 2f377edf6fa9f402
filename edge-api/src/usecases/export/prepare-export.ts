import type { ExportSpec } from "@cutroom/contracts";
import type { Transaction } from "@cutroom/db";
import { exportCredits, formatOf, outputSize, rateFor, refuseFormat } from "@cutroom/domain";
import type { ExportFormat } from "@cutroom/domain";
import {
  FLICKS_PER_SECOND,
  documentDuration,
  flicksToFrameNearest,
  framesToFlicks,
  ok,
} from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import { refuse } from "../../refusal.ts";
import { checkAssets } from "../project/check-assets.ts";
import { readProject } from "../project/read-project.ts";

const FLICKS_PER_MS = FLICKS_PER_SECOND / 1000;

export interface ExportRequest {
  readonly projectId: string;
  readonly revision?: number | undefined;
  readonly spec: ExportSpec;
}

/**
 * What an export would be and cost, from the pinned document alone (E4). The estimate that a
 * person sees and the amount that is reserved come from this one function.
 */
export async function prepareExport(tx: Transaction, caller: UserCaller, request: ExportRequest) {
  const { tenantId } = caller;
  const found = await readProject(tx, { tenantId, ...request });
  if (found === null) return refuse("request.not-found");
  const { document } = found;
  const durationFlicks = documentDuration(document);
  if (durationFlicks === 0) return refuse("project.empty");
  const assets = await checkAssets(tx, tenantId, document);
  if (!assets.ok) return assets;
  const unready = assets.value.find((row) => row.state !== "READY");
  if (unready !== undefined) return refuse("asset.not-ready", { asset_id: unready.id });

  const { format, resolution, quality } = request.spec;
  const rate = rateFor(format, request.spec.rate ?? document.settings.rate);
  const frameCount = Math.max(1, flicksToFrameNearest(durationFlicks, rate));
  const durationMs = Math.round(framesToFlicks(frameCount, rate) / FLICKS_PER_MS);
  const size = outputSize(document.settings.width, document.settings.height, resolution);
  const refused = refuseFormat(format, { resolution, durationMs });
  if (refused !== null) return refuse("export.format-limit", { ...refused });
  const shape = shapeOf(format, { ...size, frameCount, durationMs });
  return ok({
    project: { id: found.row.id, name: found.row.name, revision: found.revision },
    ...shape,
    credits: exportCredits({ ...shape, quality, format }),
  });
}

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly frameCount: number;
  readonly durationMs: number;
}

/** A sound has no frame, and a still no length. */
function shapeOf(format: ExportFormat, shape: Shape): Shape {
  const { media } = formatOf(format);
  if (media === "sound") return { ...shape, width: 0, height: 0, frameCount: 0 };
  return media === "still" ? { ...shape, frameCount: 1, durationMs: 0 } : shape;
}

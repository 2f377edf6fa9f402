import type { ExportSpec } from "@cutroom/contracts";
import { exportCredits, formatOf, outputSize, refuseFormat } from "@cutroom/domain";
import type { ExportFormat } from "@cutroom/domain";
import { FLICKS_PER_SECOND, framesToFlicks, isUnfilledChecksum, ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { filmFrames } from "./film-frames.ts";
import { readExportFacts } from "./read-export-facts.ts";
import type { ExportFacts } from "./read-export-facts.ts";

const FLICKS_PER_MS = FLICKS_PER_SECOND / 1000;

export interface ExportRequest {
  readonly projectId: string;
  readonly revision?: number | undefined;
  readonly spec: ExportSpec;
}

/**
 * The first file that is gone or not the same bytes, or that is not ready. A placeholder is bound
 * to its file here: what has been made for it never changes (I8).
 */
function refuseAssets({ assets, found }: ExportFacts) {
  const byId = new Map(found.map((asset) => [asset.id, asset]));
  for (const [id, checksum] of assets) {
    const file = byId.get(id);
    const waits = isUnfilledChecksum(checksum);
    if (file === undefined || (!waits && file.checksum !== checksum)) {
      return refuse("asset.missing", { asset_id: id });
    }
    if (waits && file.state !== "READY") return refuse("clip.not-made", { asset_id: id });
  }
  const unready = assets.find(([id]) => byId.get(id)?.state !== "READY");
  return unready === undefined ? null : refuse("asset.not-ready", { asset_id: unready[0] });
}

/**
 * What an export would be and cost, from the pinned document alone (E4). The estimate that a
 * person sees and the amount that is reserved come from this one function.
 */
export async function prepareExport(deps: Deps, caller: UserCaller, request: ExportRequest) {
  const facts = await readExportFacts(deps, { tenantId: caller.tenantId, ...request });
  if (facts === null) return refuse("request.not-found");
  const { project, durationFlicks, settings } = facts;
  if (durationFlicks === 0) return refuse("project.empty");
  const problem = refuseAssets(facts);
  if (problem !== null) return problem;

  const { format, resolution, quality } = request.spec;
  const frames = filmFrames(request.spec, { durationFlicks, rate: settings.rate });
  if (!frames.ok) return frames;
  const { rate, startFrame, endFrame } = frames.value;
  const frameCount = endFrame - startFrame;
  const durationMs = Math.round(framesToFlicks(frameCount, rate) / FLICKS_PER_MS);
  const size = outputSize(settings.width, settings.height, resolution);
  const refused = refuseFormat(format, { resolution, durationMs });
  if (refused !== null) return refuse("export.format-limit", { ...refused });
  const shape = shapeOf(format, { ...size, frameCount, durationMs });
  return ok({
    project,
    ...shape,
    /** Digests of the files that are in it. */
    files: facts.assets.map(([, checksum]) => checksum),
    titles: facts.titles,
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

import { generationSpec } from "@cutroom/contracts";
import type { ClaimedStep, GenerateJob, GenerationSpec, IngestJob } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { AssetRow, ClaimedRow, TaskRow, Transaction } from "@cutroom/db";
import { INGEST_LIMITS, clipModel } from "@cutroom/domain";
import { mediaFacts } from "@cutroom/timeline";
import { and, eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { workLink } from "../../signed-links.ts";
import { exportJob, originOf, segmentsJob } from "./build-export-job.ts";
import { outputSlots } from "./output-slots.ts";

const { asset, upload } = schema;

/** Our own model's clips are signed as they are painted; those of vendors when they are prepared. */
function originToSign(row: AssetRow, { scene, spec }: TaskRow): Pick<IngestJob, "origin"> {
  const made = scene === "generate" ? generationSpec.safeParse(spec) : null;
  if (made?.success !== true || clipModel(made.data.model).vendor === null) return {};
  return { origin: originOf(row, spec) };
}

async function ingestJob(
  deps: Deps,
  tx: Transaction,
  claimed: ClaimedRow,
  task: TaskRow,
): Promise<IngestJob | null> {
  if (task.assetId === null) return null;
  const rows = await tx
    .select({ row: asset, sha256: upload.sha256 })
    .from(asset)
    .leftJoin(upload, eq(upload.assetId, asset.id))
    .where(eq(asset.id, task.assetId));
  const found = rows[0];
  if (found === undefined) return null;
  return {
    kind: "ingest",
    asset_id: found.row.id,
    source_url: await workLink(deps, found.row.originalKey),
    size_bytes: found.row.sizeBytes,
    sha256: found.sha256,
    ...originToSign(found.row, task),
    limits: {
      max_pixels: INGEST_LIMITS.maxPixels,
      max_duration_ms: INGEST_LIMITS.maxDurationMs,
      max_streams: INGEST_LIMITS.maxStreams,
    },
    outputs: await outputSlots(deps, claimed),
  };
}

/** Null when a picture that the clip begins or ends with is gone. */
async function stillFrames(deps: Deps, tx: Transaction, tenantId: string, spec: GenerationSpec) {
  const frames: NonNullable<GenerateJob["frames"]> = [];
  for (const wanted of spec.assets ?? []) {
    const [row] = await tx
      .select()
      .from(asset)
      .where(and(eq(asset.tenantId, tenantId), eq(asset.id, wanted.asset_id)));
    if (row === undefined || row.masterKey === null) return null;
    frames.push({
      role: wanted.role,
      asset_id: row.id,
      kind: mediaFacts.parse(row.facts).kind === "image" ? "image" : "video",
      at_ms: wanted.at_ms ?? 0,
      url: await workLink(deps, row.masterKey),
      size_bytes: row.masterSizeBytes ?? row.sizeBytes,
    });
  }
  return frames;
}

async function generateJob(
  deps: Deps,
  tx: Transaction,
  claimed: ClaimedRow,
  task: TaskRow,
): Promise<GenerateJob | null> {
  const spec = generationSpec.safeParse(task.spec);
  if (!spec.success) return null;
  const frames = await stillFrames(deps, tx, task.tenantId, spec.data);
  if (frames === null) return null;
  const outputs = await outputSlots(deps, claimed);
  return { kind: "generate", spec: spec.data, ...(frames.length > 0 ? { frames } : {}), outputs };
}

/** All that a worker needs to do the step; null when something it stands on is gone. */
export function buildJob(
  deps: Deps,
  tx: Transaction,
  claimed: ClaimedRow,
  task: TaskRow,
): Promise<ClaimedStep["job"] | null> {
  switch (claimed.kind) {
    case "ingest":
      return ingestJob(deps, tx, claimed, task);
    case "export":
      return exportJob(deps, tx, claimed, task);
    case "segments":
      return segmentsJob(deps, tx, claimed, task);
    case "generate":
      return generateJob(deps, tx, claimed, task);
    case "vendor":
    case "fetch":
      // Never handed out: they need keys that no worker has.
      return Promise.resolve(null);
  }
}

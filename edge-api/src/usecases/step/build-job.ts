import { exportSpec, generationSpec } from "@cutroom/contracts";
import type { ExportJob, GenerateJob, GenerationSpec, IngestJob } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { AssetRow, ClaimedRow, TaskRow, Transaction } from "@cutroom/db";
import { INGEST_LIMITS, outputKey, outputsOf } from "@cutroom/domain";
import type { ExportFormat, OutputSpec } from "@cutroom/domain";
import { duckingAssets, fillPlaceholders, isUnfilledChecksum, mediaFacts } from "@cutroom/timeline";
import type { FilledFile } from "@cutroom/timeline";
import { and, eq, inArray } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { storeLinks, workLink } from "../../signed-links.ts";
import { assetsOf } from "../project/check-assets.ts";
import { readDocument } from "../project/read-project.ts";

const { asset, projectRevision, task: maker, upload } = schema;

async function outputSlot(deps: Deps, claimed: ClaimedRow, output: OutputSpec) {
  const { name, contentType } = output;
  const links = await storeLinks(deps, outputKey({ ...claimed, output }), contentType);
  return { name, content_type: contentType, ...links };
}

/** What a worker may write: short-lived URLs for each key of this very attempt. */
function outputSlots(deps: Deps, claimed: ClaimedRow, format: ExportFormat | null = null) {
  return Promise.all(
    outputsOf(claimed.kind, format).map((output) => outputSlot(deps, claimed, output)),
  );
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
    limits: {
      max_pixels: INGEST_LIMITS.maxPixels,
      max_duration_ms: INGEST_LIMITS.maxDurationMs,
      max_streams: INGEST_LIMITS.maxStreams,
    },
    outputs: await outputSlots(deps, claimed),
  };
}

/** Of what was generated here the model that did it; of an upload what it says itself. */
function originOf(row: AssetRow, spec: unknown): ExportJob["assets"][number]["origin"] {
  const made = generationSpec.safeParse(spec);
  if (made.success) {
    return { disclosure: row.aiDisclosure, tool: made.data.model, is_claim: false };
  }
  const tool = row.saidOrigin?.tool ?? null;
  return { disclosure: row.aiDisclosure, tool, is_claim: row.saidOrigin !== null };
}

/** Deleted assets are found too: the export is bound to what it was when it was accepted (I8). */
async function exportAssets(
  deps: Deps,
  tx: Transaction,
  tenantId: string,
  wanted: ReadonlyMap<string, string>,
  ducking: ReadonlySet<string>,
): Promise<ExportJob["assets"] | null> {
  if (wanted.size === 0) return [];
  const rows = await tx
    .select({ row: asset, spec: maker.spec })
    .from(asset)
    .leftJoin(maker, and(eq(maker.id, asset.taskId), eq(maker.scene, "generate")))
    .where(and(eq(asset.tenantId, tenantId), inArray(asset.id, [...wanted.keys()])));
  if (rows.length !== wanted.size) return null;
  const jobs: ExportJob["assets"] = [];
  for (const { row, spec } of rows) {
    const bound = wanted.get(row.id) ?? "";
    if (row.masterKey === null || row.checksum === null) return null;
    if (!isUnfilledChecksum(bound) && row.checksum !== bound) return null;
    const peaks = ducking.has(row.id) ? row.peaksKey : null;
    jobs.push({
      asset_id: row.id,
      checksum: row.checksum,
      facts: mediaFacts.parse(row.facts),
      url: await workLink(deps, row.masterKey),
      size_bytes: row.masterSizeBytes ?? row.sizeBytes,
      origin: originOf(row, spec),
      ...(peaks === null ? {} : { peaks_url: await workLink(deps, peaks) }),
    });
  }
  return jobs;
}

async function exportJob(
  deps: Deps,
  tx: Transaction,
  claimed: ClaimedRow,
  task: TaskRow,
): Promise<ExportJob | null> {
  const { projectId, projectRevision: revision } = task;
  if (projectId === null || revision === null) return null;
  const rows = await tx
    .select({ document: projectRevision.document })
    .from(projectRevision)
    .where(and(eq(projectRevision.projectId, projectId), eq(projectRevision.revision, revision)));
  if (rows[0] === undefined) return null;
  const document = readDocument(rows[0].document);
  const assets = await exportAssets(
    deps,
    tx,
    task.tenantId,
    assetsOf(document),
    duckingAssets(document),
  );
  if (assets === null) return null;
  const files = new Map(
    assets.map(({ asset_id: id, checksum, facts }): [string, FilledFile] => [
      id,
      { checksum, durationFlicks: facts.duration },
    ]),
  );
  const spec = exportSpec.parse(task.spec);
  return {
    kind: "export",
    project_id: projectId,
    revision,
    document: fillPlaceholders(document, (id) => files.get(id)),
    spec,
    assets,
    watermark: task.plan.watermark,
    outputs: await outputSlots(deps, claimed, spec.format),
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
): Promise<IngestJob | ExportJob | GenerateJob | null> {
  switch (claimed.kind) {
    case "ingest":
      return ingestJob(deps, tx, claimed, task);
    case "export":
      return exportJob(deps, tx, claimed, task);
    case "generate":
      return generateJob(deps, tx, claimed, task);
    case "vendor":
    case "fetch":
      // Never handed out: they need keys that no worker has.
      return Promise.resolve(null);
  }
}

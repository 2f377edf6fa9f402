import { exportSpec, generationSpec } from "@cutroom/contracts";
import type { ExportJob, SegmentPack, SegmentsJob } from "@cutroom/contracts";
import { distrustSegmentPacks, findSegmentPacks, schema } from "@cutroom/db";
import type { AssetRow, ClaimedRow, TaskRow, Transaction } from "@cutroom/db";
import { MAX_SHARES, shareOf } from "@cutroom/domain";
import type { Share } from "@cutroom/domain";
import { duckingAssets, fillPlaceholders, isUnfilledChecksum, mediaFacts } from "@cutroom/timeline";
import type { FilledFile } from "@cutroom/timeline";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { workLink } from "../../signed-links.ts";
import { assetsOf } from "../project/check-assets.ts";
import { readDocument } from "../project/read-project.ts";
import { outputSlots } from "./output-slots.ts";

const { asset, projectRevision, step, task: maker } = schema;
/** Those of the export itself, and of a few before it. */
const MOST_PACKS = 4 * MAX_SHARES;

/** Of what was generated here the model that did it; of an upload what it says itself. */
export function originOf(row: AssetRow, spec: unknown): ExportJob["assets"][number]["origin"] {
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

/** What the store holds of the segments of a project. */
async function packsOf(deps: Deps, tx: Transaction, projectId: string): Promise<SegmentPack[]> {
  const packs = await findSegmentPacks(tx, projectId, MOST_PACKS);
  return Promise.all(
    packs.map(async ({ objectKey, segments }) => ({
      url: await workLink(deps, objectKey),
      segments: [...segments],
    })),
  );
}

/** The pinned document, and how the step stands among the others of its task. */
async function readStep(tx: Transaction, claimed: ClaimedRow, task: TaskRow) {
  const { projectId, projectRevision: revision } = task;
  if (projectId === null || revision === null) return null;
  const [found] = await tx
    .select({
      document: projectRevision.document,
      inputDigest: step.inputDigest,
      lastFailure: step.failureCode,
      isShared: sql<boolean>`exists (
        select from step part where part.task_id = ${task.id} and part.kind = 'segments')`,
    })
    .from(projectRevision)
    .innerJoin(step, eq(step.id, claimed.stepId))
    .where(and(eq(projectRevision.projectId, projectId), eq(projectRevision.revision, revision)));
  return found === undefined ? null : { ...found, projectId, revision };
}

async function renderJob(
  deps: Deps,
  tx: Transaction,
  claimed: ClaimedRow,
  task: TaskRow,
): Promise<{ readonly job: ExportJob; readonly share: Share | null } | null> {
  const found = await readStep(tx, claimed, task);
  if (found === null) return null;
  const { projectId, revision } = found;
  const document = readDocument(found.document);
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
  // A film that failed its checks is not made of the same parts once more.
  const isSpoilt = found.isShared && found.lastFailure === "VERIFY_FAILED";
  if (isSpoilt) await distrustSegmentPacks(tx, projectId);
  const spec = exportSpec.parse(task.spec);
  const job: ExportJob = {
    kind: "export",
    project_id: projectId,
    revision,
    document: fillPlaceholders(document, (id) => files.get(id)),
    spec,
    assets,
    watermark: task.plan.watermark,
    ...(found.isShared ? { packs: await packsOf(deps, tx, projectId) } : {}),
    outputs: await outputSlots(deps, claimed, spec.format),
  };
  return { job, share: shareOf(found.inputDigest) };
}

/** Null when something that it stands on is gone. */
export async function exportJob(...of: Parameters<typeof renderJob>): Promise<ExportJob | null> {
  return (await renderJob(...of))?.job ?? null;
}

/** The same for one share of the picture. */
export async function segmentsJob(
  ...of: Parameters<typeof renderJob>
): Promise<SegmentsJob | null> {
  const found = await renderJob(...of);
  if (found === null || found.share === null) return null;
  return { ...found.job, kind: "segments", share: found.share };
}

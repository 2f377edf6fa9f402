import { exportSpec, generationSpec } from "@cutroom/contracts";
import type { Provenance, Task } from "@cutroom/contracts";
import type { StoredExport, TaskRow } from "@cutroom/db";
import { OUTPUT_HOLD_MS, canRetry, formatOf } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { viewLink, viewLinkOrNull } from "../../signed-links.ts";
import { failureOf } from "../asset/present-asset.ts";
import type { StepGlance } from "./glance-at-steps.ts";

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** What people are shown of a task's row. */
export type ShownTask = Pick<
  TaskRow,
  | "id"
  | "scene"
  | "state"
  | "version"
  | "progress"
  | "cancelRequestedAt"
  | "failureCode"
  | "creditsReserved"
  | "creditsSettled"
  | "creditsReleased"
  | "acceptedAt"
  | "queuedAt"
  | "dispatchStartedAt"
  | "providerSubmittedAt"
  | "providerStartedAt"
  | "providerFinishedAt"
  | "outputFetchStartedAt"
  | "outputStoredAt"
  | "previewReadyAt"
  | "finishedAt"
  | "projectId"
  | "projectName"
  | "projectRevision"
  | "assetId"
  | "spec"
  | "output"
>;

function presentTimestamps(row: ShownTask): Task["timestamps"] {
  return {
    accepted_at: row.acceptedAt.toISOString(),
    queued_at: iso(row.queuedAt),
    dispatch_started_at: iso(row.dispatchStartedAt),
    provider_submitted_at: iso(row.providerSubmittedAt),
    provider_started_at: iso(row.providerStartedAt),
    provider_finished_at: iso(row.providerFinishedAt),
    output_fetch_started_at: iso(row.outputFetchStartedAt),
    output_stored_at: iso(row.outputStoredAt),
    preview_ready_at: iso(row.previewReadyAt),
    finished_at: iso(row.finishedAt),
  };
}

/** Null of what was made before it was written down. */
export function presentProvenance({ provenance }: StoredExport): Provenance | null {
  return provenance === undefined ? null : { ...provenance, tools: [...provenance.tools] };
}

async function presentOutput(
  deps: Deps,
  output: StoredExport,
  contentType: string,
): Promise<Task["output"]> {
  return {
    width: output.width,
    height: output.height,
    frame_count: output.frameCount,
    duration_ms: output.durationMs,
    size_bytes: output.sizeBytes,
    checksum: output.checksum,
    content_type: contentType,
    video_url: await viewLink(deps, output.videoKey, contentType),
    poster_url: await viewLinkOrNull(deps, output.posterKey, "image/jpeg"),
    provenance: presentProvenance(output),
  };
}

/** What is shown of a task beside its row. */
export interface ShownWork {
  readonly row: ShownTask;
  readonly progress: number;
  readonly steps: readonly StepGlance[];
}

/** The first of the held outputs to be given up decides: it takes the task with it. */
function keptUntil(steps: readonly StepGlance[]): string | null {
  const sincesMs = steps.flatMap(({ heldSince }) =>
    heldSince === null ? [] : [Date.parse(heldSince)],
  );
  if (sincesMs.length === 0) return null;
  return new Date(Math.min(...sincesMs) + OUTPUT_HOLD_MS).toISOString();
}

/** The task as its owner sees it. */
export async function presentTask(deps: Deps, work: ShownWork): Promise<Task> {
  const { row, progress, steps } = work;
  const spec = row.scene === "export" && row.spec !== null ? exportSpec.parse(row.spec) : null;
  const { contentType } = formatOf(spec?.format ?? "mp4-h264");
  return {
    id: row.id,
    scene: row.scene,
    state: row.state,
    version: row.version,
    progress: row.state === "SUCCEEDED" ? 100 : Math.max(row.progress, progress),
    cancel_requested_at: iso(row.cancelRequestedAt),
    failure: failureOf(row.failureCode),
    output_kept_until: keptUntil(steps),
    can_retry: canRetry(row),
    credits: {
      reserved: row.creditsReserved,
      settled: row.creditsSettled,
      released: row.creditsReleased,
    },
    timestamps: presentTimestamps(row),
    project_id: row.projectId,
    project_name: row.projectName,
    revision: row.projectRevision,
    asset_id: row.assetId,
    export: spec,
    generation:
      row.scene === "generate" && row.spec !== null ? generationSpec.parse(row.spec) : null,
    output: row.output === null ? null : await presentOutput(deps, row.output, contentType),
  };
}

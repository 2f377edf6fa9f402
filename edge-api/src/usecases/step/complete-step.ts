import { exportSpec } from "@cutroom/contracts";
import type {
  exportResult,
  generateResult,
  ingestResult,
  segmentsResult,
  storedOutput,
} from "@cutroom/contracts";
import { keepSegmentPack, schema } from "@cutroom/db";
import type { AssetRow, Fence, TaskRow, Transaction } from "@cutroom/db";
import { outputKey, outputsOf } from "@cutroom/domain";
import type { AiDisclosure, ExportFormat, StepKind } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { openReview } from "../moderation/open-review.ts";
import { followEnd } from "../task/follow-end.ts";
import { endStep } from "./end-step.ts";
import { findStep } from "./find-step.ts";
import { keepClip, keepSigned, outputOf } from "./keep-output.ts";
import type { Stored } from "./keep-output.ts";

const { asset, task, upload } = schema;

export interface Completion extends Fence {
  readonly outputs: readonly z.output<typeof storedOutput>[];
  readonly result:
    | z.output<typeof ingestResult>
    | z.output<typeof exportResult>
    | z.output<typeof segmentsResult>
    | z.output<typeof generateResult>;
}

/** The store is asked; what the worker says of its uploads is not enough (I6). */
async function verifyOutputs(
  deps: Deps,
  where: { readonly tenantId: string; readonly kind: StepKind },
  done: Completion,
  format: ExportFormat | null,
) {
  const stored = new Map<string, Stored>();
  for (const claimed of done.outputs) {
    const output = outputsOf(where.kind, format).find(
      (candidate) => candidate.name === claimed.name,
    );
    if (output === undefined) return refuse("upload.size-mismatch", { output: claimed.name });
    const key = outputKey({
      tenantId: where.tenantId,
      stepId: done.stepId,
      attempt: done.attempt,
      output,
    });
    const head = await deps.store.head(key);
    if (head?.sizeBytes !== claimed.size_bytes || claimed.size_bytes === 0) {
      return refuse("upload.size-mismatch", {
        output: claimed.name,
        wanted: claimed.size_bytes,
        stored: head?.sizeBytes ?? 0,
      });
    }
    stored.set(claimed.name, { key, sizeBytes: claimed.size_bytes, sha256: claimed.sha256 });
  }
  return ok(stored);
}

/** What an export is made as, and what its shares have cost before. */
async function readExport(
  deps: Deps,
  taskId: string,
): Promise<{ readonly format: ExportFormat; readonly sharesCpuMs: number }> {
  const rows = await deps.database
    .select({
      spec: task.spec,
      sharesCpuMs: sql<number>`coalesce((
        select sum((part.result ->> 'cpu_ms')::integer) from step part
         where part.task_id = ${taskId} and part.kind = 'segments'), 0)::float8`,
    })
    .from(task)
    .where(eq(task.id, taskId));
  const { spec, sharesCpuMs } = rows[0] ?? { spec: {}, sharesCpuMs: 0 };
  return { format: exportSpec.parse(spec).format, sharesCpuMs };
}

/** Without these there is nothing to show: such a success is no success. */
function lacksOutput(done: Completion, stored: ReadonlyMap<string, Stored>): string | null {
  if (done.result.kind === "segments") {
    return done.result.segments.length === 0 || stored.has("pack") ? null : "pack";
  }
  if (done.result.kind !== "ingest") return stored.has("video") ? null : "video";
  if (done.result.has_master && !stored.has("master")) return "master";
  return null;
}

/** Of a file that nobody has told us of, its own word is the best there is. */
function disclosureAfter(
  known: AssetRow,
  said: z.output<typeof ingestResult>["said_origin"],
): AiDisclosure {
  const isUnknown = known.aiDisclosure === "undeclared";
  return isUnknown ? (said?.disclosure ?? "undeclared") : known.aiDisclosure;
}

async function keepIngest(
  deps: Deps,
  tx: Transaction,
  row: TaskRow,
  result: z.output<typeof ingestResult>,
  stored: ReadonlyMap<string, Stored>,
): Promise<void> {
  if (row.assetId === null) return;
  const [known] = await tx.select().from(asset).where(eq(asset.id, row.assetId));
  if (known === undefined) return;
  const master = result.has_master ? stored.get("master") : undefined;
  const signed = stored.get("original");
  const original = signed ?? { key: known.originalKey, sizeBytes: known.sizeBytes };
  await tx
    .update(asset)
    .set({
      state: "READY",
      checksum: result.checksum,
      facts: result.facts,
      warnings: result.warnings,
      saidOrigin: result.said_origin ?? null,
      aiDisclosure: disclosureAfter(known, result.said_origin),
      originalKey: original.key,
      sizeBytes: original.sizeBytes,
      masterKey: master?.key ?? original.key,
      masterSizeBytes: master?.sizeBytes ?? original.sizeBytes,
      proxyKey: stored.get("proxy")?.key ?? null,
      posterKey: stored.get("poster")?.key ?? null,
      peaksKey: stored.get("peaks")?.key ?? null,
      filmstripKey: result.filmstrip === null ? null : (stored.get("filmstrip")?.key ?? null),
      filmstrip: result.filmstrip,
      subtitles: (result.subtitles ?? []).flatMap(({ name, language, title }) => {
        const key = stored.get(name)?.key;
        return key === undefined ? [] : [{ language, title, key }];
      }),
    })
    .where(eq(asset.id, row.assetId));
  if (signed !== undefined) await keepSigned(tx, row, signed, result.provenance);
  if (result.facts.video === null) return;
  await openReview(deps, tx, { task: row, file: known, contentVersion: result.checksum });
}

/** What a share has rendered is there for the film, and for the next exports of the project. */
async function keepSegments(
  tx: Transaction,
  row: TaskRow,
  segments: z.output<typeof segmentsResult>["segments"],
  stored: ReadonlyMap<string, Stored>,
): Promise<void> {
  const pack = stored.get("pack");
  if (pack === undefined || row.projectId === null) return;
  const { key: objectKey, sizeBytes } = pack;
  const { tenantId, projectId } = row;
  await keepSegmentPack(tx, { objectKey, tenantId, projectId, sizeBytes, segments });
}

/** True when the bytes that arrived are not the ones that were announced (M1). */
async function differsFromAnnounced(deps: Deps, taskId: string, done: Completion) {
  if (done.result.kind !== "ingest") return false;
  const rows = await deps.database
    .select({ sha256: upload.sha256 })
    .from(upload)
    .where(eq(upload.taskId, taskId));
  const announced = rows[0]?.sha256 ?? null;
  return announced !== null && announced !== done.result.checksum;
}

/**
 * The usual end of an export, in one statement with those that end at the same moment. Null when
 * more follows from it than that statement knows.
 */
async function acceptExport(
  deps: Deps,
  fence: Fence,
  result: z.output<typeof exportResult>,
  stored: ReadonlyMap<string, Stored>,
): Promise<boolean | null> {
  const output = outputOf(result, stored);
  const verdict = await deps.dispatch.succeed({ ...fence, result, output });
  if (verdict.kind === "open") return null;
  if (verdict.kind === "lost") return false;
  await deps.reach("end.committed");
  const { taskId: id, tenantId, round } = verdict;
  await followEnd(deps, { id, tenantId, round });
  return true;
}

/** Ends the attempt with what came of it; false when it does not hold its step any more. */
async function accept(
  deps: Deps,
  fence: Fence,
  result: Completion["result"],
  made: { readonly stored: ReadonlyMap<string, Stored>; readonly sharesCpuMs: number },
): Promise<boolean> {
  const { stored, sharesCpuMs } = made;
  switch (result.kind) {
    case "ingest": {
      let before: string | null = null;
      const ended = await endStep(deps, fence, { kind: "succeeded", result }, async (tx, row) => {
        before = row.output?.videoKey ?? null;
        await keepIngest(deps, tx, row, result, stored);
      });
      // Its unsigned bytes are nobody's any more.
      if (ended && before !== null && stored.has("original")) deps.defer(deps.store.delete(before));
      return ended;
    }
    case "segments": {
      const { segments, ...said } = result;
      const kept = { ...said, segments: segments.length };
      return endStep(deps, fence, { kind: "succeeded", result: kept }, (tx, row) =>
        keepSegments(tx, row, segments, stored),
      );
    }
    case "generate": {
      const output = outputOf(result, stored);
      const outcome = { kind: "succeeded", result, made: { output } } as const;
      return endStep(deps, fence, outcome, (tx, row) => keepClip(tx, row, output));
    }
    case "export": {
      const whole = { ...result, cpu_ms: result.cpu_ms + sharesCpuMs };
      const usual = await acceptExport(deps, fence, whole, stored);
      if (usual !== null) return usual;
      const output = outputOf(whole, stored);
      return endStep(deps, fence, { kind: "succeeded", result: whole, made: { output } });
    }
  }
}

/**
 * Accepts a finished step: its outputs are in the store with the right sizes, its lease holds,
 * and money, files and state follow in one transaction (C8, I6, I9).
 */
export async function completeStep(deps: Deps, done: Completion) {
  const step = await findStep(deps, done.stepId);
  if (step === null) return refuse("request.not-found");
  if (step.attempt !== done.attempt || step.state !== "RUNNING") return refuse("lease.lost");
  if (step.kind !== done.result.kind) return refuse("upload.size-mismatch", { kind: step.kind });
  const { stepId, workerId, attempt } = done;
  const fence: Fence = { stepId, workerId, attempt };
  if (await differsFromAnnounced(deps, step.taskId, done)) {
    const failed = await endStep(deps, fence, {
      kind: "failed",
      retryable: false,
      code: "CORRUPT",
      internal: "sha256 differs from the announced one",
    });
    return failed ? ok({ accepted: true as const }) : refuse("lease.lost");
  }
  const about = step.kind === "export" ? await readExport(deps, step.taskId) : null;
  const verified = await verifyOutputs(deps, step, done, about?.format ?? null);
  if (!verified.ok) return verified;
  const stored = verified.value;
  const lacking = lacksOutput(done, stored);
  if (lacking !== null) return refuse("upload.size-mismatch", { output: lacking, stored: 0 });
  await deps.reach("complete.checked");
  const accepted = await accept(deps, fence, done.result, {
    stored,
    sharesCpuMs: about?.sharesCpuMs ?? 0,
  });
  return accepted ? ok({ accepted: true as const }) : refuse("lease.lost");
}

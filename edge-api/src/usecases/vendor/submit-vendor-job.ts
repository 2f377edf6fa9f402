import {
  acceptVendorJob,
  asSystem,
  noteRequest,
  readVendorRecords,
  schema,
  writeVendorNews,
} from "@cutroom/db";
import type { ClaimedRow, TaskRow } from "@cutroom/db";
import { generationSpec } from "@cutroom/contracts";
import type { GenerationSpec } from "@cutroom/contracts";
import {
  clipModel,
  failureCodeOf,
  nextPollMs,
  restOfVendor,
  vendorEstimateMicros,
} from "@cutroom/domain";
import type { FrameRole, VendorFailure } from "@cutroom/domain";
import type { Generator, GenerateRequest, SubmitOutcome } from "@cutroom/ports";
import { and, eq, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { workLink } from "../../signed-links.ts";
import { endStep } from "../step/end-step.ts";
import type { StepOutcome } from "../step/end-step.ts";
import { callbackUrl } from "./callback-url.ts";
import { deskFence } from "./desk-fence.ts";

const { asset, task, vendorJob } = schema;

/** A request that nobody has reported on by then was sent by a process that has died. */
const SUBMIT_HOLD_MS = 60_000;
/** Where a vendor turns a request away and does not say for how long. */
const BUSY_MS = 15_000;

/** One request has one name for ever: it is stored before the first byte leaves (G2). */
const requestIdOf = ({ stepId, attempt }: ClaimedRow) => `${stepId}-${attempt}`;

/** Addresses of the pictures that the clip begins and ends with, good for about as long as a step. */
async function frameLinks(deps: Deps, tenantId: string, { assets = [] }: GenerationSpec) {
  const links: Partial<Record<FrameRole, string>> = {};
  for (const { asset_id: id, role } of assets) {
    const [row] = await deps.database
      .select({ masterKey: asset.masterKey })
      .from(asset)
      .where(and(eq(asset.tenantId, tenantId), eq(asset.id, id)));
    if (row?.masterKey) links[role] = await workLink(deps, row.masterKey);
  }
  return links;
}

async function requestOf(
  deps: Deps,
  claimed: ClaimedRow,
  row: TaskRow,
): Promise<GenerateRequest | null> {
  const { data: spec } = generationSpec.safeParse(row.spec);
  const vendor = spec === undefined ? null : clipModel(spec.model).vendor;
  if (spec === undefined || vendor === null) return null;
  const requestId = requestIdOf(claimed);
  return {
    requestId,
    model: spec.model,
    prompt: spec.prompt,
    negativePrompt: spec.negative_prompt ?? null,
    seed: spec.seed,
    ratio: spec.ratio,
    durationMs: spec.duration_ms,
    frames: await frameLinks(deps, row.tenantId, spec),
    callbackUrl: await callbackUrl(deps, { vendor, requestId }),
  };
}

/** The request is on record, with its price, before it leaves. False: the lease is lost. */
function keepRequest(
  deps: Deps,
  claimed: ClaimedRow,
  { requestId, model, durationMs }: GenerateRequest,
  generator: Generator,
): Promise<boolean> {
  const { stepId, attempt, tenantId, taskId } = claimed;
  return asSystem(deps.database, async (tx) => {
    const noted = await noteRequest(tx, { ...deskFence(claimed), key: requestId });
    if (noted === null) return false;
    await tx.insert(vendorJob).values({
      id: requestId,
      tenantId,
      taskId,
      stepId,
      attempt,
      vendor: generator.vendor,
      model,
      estimateMicros: vendorEstimateMicros(model, durationMs),
      nextPollAt: sql`now() + ${SUBMIT_HOLD_MS} * interval '1 millisecond'`,
    });
    return true;
  });
}

function outcomeOf(failure: VendorFailure, retryAfterMs: number | null): StepOutcome {
  const code = failureCodeOf(failure.class);
  const { internal } = failure;
  // Being turned away is no failure: the step stays queued (G4).
  if (failure.class === "rate_limited") {
    return { kind: "busy", code, internal, delayMs: retryAfterMs ?? BUSY_MS };
  }
  return { kind: "failed", code, internal, retryable: failure.retryable };
}

async function keepAnswer(
  deps: Deps,
  claimed: ClaimedRow,
  { requestId: id }: GenerateRequest,
  answer: SubmitOutcome,
  generator: Generator,
): Promise<void> {
  const fence = deskFence(claimed);
  switch (answer.kind) {
    case "accepted": {
      const asked = { polls: 0, ageMs: 0, hasCallback: generator.callsBack };
      const nextMs = nextPollMs(asked, deps.chance());
      // False when a callback came first and has bound it: then it is known already (G3).
      await asSystem(deps.database, (tx) =>
        acceptVendorJob(tx, { id, handle: answer.handle, nextPollMs: nextMs }),
      );
      return;
    }
    case "refused": {
      const { failure } = answer;
      await asSystem(deps.database, async (tx) => {
        const facts = { stage: null, progress: 0, outputs: [], cost: null } as const;
        await writeVendorNews(tx, id, { ...facts, state: "REFUSED", failure });
        await tx
          .update(vendorJob)
          .set({ toldAt: sql`now()` })
          .where(eq(vendorJob.id, id));
      });
      await endStep(deps, fence, outcomeOf(failure, answer.retryAfterMs));
      return;
    }
    case "unknown": {
      const { internal } = answer;
      await deps.database
        .update(vendorJob)
        .set({ state: "UNKNOWN", nextPollAt: sql`now()` })
        .where(sql`${vendorJob.id} = ${id} and ${vendorJob.state} = 'SUBMITTING'`);
      await endStep(deps, fence, { kind: "unclear", code: "MODEL_FAILED", internal });
    }
  }
}

const giveUp = (internal: string): StepOutcome => ({
  kind: "failed",
  retryable: false,
  code: "MODEL_UNAVAILABLE",
  internal,
});

/**
 * Sends one request to a vendor, once (G2). Whatever the answer is, or if there is none, the step
 * ends in a state that says what is known; a process that dies in between leaves a doubt.
 */
export async function submitVendorJob(deps: Deps, claimed: ClaimedRow): Promise<void> {
  const fence = deskFence(claimed);
  const [row] = await deps.database.select().from(task).where(eq(task.id, claimed.taskId));
  if (row === undefined) throw new Error("a step without a task");
  if (row.cancelRequestedAt !== null) return void (await endStep(deps, fence, { kind: "stopped" }));
  const request = await requestOf(deps, claimed, row);
  const vendor = request === null ? null : clipModel(request.model).vendor;
  const generator = vendor === null ? undefined : deps.generators.get(vendor);
  if (request === null || generator === undefined) {
    return void (await endStep(deps, fence, giveUp("no such vendor here any more")));
  }
  const restMs = restOfVendor(await readVendorRecords(deps.database, generator.vendor));
  if (restMs > 0) {
    const internal = `${generator.vendor} is left alone for a while`;
    const rest = { kind: "busy", code: "MODEL_UNAVAILABLE", internal, delayMs: restMs } as const;
    return void (await endStep(deps, fence, rest));
  }
  if (!(await keepRequest(deps, claimed, request, generator))) return;
  const answer = await generator.submit(request);
  await keepAnswer(deps, claimed, request, answer, generator);
}

import {
  acceptVendorJob,
  asSystem,
  noteRequest,
  restModel,
  schema,
  writeVendorNews,
} from "@cutroom/db";
import type { ClaimedRow, ModelRow } from "@cutroom/db";
import { generationSpec } from "@cutroom/contracts";
import type { GenerationSpec } from "@cutroom/contracts";
import {
  clipModel,
  dispatchClip,
  failureCodeOf,
  mayGoElsewhere,
  nextPollMs,
  restAfter,
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
import { moveToModel, routeClaimed } from "./route-claimed.ts";
import type { ClipAtDesk } from "./route-claimed.ts";
import { waitForTurn } from "./wait-for-turn.ts";

const { asset, task, vendorJob } = schema;

/** A request that nobody has reported on by then was sent by a process that has died. */
const SUBMIT_HOLD_MS = 60_000;

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
  { claimed, spec }: ClipAtDesk,
  generator: Generator,
): Promise<GenerateRequest> {
  const requestId = requestIdOf(claimed);
  return {
    requestId,
    model: spec.model,
    prompt: spec.prompt,
    negativePrompt: spec.negative_prompt ?? null,
    seed: spec.seed,
    ratio: spec.ratio,
    durationMs: spec.duration_ms,
    frames: await frameLinks(deps, claimed.tenantId, spec),
    callbackUrl: await callbackUrl(deps, { vendor: generator.vendor, requestId }),
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

function outcomeOf(failure: VendorFailure, restMs: number): StepOutcome {
  const code = failureCodeOf(failure.class);
  const { internal } = failure;
  // Being turned away is no failure: the step stays queued (G4).
  if (failure.class === "rate_limited" || failure.class === "concurrency") {
    return { kind: "busy", code, internal, delayMs: restMs };
  }
  return { kind: "failed", code, internal, retryable: failure.retryable };
}

/** Nothing was accepted, and that is certain: so another model may be asked, or this one later. */
async function keepRefusal(
  deps: Deps,
  clip: ClipAtDesk,
  id: string,
  { failure, retryAfterMs }: Extract<SubmitOutcome, { kind: "refused" }>,
): Promise<void> {
  const { model } = clip.spec;
  const restMs = restAfter(failure.class, retryAfterMs);
  await asSystem(deps.database, async (tx) => {
    const facts = { stage: null, progress: 0, outputs: [], cost: null } as const;
    await writeVendorNews(tx, id, { ...facts, state: "REFUSED", failure });
    await tx
      .update(vendorJob)
      .set({ toldAt: sql`now()` })
      .where(eq(vendorJob.id, id));
    if (restMs > 0) await restModel(tx, { model, restMs, reason: failure.class });
  });
  if (clip.spec.auto !== undefined && mayGoElsewhere(failure.class)) {
    const [next] = (await routeClaimed(deps, clip, model)).candidates;
    if (next !== undefined) {
      return moveToModel(deps, clip, { to: next.model, cause: failure.class });
    }
  }
  await endStep(deps, deskFence(clip.claimed), outcomeOf(failure, restMs));
}

async function keepAnswer(
  deps: Deps,
  clip: ClipAtDesk,
  { requestId: id }: GenerateRequest,
  answer: SubmitOutcome,
  generator: Generator,
): Promise<void> {
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
    case "refused":
      return keepRefusal(deps, clip, id, answer);
    case "unknown": {
      // Never to another model: this one may be at work already (I3, G2).
      const { internal } = answer;
      await deps.database
        .update(vendorJob)
        .set({ state: "UNKNOWN", nextPollAt: sql`now()` })
        .where(sql`${vendorJob.id} = ${id} and ${vendorJob.state} = 'SUBMITTING'`);
      const unclear = { kind: "unclear", code: "MODEL_FAILED", internal } as const;
      await endStep(deps, deskFence(clip.claimed), unclear);
    }
  }
}

const giveUp = (internal: string): StepOutcome => ({
  kind: "failed",
  retryable: false,
  code: "MODEL_UNAVAILABLE",
  internal,
});

async function send(deps: Deps, clip: ClipAtDesk, isProbe: boolean): Promise<void> {
  const { claimed, spec } = clip;
  const { vendor } = clipModel(spec.model);
  const generator = vendor === null ? undefined : deps.generators.get(vendor);
  if (generator === undefined) throw new Error(`routed to ${spec.model}, which is not here`);
  const delayMs = await waitForTurn(deps, spec.model, isProbe);
  if (delayMs > 0) {
    const internal = `${spec.model} takes no more in this minute`;
    const wait = { kind: "busy", code: "MODEL_UNAVAILABLE", internal, delayMs } as const;
    return void (await endStep(deps, deskFence(claimed), wait));
  }
  const request = await requestOf(deps, clip, generator);
  if (!(await keepRequest(deps, claimed, request, generator))) return;
  const answer = await generator.submit(request);
  await keepAnswer(deps, clip, request, answer, generator);
}

/**
 * Sends one request to a vendor, once (G2), or lets it wait or go to another model (G4). Whatever
 * the answer is, or if there is none, the step ends in a state that says what is known; a process
 * that dies in between leaves a doubt.
 */
export async function submitVendorJob(
  deps: Deps,
  claimed: ClaimedRow,
  models: readonly ModelRow[],
): Promise<void> {
  const fence = deskFence(claimed);
  const [row] = await deps.database.select().from(task).where(eq(task.id, claimed.taskId));
  if (row === undefined) throw new Error("a step without a task");
  if (row.cancelRequestedAt !== null) return void (await endStep(deps, fence, { kind: "stopped" }));
  const { data: spec } = generationSpec.safeParse(row.spec);
  if (spec === undefined) return void (await endStep(deps, fence, giveUp("no such work here")));
  const clip = { claimed, row, spec, models };
  const decided = dispatchClip(spec.model, await routeClaimed(deps, clip));
  switch (decided.kind) {
    case "send":
      return send(deps, clip, decided.isProbe);
    case "move":
      return moveToModel(deps, clip, { to: decided.to, cause: "left alone" });
    case "wait": {
      const { delayMs, reason } = decided;
      const internal = `${spec.model} is left alone for a while: ${reason}`;
      const busy = { kind: "busy", code: "MODEL_UNAVAILABLE", internal, delayMs } as const;
      return void (await endStep(deps, fence, busy));
    }
    case "refuse":
      return void (await endStep(deps, fence, giveUp(`no such vendor here: ${decided.reason}`)));
  }
}

/** What is over at the vendor is told to the step that waits for it, with what it cost (C6). */
import { asSystem, readVendorStep, schema } from "@cutroom/db";
import type { Transaction, VendorJobRow } from "@cutroom/db";
import { failureCodeOf } from "@cutroom/domain";
import { eq, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { endStep } from "../step/end-step.ts";
import type { StepOutcome } from "../step/end-step.ts";
import { resolveUnknownStep } from "../step/resolve-unknown-step.ts";
import { deskFence } from "./desk-fence.ts";

const { costLine, vendorJob } = schema;

/** A vendor that asks for so much more or less than expected is looked into. */
const VARIANCE = 0.1;

/** Books what the vendor was expected to ask for, and what it asks for: once for each request. */
async function bookVendorCost(deps: Deps, tx: Transaction, job: VendorJobRow): Promise<void> {
  const { tenantId, taskId, id: key, currency, vendor, vendorJobId } = job;
  const isMade = job.state === "SUCCEEDED";
  const actual = job.costMicros ?? (isMade ? job.estimateMicros : 0);
  if (actual === 0 && !isMade) return;
  const line = { tenantId, taskId, key, currency, vendor, vendorJobId };
  await tx
    .insert(costLine)
    .values([
      { ...line, kind: "provider_estimate", amountMicros: job.estimateMicros },
      { ...line, kind: "provider_actual", amountMicros: actual },
    ])
    .onConflictDoNothing();
  const off = Math.abs(actual - job.estimateMicros);
  if (isMade && off > job.estimateMicros * VARIANCE) {
    deps.log({ level: "warn", message: "vendor price differs", taskId, vendor, actual });
  }
}

/** No address of the vendor is in here: it would reach logs and operators (I6). */
const resultOf = (job: VendorJobRow) => ({
  kind: "vendor",
  vendor: job.vendor,
  request: job.id,
});

function outcomeOf(job: VendorJobRow): StepOutcome {
  const { failure } = job;
  if (job.state === "SUCCEEDED") {
    return { kind: "succeeded", result: resultOf(job), made: { isProviderDone: true } };
  }
  if (job.state === "CANCELED") {
    return { kind: "failed", retryable: false, code: "CANCELED", internal: "canceled" };
  }
  const retryable = failure?.retryable === true && failure.billed === "no";
  return {
    kind: "failed",
    retryable,
    code: failureCodeOf(failure?.class ?? "vendor_error"),
    internal: failure?.internal ?? "no reason given",
  };
}

/** The step is in doubt: what is known by now ends that. */
async function resolve(deps: Deps, job: VendorJobRow): Promise<void> {
  const outcome = outcomeOf(job);
  if (outcome.kind === "succeeded") {
    await resolveUnknownStep(deps, job.stepId, outcome);
  } else if (outcome.kind === "failed") {
    const { code, internal } = outcome;
    await resolveUnknownStep(deps, job.stepId, { kind: "failed", code, internal });
  }
}

/**
 * Ends the step by what the vendor's job has come to, and books its cost. May die at any line and
 * be called again: a step that has ended is left as it is, and so is a cost that is booked.
 */
export async function tellEnd(deps: Deps, job: VendorJobRow): Promise<void> {
  const standing = await readVendorStep(deps.database, job);
  const isItsAttempt = standing?.attempt === job.attempt;
  if (isItsAttempt && standing.state === "UNKNOWN") await resolve(deps, job);
  if (isItsAttempt && standing.state === "RUNNING") {
    const ended = await endStep(deps, deskFence(job), outcomeOf(job));
    // The lease has run out and nobody has looked yet: the next pass finds a doubt to resolve.
    if (!ended) return;
  }
  await asSystem(deps.database, async (tx) => {
    await bookVendorCost(deps, tx, job);
    await tx
      .update(vendorJob)
      .set({ toldAt: sql`coalesce(${vendorJob.toldAt}, now())` })
      .where(eq(vendorJob.id, job.id));
  });
}

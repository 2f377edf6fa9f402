/** Finds out what became of a request whose answer was lost (I3, G2). */
import { acceptVendorJob, asSystem, readVendorStep, schema } from "@cutroom/db";
import type { VendorJobRow } from "@cutroom/db";
import { generationSpec } from "@cutroom/contracts";
import type { Generator } from "@cutroom/ports";
import { sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { resolveUnknownStep } from "../step/resolve-unknown-step.ts";
import { callbackUrl } from "./callback-url.ts";

const { vendorJob } = schema;

/** A vendor's list may lag behind what it accepted: absence is believed after this. */
const ABSENCE_AFTER_MS = 2 * 60_000;
const ASK_AGAIN_MS = 30_000;

async function find(deps: Deps, job: VendorJobRow, generator: Generator, specOf: unknown) {
  const { data: spec } = generationSpec.safeParse(specOf);
  if (spec === undefined) return { kind: "unsupported" } as const;
  return generator.find({
    requestId: job.id,
    model: spec.model,
    prompt: spec.prompt,
    negativePrompt: spec.negative_prompt ?? null,
    seed: spec.seed,
    ratio: spec.ratio,
    durationMs: spec.duration_ms,
    callbackUrl: await callbackUrl(deps, { vendor: job.vendor, requestId: job.id }),
    submittedAtMs: job.submittedAt.getTime(),
  });
}

/** True when nobody else has moved it: then its step may be sent again. */
async function noteAbsent(deps: Deps, job: VendorJobRow): Promise<boolean> {
  const rows = await deps.database
    .update(vendorJob)
    .set({ state: "ABSENT", finishedAt: sql`now()`, toldAt: sql`now()` })
    .where(sql`${vendorJob.id} = ${job.id} and ${vendorJob.state} = 'UNKNOWN'`)
    .returning({ id: vendorJob.id });
  return rows.length > 0;
}

/** False once an operator has answered for the request: its step has gone on without it. */
function waitsFor(standing: Awaited<ReturnType<typeof readVendorStep>>, job: VendorJobRow) {
  return (
    standing !== null &&
    standing.attempt === job.attempt &&
    (standing.state === "UNKNOWN" || standing.state === "RUNNING")
  );
}

/**
 * Ends a doubt by the vendor's own records. Where it keeps none that tell, a callback may still
 * end it, or an operator who answers for it; no passing of time ever does.
 */
export async function reconcileVendorJob(
  deps: Deps,
  job: VendorJobRow,
  generator: Generator,
): Promise<void> {
  await deps.database
    .update(vendorJob)
    .set({ state: "UNKNOWN" })
    .where(sql`${vendorJob.id} = ${job.id} and ${vendorJob.state} = 'SUBMITTING'`);
  const standing = await readVendorStep(deps.database, job);
  const found = await find(deps, job, generator, standing?.spec);
  const ageMs = deps.clock.nowMs() - job.submittedAt.getTime();
  if (found.kind === "found") {
    const handle = found.handle;
    await asSystem(deps.database, (tx) =>
      acceptVendorJob(tx, { id: job.id, handle, nextPollMs: 0 }),
    );
    return;
  }
  if (found.kind === "absent" && ageMs >= ABSENCE_AFTER_MS) {
    const inDoubt = standing?.state === "UNKNOWN" && standing.attempt === job.attempt;
    // While its lease still runs nobody may say so: the next look finds the doubt.
    if (!inDoubt || !(await noteAbsent(deps, job))) return;
    const verdict = { kind: "absent", internal: found.internal } as const;
    await resolveUnknownStep(deps, job.stepId, verdict);
    return;
  }
  if (found.kind === "unsupported" && !waitsFor(standing, job)) {
    await noteAbsent(deps, job);
    return;
  }
  await deps.database
    .update(vendorJob)
    .set({ nextPollAt: sql`now() + ${ASK_AGAIN_MS} * interval '1 millisecond'` })
    .where(sql`${vendorJob.id} = ${job.id}`);
}

/** Finds out what became of a request whose answer was lost (I3, G2). */
import { acceptVendorJob, asSystem, readVendorStep, schema } from "@cutroom/db";
import type { VendorJobRow } from "@cutroom/db";
import { generationSpec } from "@cutroom/contracts";
import type { Generator, VendorHandle } from "@cutroom/ports";
import { and, eq, inArray, sql } from "drizzle-orm";
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
    model: job.model,
    prompt: spec.prompt,
    negativePrompt: spec.negative_prompt ?? null,
    seed: spec.seed,
    ratio: spec.ratio,
    durationMs: spec.duration_ms,
    // Nobody is sent anything: a list tells a request by its words.
    frames: {},
    callbackUrl: await callbackUrl(deps, { vendor: job.vendor, requestId: job.id }),
    submittedAtMs: job.submittedAt.getTime(),
  });
}

/** Of jobs that may be it, the newest that belongs to no other request. */
async function firstFree(deps: Deps, job: VendorJobRow, handles: readonly VendorHandle[]) {
  const ids = handles.map((handle) => handle.jobId);
  const taken = await deps.database
    .select({ id: vendorJob.vendorJobId })
    .from(vendorJob)
    .where(and(eq(vendorJob.vendor, job.vendor), inArray(vendorJob.vendorJobId, ids)));
  const others = new Set(taken.map((row) => row.id));
  return handles.find((handle) => !others.has(handle.jobId)) ?? null;
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
  const handle = found.kind === "found" ? await firstFree(deps, job, found.handles) : null;
  if (handle !== null) {
    await asSystem(deps.database, (tx) =>
      acceptVendorJob(tx, { id: job.id, handle, nextPollMs: 0 }),
    );
    return;
  }
  // What is there belongs to others: so this request has left nothing.
  const isAbsent = found.kind === "absent" || found.kind === "found";
  if (isAbsent && ageMs >= ABSENCE_AFTER_MS) {
    const inDoubt = standing?.state === "UNKNOWN" && standing.attempt === job.attempt;
    // While its lease still runs nobody may say so: the next look finds the doubt.
    if (!inDoubt || !(await noteAbsent(deps, job))) return;
    const internal = found.kind === "absent" ? found.internal : "all that is there is taken";
    const verdict = { kind: "absent", internal } as const;
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

/** Asks what became of requests, where nobody calls back or a callback was lost (G2, G3). */
import { readVendorStep, schema, takeDueVendorJobs } from "@cutroom/db";
import type { VendorJobRow } from "@cutroom/db";
import { isVendorJobOver, nextPollMs } from "@cutroom/domain";
import type { VendorStatus } from "@cutroom/domain";
import type { Generator, VendorHandle } from "@cutroom/ports";
import { eq, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { hearStatus } from "./hear-status.ts";
import { reconcileVendorJob } from "./reconcile-vendor-job.ts";
import { tellEnd } from "./tell-end.ts";

const { vendorJob } = schema;

/** Longer than any answer takes: meanwhile nobody else asks for the same job. */
const HOLD_MS = 60_000;

async function waitFor(deps: Deps, job: VendorJobRow, delayMs: number): Promise<void> {
  await deps.database
    .update(vendorJob)
    .set({
      polls: sql`${vendorJob.polls} + 1`,
      nextPollAt: sql`now() + ${delayMs} * interval '1 millisecond'`,
    })
    .where(eq(vendorJob.id, job.id));
}

const CANCELED: VendorStatus = { state: "canceled", billed: "unknown" };

/** Once for each job: its owner does not want it any more (G1). True when that has ended it. */
async function cancelIfAsked(
  deps: Deps,
  job: VendorJobRow,
  generator: Generator,
  handle: VendorHandle,
): Promise<boolean> {
  if (job.cancelOutcome !== null) return false;
  const standing = await readVendorStep(deps.database, job);
  if (standing === null || standing.cancelRequestedAt === null) return false;
  const outcome = await generator.cancel(handle);
  if (outcome === "unreachable") return false;
  await deps.database
    .update(vendorJob)
    .set({ cancelOutcome: outcome })
    .where(eq(vendorJob.id, job.id));
  if (outcome !== "canceled") return false;
  await hearStatus(deps, job.id, CANCELED);
  return true;
}

/** The vendor has forgotten the job: what it made is lost, and an invoice says what it cost. */
const gone = (internal: string): VendorStatus => ({
  state: "failed",
  failure: { class: "expired", retryable: false, billed: "unknown", internal },
});

async function askOne(deps: Deps, job: VendorJobRow): Promise<void> {
  if (isVendorJobOver(job.state)) return tellEnd(deps, job);
  const generator = deps.generators.get(job.vendor);
  // Its key was taken away: the job is not lost, and whoever puts the key back goes on.
  if (generator === undefined) return;
  if (job.state !== "ACCEPTED") return reconcileVendorJob(deps, job, generator);
  const handle = job.handle as VendorHandle;
  if (await cancelIfAsked(deps, job, generator, handle)) return;
  const polled = await generator.poll(handle);
  const ageMs = deps.clock.nowMs() - job.submittedAt.getTime();
  const asked = { polls: job.polls, ageMs, hasCallback: generator.callsBack };
  const delayMs = nextPollMs(asked, deps.chance());
  switch (polled.kind) {
    case "unreachable":
      return waitFor(deps, job, Math.max(delayMs, polled.retryAfterMs ?? 0));
    case "gone":
      return void (await hearStatus(deps, job.id, gone(polled.internal)));
    case "status": {
      const heard = await hearStatus(deps, job.id, polled.status);
      if (heard !== null && !isVendorJobOver(heard.state)) await waitFor(deps, job, delayMs);
    }
  }
}

/** One question; what goes wrong with it is asked again when its time has come. */
export async function askVendor(deps: Deps, job: VendorJobRow): Promise<void> {
  try {
    await askOne(deps, job);
  } catch (error) {
    const { id, vendor } = job;
    deps.log({ level: "error", message: "vendor not asked", id, vendor, error: String(error) });
  }
}

/** Jobs that are due, the oldest first: nobody else asks for them meanwhile. */
export function takeDue(deps: Deps, limit: number): Promise<readonly VendorJobRow[]> {
  return takeDueVendorJobs(deps.database, { limit, holdMs: HOLD_MS });
}

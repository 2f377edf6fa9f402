/**
 * The desk at which vendors are asked (G2-G4, C8): it claims the steps whose work a vendor does,
 * sends what has to be sent, and asks what became of it. It runs where the keys are, in the API's
 * own process or by the queue's knock, as often and as many at once as one likes: every fact is a
 * row, and nothing is lost with the process.
 */
import { claimSteps, renewVendorLeases } from "@cutroom/db";
import type { ClaimedRow, ModelRow } from "@cutroom/db";
import { HEARTBEAT_MS, LEASE_MS } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { applyCallbacks } from "./apply-callbacks.ts";
import { askVendor, takeDue } from "./ask-vendor.ts";
import { DESK } from "./desk-fence.ts";
import { fetchOutput } from "./fetch-output.ts";
import { submitVendorJob } from "./submit-vendor-job.ts";
import { watchModels } from "./watch-models.ts";

/** Steps and questions of one pass: so many requests leave side by side. */
const STEPS = 8;
const QUESTIONS = 50;

async function perform(
  deps: Deps,
  claimed: ClaimedRow,
  models: readonly ModelRow[],
): Promise<void> {
  try {
    await (claimed.kind === "fetch"
      ? fetchOutput(deps, claimed)
      : submitVendorJob(deps, claimed, models));
  } catch (error) {
    // Its lease runs out, and the rules of a silent worker decide what that means.
    const { stepId } = claimed;
    deps.log({ level: "error", message: "vendor step died", stepId, error: String(error) });
  }
}

/** Holds the steps whose jobs vendors have. */
export function holdSteps(deps: Deps): Promise<void> {
  const lease = { workerId: DESK, leaseMs: LEASE_MS, everyMs: HEARTBEAT_MS };
  return renewVendorLeases(deps.database, lease);
}

/** Begins the best steps, at most `limit`; each promise is one of them at work. */
export async function beginSteps(deps: Deps, limit: number): Promise<readonly Promise<void>[]> {
  const claim = { pool: "vendor", workerId: DESK, limit, leaseMs: LEASE_MS } as const;
  const claimed = await claimSteps(deps.database, claim);
  const sends = claimed.some((row) => row.kind === "vendor");
  const models = sends ? await watchModels(deps) : [];
  return claimed.map((row) => perform(deps, row, models));
}

/** Asks for jobs that are due, at most `limit`; each promise is one question. */
export async function askDue(deps: Deps, limit: number): Promise<readonly Promise<void>[]> {
  return (await takeDue(deps, limit)).map((job) => askVendor(deps, job));
}

/** One pass, to the end of what it has begun. */
export async function workAtDesk(deps: Deps): Promise<void> {
  if (deps.generators.size === 0) return;
  await holdSteps(deps);
  await applyCallbacks(deps);
  await Promise.all(await askDue(deps, QUESTIONS));
  await Promise.all(await beginSteps(deps, STEPS));
}

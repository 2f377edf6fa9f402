/**
 * The desk at which vendors are asked (G2-G4, C8): it claims the steps whose work a vendor does,
 * sends what has to be sent, and asks what became of it. It runs where the keys are, in the API's
 * own process or by the queue's knock, as often and as many at once as one likes: every fact is a
 * row, and nothing is lost with the process.
 */
import { claimSteps, renewVendorLeases } from "@cutroom/db";
import type { ClaimedRow, ModelRow } from "@cutroom/db";
import { LEASE_MS } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { applyCallbacks } from "./apply-callbacks.ts";
import { askVendors } from "./ask-vendors.ts";
import { DESK } from "./desk-fence.ts";
import { fetchOutput } from "./fetch-output.ts";
import { submitVendorJob } from "./submit-vendor-job.ts";
import { watchModels } from "./watch-models.ts";

/** Steps begun in one pass: so many requests leave side by side. */
const CLAIM_LIMIT = 8;

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

/** One pass; how many steps it has begun. */
export async function workAtDesk(deps: Deps): Promise<number> {
  if (deps.generators.size === 0) return 0;
  await renewVendorLeases(deps.database, { workerId: DESK, leaseMs: LEASE_MS });
  await applyCallbacks(deps);
  await askVendors(deps);
  const claimed = await claimSteps(deps.database, {
    pool: "vendor",
    workerId: DESK,
    limit: CLAIM_LIMIT,
    leaseMs: LEASE_MS,
  });
  const sends = claimed.some((row) => row.kind === "vendor");
  const models = sends ? await watchModels(deps) : [];
  await Promise.all(claimed.map((row) => perform(deps, row, models)));
  return claimed.length;
}

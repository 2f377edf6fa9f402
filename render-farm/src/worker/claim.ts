/** Asks for the best steps that this worker may run. */
import type { ClaimedStep } from "@cutroom/contracts";
import type { FarmApi, PoolName } from "./farm-api.ts";

export type ClaimOutcome =
  /** As many as there are, at most as many as were asked for; none when nothing waits. */
  | { readonly kind: "claimed"; readonly steps: readonly ClaimedStep[] }
  /** The API could not answer. */
  | { readonly kind: "unavailable"; readonly internal: string };

export async function claim(
  api: FarmApi,
  ask: { readonly workerId: string; readonly pools: readonly PoolName[]; readonly limit: number },
): Promise<ClaimOutcome> {
  try {
    const claimed = await api.claimNextStep({
      body: { worker_id: ask.workerId, pools: [...ask.pools], limit: ask.limit },
    });
    if (claimed.ok) return { kind: "claimed", steps: claimed.value.steps };
    return { kind: "unavailable", internal: claimed.failure.code };
  } catch (error) {
    return { kind: "unavailable", internal: String(error) };
  }
}

/**
 * The lease of a step whose finished output this worker holds (C10). `gone`: it is not this
 * worker's any more.
 */
export async function claimHeld(
  api: FarmApi,
  ask: { readonly workerId: string; readonly stepId: string },
): Promise<ClaimedStep | "gone" | "later"> {
  try {
    const claimed = await api.claimStep({
      params: { step_id: ask.stepId },
      body: { worker_id: ask.workerId },
    });
    if (claimed.ok) return claimed.value;
    const { code } = claimed.failure;
    return code === "lease.lost" || code === "request.not-found" ? "gone" : "later";
  } catch {
    return "later";
  }
}

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

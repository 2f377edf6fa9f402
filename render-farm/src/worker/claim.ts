/** Takes the lease of a step. */
import type { ClaimedStep } from "@cutroom/contracts";
import type { FarmApi } from "./farm-api.ts";

export type ClaimOutcome =
  | { readonly kind: "claimed"; readonly step: ClaimedStep }
  /** Another worker holds it, it has ended, or it never was: the queue should stop asking. */
  | { readonly kind: "not-ours" }
  /** The API could not answer: the queue should ask again. */
  | { readonly kind: "unavailable"; readonly internal: string };

export async function claim(api: FarmApi, stepId: string, workerId: string): Promise<ClaimOutcome> {
  try {
    const claimed = await api.claimStep({
      params: { step_id: stepId },
      body: { worker_id: workerId },
    });
    if (claimed.ok) return { kind: "claimed", step: claimed.value };
    const { code } = claimed.failure;
    if (code === "lease.lost" || code === "request.not-found") return { kind: "not-ours" };
    return { kind: "unavailable", internal: code };
  } catch (error) {
    return { kind: "unavailable", internal: String(error) };
  }
}

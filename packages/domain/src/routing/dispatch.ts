/**
 * What becomes of a clip whose turn it is (G4, G2). It is sent, goes to another model of its own
 * list, or waits. It goes elsewhere only where nothing can have been accepted: whoever asks holds
 * either a request that was never sent or a refusal, and never a doubt.
 */
import type { ModelName } from "../generate/models.ts";
import type { VendorFailureClass } from "../generate/vendor-status.ts";
import type { NeverReason, Route } from "./route.ts";

type Dispatch =
  | { readonly kind: "send"; readonly isProbe: boolean }
  | { readonly kind: "move"; readonly to: ModelName }
  | { readonly kind: "wait"; readonly delayMs: number; readonly reason: string }
  | { readonly kind: "refuse"; readonly reason: NeverReason | "unknown" };

/** The queue is asked again after this, at the latest. */
const MOST_WAIT_MS = 5 * 60_000;
const LEAST_WAIT_MS = 1_000;

/**
 * A model keeps what waits for it as long as it can do it; then the best of the others takes it.
 * Where none can now, it waits for its own, or for the cheapest that could.
 */
export function dispatchClip(current: ModelName, route: Route): Dispatch {
  const own = route.candidates.find((one) => one.model === current);
  if (own !== undefined) return { kind: "send", isProbe: own.isProbe };
  const [best] = route.candidates;
  if (best !== undefined) return { kind: "move", to: best.model };
  const held = route.later.find((one) => one.model === current);
  if (held !== undefined) {
    const delayMs = Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, held.delayMs));
    return { kind: "wait", delayMs, reason: held.reason };
  }
  const [cheapest] = route.later;
  if (cheapest !== undefined) return { kind: "move", to: cheapest.model };
  const { reason = "unknown" } = route.never.find((one) => one.model === current) ?? {};
  return { kind: "refuse", reason };
}

/** How long a refusal keeps a model from the same clip: longer than any wait for a retry. */
export const TRIED_MS = 60_000;

/**
 * Refusals that say nothing of the clip. Words that one vendor's rules refuse are not carried on to
 * the next, and neither is what one finds wrong with the input.
 */
const ELSEWHERE: ReadonlySet<VendorFailureClass> = new Set([
  "auth",
  "quota",
  "concurrency",
  "rate_limited",
  "vendor_error",
]);

/** Whether another model may be asked after a refusal of this kind; nothing was accepted. */
export function mayGoElsewhere(failure: VendorFailureClass): boolean {
  return ELSEWHERE.has(failure);
}

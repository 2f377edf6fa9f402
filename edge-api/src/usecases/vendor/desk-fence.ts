import type { Fence } from "@cutroom/db";

/**
 * All desks are one worker: whichever process asks, it goes on with what another has begun. The
 * attempt still fences whoever comes too late.
 */
export const DESK = "vendor-desk";

export function deskFence(of: { readonly stepId: string; readonly attempt: number }): Fence {
  return { stepId: of.stepId, attempt: of.attempt, workerId: DESK };
}

import type { Fence } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { endStep } from "./end-step.ts";
import { findStep } from "./find-step.ts";

/**
 * A worker gives a step back unharmed: it was asked to make room, or it ends. That is nobody's
 * failure, so it uses up no retry (C9, C10).
 */
export async function yieldStep(deps: Deps, fence: Fence) {
  if ((await findStep(deps, fence.stepId)) === null) return refuse("request.not-found");
  const ended = await endStep(deps, fence, { kind: "preempted" });
  return ended ? ok({ accepted: true as const }) : refuse("lease.lost");
}

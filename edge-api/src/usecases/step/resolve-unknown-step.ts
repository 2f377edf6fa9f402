import type { SuccessFacts } from "@cutroom/db";
import type { FailureCode } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { endStep } from "./end-step.ts";
import type { StepOutcome } from "./end-step.ts";
import { findStep } from "./find-step.ts";

/** What is known by now of a vendor's job that was in doubt (G2). */
export type Verdict =
  | {
      readonly kind: "succeeded";
      readonly result: unknown;
      readonly made?: SuccessFacts;
    }
  /** The vendor never accepted it, and this is proven: it may be asked again. */
  | { readonly kind: "absent"; readonly internal: string }
  | { readonly kind: "failed"; readonly code: FailureCode; readonly internal: string };

function outcomeOf(verdict: Verdict): StepOutcome {
  switch (verdict.kind) {
    case "succeeded":
      return verdict;
    case "absent":
      return { kind: "absent", code: "RENDER_FAILED", internal: verdict.internal };
    case "failed":
      return { ...verdict, retryable: false };
  }
}

/**
 * The only way out of a doubt (C8). Refused when the step is in none, so a second verdict
 * changes nothing.
 */
export async function resolveUnknownStep(deps: Deps, stepId: string, verdict: Verdict) {
  const step = await findStep(deps, stepId);
  if (step === null) return refuse("request.not-found");
  if (step.state !== "UNKNOWN") return refuse("task.illegal-move", { state: step.state });
  const by = { stepId, attempt: step.attempt, resolves: true } as const;
  const resolved = await endStep(deps, by, outcomeOf(verdict));
  return resolved
    ? ok({ resolved: true as const })
    : refuse("task.illegal-move", { state: "changed" });
}

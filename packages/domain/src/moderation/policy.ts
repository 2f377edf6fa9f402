/**
 * What follows from a score (G5). A policy has a version of its own: under a new one, decisions are
 * made again from the scores that are kept, without looking at any prompt.
 */
import type { PromptScore } from "./score-prompt.ts";

export const PROMPT_REASONS = ["sexual_minors", "sexual", "gore", "hate", "self_harm"] as const;
export type PromptReason = (typeof PROMPT_REASONS)[number];

export interface PromptDecision {
  readonly policy: string;
  readonly verdict: "allow" | "refuse";
  /** The gravest first; empty when it is allowed. */
  readonly reasons: readonly PromptReason[];
}

const POLICY = "1";

export function decidePrompt({ found }: PromptScore): PromptDecision {
  const reasons = PROMPT_REASONS.filter((reason) =>
    reason === "sexual_minors" ? found.sexual > 0 && found.minor > 0 : found[reason] > 0,
  );
  return { policy: POLICY, verdict: reasons.length > 0 ? "refuse" : "allow", reasons };
}

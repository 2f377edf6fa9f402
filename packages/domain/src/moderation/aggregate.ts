/**
 * What follows from the verdicts that are there (G5): a pure function of a review, its policy and
 * its verdicts, so that it can be asked again after each of them, in whatever order they come and
 * however often. It counts no results: a verdict stands for the rule that asked for it, once.
 */
import type { StepState } from "../task/steps.ts";
import type { ModelRule, ReviewModel, ReviewPolicy, ReviewReason } from "./review-policy.ts";
import type { Score } from "./scores.ts";

/** What a model is asked about: a verdict on anything else is not one of this review's. */
export interface ReviewKey {
  readonly contentVersion: string;
  readonly round: number;
  readonly policyVersion: string;
}

/** A child of a review. It moves as every step does (C2); UNKNOWN is a doubt, and no answer. */
export interface Verdict extends ReviewKey {
  readonly model: ReviewModel;
  readonly modelVersion: string;
  readonly state: StepState;
  /** Of a verdict that has SUCCEEDED. */
  readonly score: Score | null;
}

export type Outcome =
  | { readonly kind: "pass" }
  | { readonly kind: "human"; readonly reasons: readonly ReviewReason[] }
  /** Nothing follows yet. */
  | { readonly kind: "wait"; readonly missing: readonly ReviewModel[] };

const LOST: ReadonlySet<StepState> = new Set(["FAILED", "EXPIRED"]);

function answersTo(review: ReviewKey, rule: ModelRule, verdict: Verdict): boolean {
  return (
    verdict.contentVersion === review.contentVersion &&
    verdict.round === review.round &&
    verdict.policyVersion === review.policyVersion &&
    verdict.model === rule.model &&
    verdict.modelVersion === rule.version
  );
}

type Answer =
  | { readonly rule: ModelRule; readonly kind: "found"; readonly reasons: readonly ReviewReason[] }
  | { readonly rule: ModelRule; readonly kind: "open" | "lost" };

/** What the verdicts say to one rule. Of several the strictest counts. */
function answerTo(
  review: ReviewKey,
  policy: ReviewPolicy,
  rule: ModelRule,
  verdicts: readonly Verdict[],
): Answer {
  const own = verdicts.filter((verdict) => answersTo(review, rule, verdict));
  const scores = own.flatMap(({ state, score }) =>
    state === "SUCCEEDED" && score !== null ? [score] : [],
  );
  if (scores.length > 0) {
    const reasons = [...new Set(scores.flatMap((score) => policy.find(score)))];
    return { rule, kind: "found", reasons };
  }
  const isLost = own.length > 0 && own.every(({ state }) => LOST.has(state));
  return { rule, kind: isLost ? "lost" : "open" };
}

/**
 * A person is asked as soon as anything is found, a mandatory model is lost, or the time is over;
 * it passes only when every mandatory model has answered and no optional one is still awaited.
 * @param isLate whether the policy's time is over, by the database's clock.
 */
export function aggregate(
  review: ReviewKey,
  policy: ReviewPolicy,
  verdicts: readonly Verdict[],
  isLate: boolean,
): Outcome {
  const answers = policy.models.map((rule) => answerTo(review, policy, rule, verdicts));
  const found = answers.flatMap((answer) => (answer.kind === "found" ? answer.reasons : []));
  if (found.length > 0) return { kind: "human", reasons: [...new Set(found)] };
  if (answers.some(({ rule, kind }) => rule.mandatory && kind === "lost")) {
    return { kind: "human", reasons: ["model-failed"] };
  }
  const open = answers.filter(({ kind }) => kind === "open").map(({ rule }) => rule);
  const awaited = isLate
    ? open.filter(({ mandatory, onTimeout }) => mandatory || onTimeout === "human")
    : open;
  if (awaited.length === 0) return { kind: "pass" };
  return isLate
    ? { kind: "human", reasons: ["overdue"] }
    : { kind: "wait", missing: awaited.map(({ model }) => model) };
}

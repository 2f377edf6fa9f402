/** What may be shown: prompts, reviews of contents, their evidence and their policies (G5-G7). */
export { decidePrompt } from "./policy.ts";
export type { PromptDecision } from "./policy.ts";
export { scorePrompt } from "./score-prompt.ts";
export type { PromptScore } from "./score-prompt.ts";
export { aggregate } from "./aggregate.ts";
export {
  EVIDENCE_PURPOSES,
  EVIDENCE_QUERY_VERSION,
  EVIDENCE_ROLES,
  writeEvidence,
} from "./evidence.ts";
export type { EvidenceBody, EvidencePurpose, EvidenceRole } from "./evidence.ts";
export { EVIDENCE_BUDGET_PER_MONTH, planRetention } from "./retention.ts";
export type { Retention } from "./retention.ts";
export type { Outcome, ReviewKey, Verdict } from "./aggregate.ts";
export {
  REVIEW_ACTIONS,
  REVIEW_STATES,
  isAppealable,
  isShareable,
  mayDecide,
  nextReviewState,
} from "./review.ts";
export type { ReviewAction, ReviewEvent, ReviewState } from "./review.ts";
export { CANARY_STAGES, capacityMatrix, matrixHolds, splitCapacity } from "./capacity.ts";
export type { CapacityBasis, CapacityMatrix, JudgeVendor } from "./capacity.ts";
export { LABELS_MIN, MEANING_MIN, isRepresentative, qualityOf } from "./evaluation.ts";
export type { Evaluation, Label } from "./evaluation.ts";
export {
  FIRST_POLICY,
  FIRST_POLICY_SPEC,
  REVIEW_MODELS,
  REVIEW_REASONS,
  policyOf,
} from "./review-policy.ts";
export type { PolicySpec, ReviewModel, ReviewPolicy, ReviewReason } from "./review-policy.ts";
export {
  BUCKET_KINDS,
  ROLLOUT_EVENTS,
  ROLLOUT_FACTS,
  ROLLOUT_STATES,
  choosePolicy,
  nextRolloutState,
  refuseMove,
} from "./rollout.ts";
export type { BucketKind, RolloutEvent, RolloutFacts, RolloutState } from "./rollout.ts";
export { sampleForAll, sampleOf } from "./sample.ts";
export { PICTURE_KINDS } from "./scores.ts";
export type { JudgedFrame, PictureKind, PictureScore, Score } from "./scores.ts";

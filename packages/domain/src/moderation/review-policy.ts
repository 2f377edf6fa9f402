/**
 * Which models a content is put before, which of them are mandatory, and what their scores mean
 * (G5). Policies have versions and stay: a review goes on under the one that it was opened with,
 * and kept scores can be decided anew under another.
 */
import { PROMPT_REASONS, decidePrompt } from "./policy.ts";
import type { JudgedFrame, Score } from "./scores.ts";
import { WORDS_VERSION } from "./words.ts";

/** Why a person is asked. The last three say that machines came to no verdict. */
export const REVIEW_REASONS = [...PROMPT_REASONS, "model-failed", "overdue", "appeal"] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

export const REVIEW_MODELS = ["picture", "text"] as const;
export type ReviewModel = (typeof REVIEW_MODELS)[number];

export interface ModelRule {
  readonly model: ReviewModel;
  /** Verdicts of another version of the model do not count. */
  readonly version: string;
  readonly mandatory: boolean;
  /** What it means that an optional model has not answered when the time is over. */
  readonly onTimeout: "ignore" | "human";
}

export interface ReviewPolicy {
  readonly version: string;
  /** Pictures of a content that a judge is shown. */
  readonly frames: number;
  /** From opening to the moment a person is asked instead. */
  readonly deadlineMs: number;
  readonly models: readonly ModelRule[];
  /** Why a person has to look at what has this score; empty: nothing was found. */
  readonly find: (score: Score) => readonly ReviewReason[];
}

/** What versions of the policy differ in. Never changed: another value is another version. */
export interface PolicySpec {
  readonly version: string;
  /** Pictures of a content that a judge is shown. */
  readonly frames: number;
  /** One picture as clear as this is enough. */
  readonly clear: number;
  /** Or two that are as probable as this: single ones are often wrong. */
  readonly probable: number;
}

const PICTURE_MODEL = "nsfwjs-4.3.0/mobilenet-v2-mid";

function isSexual(frames: readonly JudgedFrame[], { clear, probable }: PolicySpec): boolean {
  const explicit = frames.map(({ score }) => score.porn + score.hentai);
  const likely = explicit.filter((value) => value >= probable).length;
  const wanted = frames.length === 1 ? 1 : 2;
  return likely >= wanted || explicit.some((value) => value >= clear);
}

export function policyOf(spec: PolicySpec): ReviewPolicy {
  return {
    version: spec.version,
    frames: spec.frames,
    deadlineMs: 30 * 60_000,
    models: [
      { model: "picture", version: PICTURE_MODEL, mandatory: true, onTimeout: "human" },
      // The words of a prompt were judged before it cost anything, and a file's name is a hint.
      { model: "text", version: WORDS_VERSION, mandatory: false, onTimeout: "ignore" },
    ],
    find: (score) => {
      if (score.kind === "picture") return isSexual(score.frames, spec) ? ["sexual"] : [];
      return decidePrompt({ version: WORDS_VERSION, found: score.found }).reasons;
    },
  };
}

/** What reviews are opened under until another policy is promoted. */
export const FIRST_POLICY_SPEC: PolicySpec = {
  version: "1",
  frames: 12,
  clear: 0.85,
  probable: 0.6,
};
export const FIRST_POLICY: ReviewPolicy = policyOf(FIRST_POLICY_SPEC);

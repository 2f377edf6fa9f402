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
  /** From opening to the moment a person is asked instead. */
  readonly deadlineMs: number;
  readonly models: readonly ModelRule[];
  /** Why a person has to look at what has this score; empty: nothing was found. */
  readonly find: (score: Score) => readonly ReviewReason[];
}

/** One picture as clear as this is enough, or two that are probable: single ones are often wrong. */
const CLEAR = 0.85;
const PROBABLE = 0.6;

function isSexual(frames: readonly JudgedFrame[]): boolean {
  const explicit = frames.map(({ score }) => score.porn + score.hentai);
  const probable = explicit.filter((value) => value >= PROBABLE).length;
  const wanted = frames.length === 1 ? 1 : 2;
  return probable >= wanted || explicit.some((value) => value >= CLEAR);
}

const POLICY_1: ReviewPolicy = {
  version: "1",
  deadlineMs: 30 * 60_000,
  models: [
    {
      model: "picture",
      version: "nsfwjs-4.3.0/mobilenet-v2-mid",
      mandatory: true,
      onTimeout: "human",
    },
    // The words of a prompt were judged before it cost anything, and a file's name is a hint.
    { model: "text", version: WORDS_VERSION, mandatory: false, onTimeout: "ignore" },
  ],
  find: (score) => {
    if (score.kind === "picture") return isSexual(score.frames) ? ["sexual"] : [];
    return decidePrompt({ version: WORDS_VERSION, found: score.found }).reasons;
  },
};

const POLICIES: ReadonlyMap<string, ReviewPolicy> = new Map([[POLICY_1.version, POLICY_1]]);

/** What new reviews are opened under. */
export const CURRENT_POLICY: ReviewPolicy = POLICY_1;

/** Null for a version that this code does not know: a newer one has opened the review. */
export function reviewPolicy(version: string): ReviewPolicy | null {
  return POLICIES.get(version) ?? null;
}

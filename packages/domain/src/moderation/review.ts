/**
 * The life of a review of one content (G5): machines look at it, and a person where they are not
 * enough. One row for each state; the guarded UPDATE names exactly what is here.
 */
export const REVIEW_STATES = ["CHECKING", "WAITING", "PASSED", "APPROVED", "REJECTED"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const reviewTransitions = {
  /** Machines are asked. None of them ever leads to REJECTED: only a person does. */
  CHECKING: { pass: "PASSED", escalate: "WAITING" },
  /** A person is asked. */
  WAITING: { approve: "APPROVED", reject: "REJECTED" },
  PASSED: {},
  APPROVED: {},
  /** An appeal is a new round, which begins with WAITING. */
  REJECTED: {},
} as const satisfies Record<ReviewState, Partial<Record<string, ReviewState>>>;

type EventsOf<S extends ReviewState> = keyof (typeof reviewTransitions)[S];
export type ReviewEvent = { [S in ReviewState]: EventsOf<S> }[ReviewState];

/** Where `event` leads from `state`, or null when the move is illegal. */
export function nextReviewState(state: ReviewState, event: ReviewEvent): ReviewState | null {
  const moves: Partial<Record<ReviewEvent, ReviewState>> = reviewTransitions[state];
  return moves[event] ?? null;
}

/** What is kept of each round, for ever: who did what. */
export const REVIEW_ACTIONS = [
  "opened",
  "pass",
  "escalate",
  "approve",
  "reject",
  "appeal",
] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/**
 * Whether there is a decision to appeal against. Not while a person is still asked: an owner has one
 * appeal, and it is of more use once they know what was decided and why.
 */
export function isAppealable(state: ReviewState): boolean {
  return state === "REJECTED";
}

/** Whoever decided the round before leaves the next one to somebody else, where there is one. */
export function mayDecide(
  reviewer: string,
  of: { readonly decidedBefore: string | null; readonly reviewers: readonly string[] },
): boolean {
  return (
    of.decidedBefore?.toLowerCase() !== reviewer.toLowerCase() ||
    of.reviewers.every((one) => one.toLowerCase() === reviewer.toLowerCase())
  );
}

/** Whether what holds such a content may be shown to strangers. Content without a review may. */
export function isShareable(state: ReviewState | null): boolean {
  return state === null || state === "PASSED" || state === "APPROVED";
}

/** How well a policy does on contents that people have labelled (G6). An error rate of an API says nothing of that. */
import type { ReviewPolicy } from "./review-policy.ts";
import type { Score } from "./scores.ts";

export interface Label {
  readonly reviewId: string;
  /** What people say of it. */
  readonly harmful: boolean;
}

/** Of one policy: how many harmless contents it marks, and how many harmful ones it lets through. */
export interface Quality {
  readonly falsePositives: number;
  readonly misses: number;
}

export interface Evaluation {
  readonly candidate: string;
  /** Of the labelled set, and what its words mean. */
  readonly name: string;
  readonly falsePositiveIs: string;
  readonly missIs: string;
  /** How the contents were chosen, and whom that leaves out. */
  readonly samplingBias: string;
  readonly harmful: number;
  readonly harmless: number;
  readonly quality: Quality;
  /** Of the policy that decides today, on the same set; null: it was not asked about all of it. */
  readonly qualityBefore: Quality | null;
}

/** Fewer say too little of either kind. */
export const LABELS_MIN = 100;
const LABELS_EACH_MIN = 20;
export const MEANING_MIN = 20;

/** Null when any label has no score. Scores are facts: nothing is judged again for this. */
export function qualityOf(
  policy: ReviewPolicy,
  labels: readonly Label[],
  scores: ReadonlyMap<string, Score>,
): Quality | null {
  let [falsePositives, misses] = [0, 0];
  for (const { reviewId, harmful } of labels) {
    const score = scores.get(reviewId);
    if (score === undefined) return null;
    const isMarked = policy.find(score).length > 0;
    if (isMarked && !harmful) falsePositives += 1;
    if (!isMarked && harmful) misses += 1;
  }
  return { falsePositives, misses };
}

/** Whether a set has enough of both kinds to stand for the contents that come. */
export function isRepresentative(labels: readonly Label[]): boolean {
  const ids = new Set(labels.map(({ reviewId }) => reviewId));
  const harmful = labels.filter((label) => label.harmful).length;
  return (
    ids.size === labels.length &&
    labels.length >= LABELS_MIN &&
    harmful >= LABELS_EACH_MIN &&
    labels.length - harmful >= LABELS_EACH_MIN
  );
}

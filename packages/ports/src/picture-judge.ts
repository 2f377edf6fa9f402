/**
 * Picture judge: says of each picture how likely it is of which kind (G5). It decides nothing:
 * what follows from a score is a policy's, and never a model's.
 */
import type { PictureScore } from "@cutroom/domain/moderation";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue; 8 bit each, row by row from the top. */
  readonly rgb: Uint8Array;
}

export type JudgeOutcome =
  /** One score for each picture, in their order. */
  | { readonly kind: "judged"; readonly scores: readonly PictureScore[] }
  /** It is certain that there is no verdict: asking again does no harm. */
  | { readonly kind: "failed"; readonly internal: string }
  /** Asked, and not known whether it was judged (I3). */
  | { readonly kind: "unknown"; readonly internal: string };

export interface PictureJudge {
  /** Names model and weights: scores of two versions are not compared. */
  readonly version: string;
  /** Never rejects. @param signal ends it between two pictures, as `failed`. */
  judge(pictures: readonly Picture[], signal?: AbortSignal): Promise<JudgeOutcome>;
}

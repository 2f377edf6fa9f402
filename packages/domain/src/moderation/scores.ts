/** What models say of a content (G5): facts that are kept; what follows from them is the policy's. */
import type { PromptScore } from "./score-prompt.ts";

export const PICTURE_KINDS = ["drawing", "hentai", "neutral", "porn", "sexy"] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** How likely a picture is of each kind; all of them together are 1. */
export type PictureScore = Readonly<Record<PictureKind, number>>;

export interface JudgedFrame {
  /** In the content; null for a picture that has no time. */
  readonly atMs: number | null;
  readonly score: PictureScore;
}

/** By the model that gave it: pictures of a film, or words. */
export type Score =
  | { readonly kind: "picture"; readonly frames: readonly JudgedFrame[] }
  | { readonly kind: "text"; readonly found: PromptScore["found"] };

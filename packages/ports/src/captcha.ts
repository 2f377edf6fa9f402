/**
 * Captcha: something that costs a person a moment and a program that does it a thousand times a
 * lot. Challenges are made and checked without a memory, so each says whom and what it is for.
 */
export interface CaptchaChallenge {
  /** What the browser works on; its shape is the adapter's and its solver's. */
  readonly challenge: unknown;
  readonly expiresAtMs: number;
}

export interface Captcha {
  /** @param subject whom and what it is for; a solution counts for nothing else. */
  challenge(ask: { readonly subject: string; readonly nowMs: number }): Promise<CaptchaChallenge>;
  /** Whether `solution`, as it came from outside, solves a challenge of ours for `subject`. Never throws. */
  verify(ask: { readonly subject: string; readonly solution: string }): Promise<boolean>;
}

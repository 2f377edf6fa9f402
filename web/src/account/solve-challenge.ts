import type { Challenge } from "altcha-lib";

const LIMIT_MS = 120_000;

/**
 * Works on a challenge of the API until it is solved: what is to be handed in, or null when that
 * took too long. It yields to the page now and then; the derivations are the browser's own.
 */
export async function solveChallenge(challenge: unknown): Promise<string | null> {
  // Few people ever need it.
  const [{ solveChallenge: search }, { deriveKey }] = await Promise.all([
    import("altcha-lib"),
    import("altcha-lib/algorithms/web/pbkdf2"),
  ]);
  const solution = await search({
    challenge: challenge as Challenge,
    deriveKey,
    timeout: LIMIT_MS,
  });
  return solution === null ? null : JSON.stringify({ challenge, solution });
}

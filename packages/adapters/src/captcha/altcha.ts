/**
 * Captcha by proof of work, with ALTCHA's library: nobody else is asked, nothing is shown, and
 * nobody is followed. Challenges are signed, so none has to be kept.
 */
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Captcha } from "@cutroom/ports";
import { z } from "zod";

/** About 256 derivations of a millisecond each: a second or two of one core. */
const ALGORITHM = "PBKDF2/SHA-256";
const ITERATIONS = 2_000;
const KEY_PREFIX = "00";
const LIFETIME_MS = 600_000;
/** A solution is a few hundred bytes. */
const SOLUTION_MAX = 4_096;

/** All that a challenge of ours has: what is not in here was not signed by us. */
const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(ALGORITHM),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(ITERATIONS),
      keyLength: z.literal(32),
      keyPrefix: z.literal(KEY_PREFIX),
      expiresAt: z.number(),
      data: z.object({ subject: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

function read(solution: string): z.infer<typeof payload> | null {
  if (solution.length > SOLUTION_MAX) return null;
  try {
    return payload.safeParse(JSON.parse(solution)).data ?? null;
  } catch {
    return null;
  }
}

/** @param secret signs challenges; whoever knows it can make solved ones. */
export function createAltchaCaptcha({ secret }: { readonly secret: string }): Captcha {
  const hmacSignatureSecret = `captcha/${secret}`;
  return {
    challenge: async ({ subject, nowMs }) => {
      const expiresAtMs = nowMs + LIFETIME_MS;
      const challenge = await createChallenge({
        algorithm: ALGORITHM,
        cost: ITERATIONS,
        keyPrefix: KEY_PREFIX,
        deriveKey,
        expiresAt: Math.floor(expiresAtMs / 1000),
        data: { subject },
        hmacSignatureSecret,
      });
      return { challenge, expiresAtMs };
    },
    verify: async ({ subject, solution }) => {
      const sent = read(solution);
      if (sent === null || sent.challenge.parameters.data.subject !== subject) return false;
      try {
        const { verified } = await verifySolution({ ...sent, deriveKey, hmacSignatureSecret });
        return verified;
      } catch {
        // Hexadecimal that is none: not ours.
        return false;
      }
    },
  };
}

/**
 * API keys: `ck_<prefix>_<secret><checksum>` (T3). The prefix is stored in clear and tells keys
 * apart; the secret is stored only as a hash; the checksum lets secret scanners and the door
 * refuse a mistyped key without asking the database.
 */
import { sha256Hex } from "./digest.ts";
import type { Sha256 } from "./digest.ts";

const CHECKSUM_DIGITS = 8;
const FORMAT = /^ck_([a-z0-9]{8})_([A-Za-z0-9_-]{32,64})([0-9a-f]{8})$/;

export interface NewApiKey {
  /** Shown once. */
  readonly key: string;
  readonly prefix: string;
  readonly hash: string;
}

/**
 * @param secret unguessable, URL-safe, at least 32 characters
 * @param prefix 8 of a-z0-9
 */
export async function makeApiKey(
  parts: { readonly prefix: string; readonly secret: string },
  sha256: Sha256,
): Promise<NewApiKey> {
  const body = `ck_${parts.prefix}_${parts.secret}`;
  const checksum = (await sha256Hex(sha256, body)).slice(0, CHECKSUM_DIGITS);
  const key = body + checksum;
  if (!FORMAT.test(key)) throw new RangeError("prefix or secret has the wrong form");
  return { key, prefix: parts.prefix, hash: await sha256Hex(sha256, key) };
}

/** The hash to look up, or null when the text cannot be one of our keys. */
export async function readApiKey(key: string, sha256: Sha256): Promise<string | null> {
  const match = FORMAT.exec(key);
  if (match === null) return null;
  const body = key.slice(0, -CHECKSUM_DIGITS);
  const checksum = (await sha256Hex(sha256, body)).slice(0, CHECKSUM_DIGITS);
  return checksum === match[3] ? sha256Hex(sha256, key) : null;
}

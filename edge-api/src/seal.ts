/**
 * Secrets at rest that have to be read again: links that their owner may copy, keys that sign
 * messages. Sealed (AES-GCM) by a key that is not in the database, another for each purpose; a
 * stolen database alone gives none away.
 */
import type { Deps } from "./deps.ts";

export type SealPurpose = "share-token" | "webhook-secret";

const IV_BYTES = 12;
const encoder = new TextEncoder();

async function sealingKey(deps: Pick<Deps, "env">, purpose: SealPurpose) {
  const secret = await crypto.subtle.importKey(
    "raw",
    encoder.encode(deps.env.AUTH_SECRET),
    "HKDF",
    false,
    ["deriveKey"],
  );
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode(purpose) },
    secret,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

export async function seal(
  deps: Pick<Deps, "env">,
  purpose: SealPurpose,
  text: string,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    await sealingKey(deps, purpose),
    encoder.encode(text),
  );
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** @throws {Error} when the sealing secret has changed, or the purpose is another. */
export async function unseal(
  deps: Pick<Deps, "env">,
  purpose: SealPurpose,
  sealed: string,
): Promise<string> {
  const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
  const plain = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: bytes.slice(0, IV_BYTES) },
    await sealingKey(deps, purpose),
    bytes.slice(IV_BYTES),
  );
  return new TextDecoder().decode(plain);
}

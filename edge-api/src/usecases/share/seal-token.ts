/**
 * Share tokens at rest: found by hash, and sealed (AES-GCM) so that the owner can copy the link
 * again. A stolen database alone gives no link away.
 */
import type { Deps } from "../../deps.ts";

const IV_BYTES = 12;
const encoder = new TextEncoder();

async function sealingKey(deps: Pick<Deps, "env">): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey(
    "raw",
    encoder.encode(deps.env.AUTH_SECRET),
    "HKDF",
    false,
    ["deriveKey"],
  );
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode("share-token") },
    secret,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

export async function sealToken(deps: Pick<Deps, "env">, token: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    await sealingKey(deps),
    encoder.encode(token),
  );
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** @throws {Error} when the secret has changed since the token was sealed. */
export async function openToken(deps: Pick<Deps, "env">, sealed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
  const plain = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: bytes.slice(0, IV_BYTES) },
    await sealingKey(deps),
    bytes.slice(IV_BYTES),
  );
  return new TextDecoder().decode(plain);
}

/** Signatures of vendors' callbacks: what they cover, and for how long they count (G3). */
import type { Callback } from "@cutroom/ports";

/** Older or younger than this is a replay, or a clock that cannot be believed. */
const WINDOW_S = 300;
const encoder = new TextEncoder();

export function isRecent(timestamp: string | undefined, nowMs: number): boolean {
  const seconds = Number(timestamp ?? "");
  return /^\d+$/u.test(timestamp ?? "") && Math.abs(nowMs / 1_000 - seconds) <= WINDOW_S;
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

export function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^(?:[\da-f]{2})+$/iu.test(text)) return null;
  return Uint8Array.from(text.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
}

async function isSignedBy(secret: string, signed: string, signatures: readonly string[]) {
  const bytes = fromBase64(secret.replace(/^whsec_/u, ""));
  if (bytes === null) return false;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
  for (const text of signatures) {
    const signature = fromBase64(text);
    if (signature === null) continue;
    if (await crypto.subtle.verify("HMAC", key, signature, encoder.encode(signed))) return true;
  }
  return false;
}

/**
 * The id of a message that was signed as Standard Webhooks 1.0 says, by one of the secrets (two
 * while they are rotated); null when it was not, or not just now.
 */
export async function standardWebhookId(
  { rawBody, headers, nowMs }: Callback,
  secrets: readonly string[],
): Promise<string | null> {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (id === undefined || !isRecent(timestamp, nowMs)) return null;
  const signatures = (headers["webhook-signature"] ?? "")
    .split(" ")
    .flatMap((part) => (part.startsWith("v1,") ? [part.slice(3)] : []));
  const signed = `${id}.${timestamp}.${rawBody}`;
  for (const secret of secrets) if (await isSignedBy(secret, signed, signatures)) return id;
  return null;
}

interface Jwk {
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
}

/** Whether one of the keys has signed it (Ed25519). */
export async function isSignedByKey(
  keys: readonly Jwk[],
  signature: Uint8Array<ArrayBuffer>,
  signed: string,
): Promise<boolean> {
  for (const { kty, crv, x } of keys) {
    if (kty !== "OKP" || crv !== "Ed25519" || x === undefined) continue;
    const jwk = { kty, crv, x };
    const key = await crypto.subtle.importKey("jwk", jwk, { name: "Ed25519" }, false, ["verify"]);
    if (await crypto.subtle.verify("Ed25519", key, signature, encoder.encode(signed))) return true;
  }
  return false;
}

export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

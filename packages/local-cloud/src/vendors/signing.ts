/** How simulated vendors sign what they call back with. */
import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { CallbackMessage } from "./dialect.ts";

/** Standard Webhooks 1.0. */
export function signWebhook(
  secret: string,
  of: { readonly id: string; readonly atMs: number; readonly body: string },
): CallbackMessage {
  const timestamp = String(Math.floor(of.atMs / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/u, ""), "base64");
  const mac = createHmac("sha256", key).update(`${of.id}.${timestamp}.${of.body}`);
  return {
    body: of.body,
    headers: {
      "webhook-id": of.id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${mac.digest("base64")}`,
    },
  };
}

/** Ed25519 keys as fal publishes them: new ones sign, older ones are still listed. */
export function createKeyRing() {
  let pairs = [generateKeyPairSync("ed25519")];
  return {
    rotate() {
      pairs = [generateKeyPairSync("ed25519"), ...pairs].slice(0, 2);
    },
    jwks: () => ({ keys: pairs.map(({ publicKey }) => publicKey.export({ format: "jwk" })) }),
    sign(text: string): string {
      const [pair] = pairs;
      if (pair === undefined) throw new Error("no key");
      return sign(null, Buffer.from(text), pair.privateKey).toString("hex");
    },
  };
}

export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");

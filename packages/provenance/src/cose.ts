/** COSE_Sign1 (RFC 9052) over a claim that lies outside it, as C2PA signs. */
import { X509Certificate, createPrivateKey, sign, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { Tagged, decode, encode } from "cborg";
import { DEVELOPMENT_NAME } from "./development-signer.ts";

/** Who signs, with whom that is vouched for by. */
export interface Signer {
  readonly key: KeyObject;
  /** DER, the signer's own first. */
  readonly chain: readonly Uint8Array[];
  /** Of one's own machine: nobody is to trust it. */
  readonly isDevelopment: boolean;
}

const ES256 = -7;
const ALG = 1;
const X5CHAIN = 33;
const COSE_SIGN1 = 18;
/** Both halves of an ES256 signature. */
const SIGNATURE_BYTES = 64;
const P1363 = "ieee-p1363";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * A signer of PEM texts: a P-256 key and its certificate, followed by those between it and a root.
 *
 * @throws {Error} a sentence that says what is wrong, and shows nothing of the key.
 */
export function readSigner(pem: { readonly key: string; readonly chain: string }): Signer {
  const certificates = (pem.chain.match(CERTIFICATE) ?? []).map((one) => new X509Certificate(one));
  const [own] = certificates;
  if (own === undefined) throw new Error("The certificate is not a PEM text.");
  let key: KeyObject;
  try {
    key = createPrivateKey(pem.key);
  } catch {
    throw new Error("The private key is not a PEM text.");
  }
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") {
    throw new Error("The private key must be of the curve P-256 (ES256).");
  }
  if (!own.checkPrivateKey(key)) throw new Error("The certificate is not that of the private key.");
  return {
    key,
    chain: certificates.map((one) => one.raw),
    isDevelopment: own.subject.includes(DEVELOPMENT_NAME),
  };
}

const toBeSigned = (head: Uint8Array, claim: Uint8Array) =>
  encode(["Signature1", head, new Uint8Array(), claim]);

/** The signature of a claim; its length does not depend on the claim. */
export function signClaim(signer: Signer, claim: Uint8Array): Uint8Array {
  const head = encode(
    new Map<number, unknown>([
      [ALG, ES256],
      [X5CHAIN, [...signer.chain]],
    ]),
  );
  const key = { key: signer.key, dsaEncoding: P1363 } as const;
  const signature = sign("sha256", toBeSigned(head, claim), key);
  if (signature.length !== SIGNATURE_BYTES) throw new Error("not an ES256 signature");
  return encode(new Tagged(COSE_SIGN1, [head, {}, null, signature]));
}

/**
 * Whether `signature` is one of `claim` by the certificate that it brings along. Says nothing of
 * who that is: nobody is trusted here.
 */
export function isSigned(signature: Uint8Array, claim: Uint8Array): boolean {
  try {
    const { value } = decode(signature, { useMaps: true, tags: Tagged.preserve(COSE_SIGN1) });
    const [head, , , bytes] = value;
    const chain = decode(head, { useMaps: true }).get(X5CHAIN);
    const own = new X509Certificate(Array.isArray(chain) ? chain[0] : chain);
    const key = { key: own.publicKey, dsaEncoding: P1363 } as const;
    return verify("sha256", toBeSigned(head, claim), key, bytes);
  } catch {
    return false;
  }
}

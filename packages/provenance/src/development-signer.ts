/**
 * A signer for one's own machine: a root and a certificate that both say so in their names. No
 * program trusts them; what they sign can be read, and shows that it was not changed since.
 */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";

/** DER (ITU-T X.690), as far as a certificate needs it. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const octets = (bytes: Uint8Array) => der(0x04, bytes);
const TRUE = Buffer.from([0x01, 0x01, 0xff]);

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 127];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 127) | 128);
    bytes.push(...groups);
  }
  return der(0x06, Buffer.from(bytes));
}

const nameOf = (commonName: string) =>
  sequence(
    ...[
      ["2.5.4.10", "Cutroom development"],
      ["2.5.4.3", commonName],
    ].map(([type = "", text = ""]) => der(0x31, sequence(oid(type), der(0x0c, Buffer.from(text))))),
  );

/** GeneralizedTime, as every validity may be written. */
const timeOf = (atMs: number) =>
  der(0x18, Buffer.from(new Date(atMs).toISOString().replace(/\.\d+|[-:T]/g, "")));

const extension = (type: string, critical: boolean, value: Uint8Array) =>
  sequence(oid(type), ...(critical ? [TRUE] : []), octets(value));

const ECDSA_SHA256 = sequence(oid("1.2.840.10045.4.3.2"));
const ROOT_NAME = "Cutroom development root (not trusted)";
/** Shown by every program that reads credentials. */
export const DEVELOPMENT_NAME = "Cutroom development certificate (not trusted)";
const YEARS_MS = 10 * 365 * 86_400_000;
const EARLIER_MS = 86_400_000;

interface Wanted {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly rootKey: KeyObject;
  readonly rootId: Uint8Array;
  readonly fromMs: number;
  readonly extensions: readonly Uint8Array[];
}

function certificate(wanted: Wanted): string {
  const { fromMs, rootId } = wanted;
  const issuedBy = extension("2.5.29.35", false, sequence(der(0x80, rootId)));
  const serial = randomBytes(16);
  // A whole number above zero, in its shortest form.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_SHA256,
    nameOf(ROOT_NAME),
    sequence(timeOf(fromMs - EARLIER_MS), timeOf(fromMs + YEARS_MS)),
    nameOf(wanted.subject),
    wanted.publicKey.export({ format: "der", type: "spki" }),
    der(0xa3, sequence(...wanted.extensions, issuedBy)),
  );
  const signature = sign("sha256", body, wanted.rootKey);
  const whole = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const bits = (unused: number, byte: number) => der(0x03, Buffer.from([unused, byte]));

/** A fresh key with its chain as PEM texts; valid from a day before `nowMs`, for ten years. */
export function makeDevelopmentSigner(nowMs: number): {
  readonly key: string;
  readonly chain: string;
} {
  const root = newKeys();
  const own = newKeys();
  const rootId = randomBytes(20);
  const shared = { rootKey: root.privateKey, rootId, fromMs: nowMs };
  const ofRoot = certificate({
    ...shared,
    subject: ROOT_NAME,
    publicKey: root.publicKey,
    extensions: [
      extension("2.5.29.19", true, sequence(TRUE)),
      extension("2.5.29.15", true, bits(1, 0x06)),
      extension("2.5.29.14", false, octets(rootId)),
    ],
  });
  const ofSigner = certificate({
    ...shared,
    subject: DEVELOPMENT_NAME,
    publicKey: own.publicKey,
    extensions: [
      extension("2.5.29.19", true, sequence()),
      extension("2.5.29.15", true, bits(7, 0x80)),
      // Of those that C2PA takes, the one that every version of it knows: e-mail protection.
      extension("2.5.29.37", true, sequence(oid("1.3.6.1.5.5.7.3.4"))),
    ],
  });
  const key = own.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  return { key, chain: ofSigner + ofRoot };
}

/**
 * Signature version 4 as a server checks it.
 * Source: AWS, "Authenticating Requests (AWS Signature Version 4)", S3 API reference.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { S3Error } from "./s3-error.ts";

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Path as it was sent, never normalised: `a/../b` and `a//b` are keys of their own. */
export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** What an accepted request was signed with; bodies in signed chunks continue from it. */
export interface Signed {
  readonly payloadHash: string;
  readonly amzDate: string;
  readonly scope: string;
  readonly signingKey: Buffer;
  readonly signature: string;
}

interface Claim {
  readonly credential: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly amzDate: string;
  readonly expiresS: number | null;
  readonly payloadHash: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";
const MAX_SKEW_MS = 15 * 60 * 1000;
const MAX_EXPIRES_S = 7 * 24 * 3600;

export const sha256Hex = (data: string | Buffer): string =>
  createHash("sha256").update(data).digest("hex");
export const hmac = (key: string | Buffer, data: string): Buffer =>
  createHmac("sha256", key).update(data).digest();

/** Percent-encodes all but RFC 3986's unreserved characters. */
export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/gu,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Byte-wise equality in constant time. */
export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `20260102T030405Z` -> epoch ms; NaN when malformed. */
function parseAmzDate(text: string): number {
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/u.exec(text);
  if (match === null) return Number.NaN;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}

function readQueryClaim(query: URLSearchParams, header: (name: string) => string): Claim {
  const value = (name: string): string => query.get(`X-Amz-${name}`) ?? "";
  const expiresS = Number(value("Expires"));
  if (value("Algorithm") !== ALGORITHM || value("Signature") === "") {
    throw new S3Error("AuthorizationQueryParametersError");
  }
  if (!Number.isInteger(expiresS) || expiresS < 1 || expiresS > MAX_EXPIRES_S) {
    throw new S3Error(
      "AuthorizationQueryParametersError",
      "X-Amz-Expires must be between 1 and 604800 seconds.",
    );
  }
  const hash = header("x-amz-content-sha256");
  const queryHash = query.get("X-Amz-Content-Sha256") ?? "";
  return {
    credential: value("Credential"),
    signedHeaders: value("SignedHeaders").split(";"),
    signature: value("Signature"),
    amzDate: value("Date"),
    expiresS,
    payloadHash: queryHash || hash || "UNSIGNED-PAYLOAD",
  };
}

function readHeaderClaim(authorization: string, header: (name: string) => string): Claim {
  const field = (name: string): string =>
    new RegExp(`${name}=([^,\\s]+)`, "u").exec(authorization)?.[1] ?? "";
  const payloadHash = header("x-amz-content-sha256");
  if (!authorization.startsWith(`${ALGORITHM} `) || payloadHash === "") {
    throw new S3Error("AuthorizationHeaderMalformed");
  }
  return {
    credential: field("Credential"),
    signedHeaders: field("SignedHeaders").split(";"),
    signature: field("Signature"),
    amzDate: header("x-amz-date"),
    expiresS: null,
    payloadHash,
  };
}

function canonicalRequest(request: IncomingMessage, target: Target, claim: Claim): string {
  const path = target.path
    .split("/")
    .map((segment) => encodeRfc3986(decodeURIComponent(segment)))
    .join("/");
  const query = Array.from(target.query)
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .toSorted(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const headers = claim.signedHeaders.map((name) => {
    const value = request.headers[name];
    const text = Array.isArray(value) ? value.join(",") : (value ?? "");
    return `${name}:${text.trim().replaceAll(/ +/gu, " ")}\n`;
  });
  const method = request.method ?? "GET";
  const signedHeaders = claim.signedHeaders.join(";");
  return [method, path, query, headers.join(""), signedHeaders, claim.payloadHash].join("\n");
}

function checkTime(claim: Claim, nowMs: number): void {
  const signedAtMs = parseAmzDate(claim.amzDate);
  if (Number.isNaN(signedAtMs)) throw new S3Error("AccessDenied", "The request has no valid date.");
  if (claim.expiresS === null) {
    if (Math.abs(nowMs - signedAtMs) > MAX_SKEW_MS) throw new S3Error("RequestTimeTooSkewed");
  } else if (nowMs < signedAtMs - MAX_SKEW_MS) {
    throw new S3Error("AccessDenied", "Request is not valid yet");
  } else if (nowMs > signedAtMs + claim.expiresS * 1000) {
    throw new S3Error("AccessDenied", "Request has expired");
  }
}

/** Anything that changes what the request means must be under the signature. */
function checkCoverage(request: IncomingMessage, claim: Claim): void {
  const signed = new Set(claim.signedHeaders);
  const loose = Object.keys(request.headers).filter(
    (name) => name.startsWith("x-amz-") && name !== "x-amz-content-sha256" && !signed.has(name),
  );
  if (!signed.has("host") || loose.length > 0) {
    const names = loose.length > 0 ? loose.join(", ") : "host";
    throw new S3Error("AccessDenied", `There were headers present that were not signed: ${names}`);
  }
}

/**
 * Checks the signature in the header or the query string.
 * @throws {S3Error} when it is absent, wrong, expired, or does not cover what it must.
 */
export function verifyRequest(
  request: IncomingMessage,
  target: Target,
  keys: { readonly credentials: Credentials; readonly region: string },
  nowMs: number,
): Signed {
  const header = (name: string): string => String(request.headers[name] ?? "");
  const authorization = header("authorization");
  const isPresigned = target.query.has("X-Amz-Signature");
  if (!isPresigned && authorization === "") throw new S3Error("AccessDenied");
  const claim = isPresigned
    ? readQueryClaim(target.query, header)
    : readHeaderClaim(authorization, header);
  const [accessKeyId, date, region, service, terminator] = claim.credential.split("/");
  if (accessKeyId !== keys.credentials.accessKeyId) throw new S3Error("InvalidAccessKeyId");
  if (
    service !== "s3" ||
    terminator !== "aws4_request" ||
    region !== keys.region ||
    date !== claim.amzDate.slice(0, 8)
  ) {
    throw new S3Error(
      isPresigned ? "AuthorizationQueryParametersError" : "AuthorizationHeaderMalformed",
      `The credential is not for ${keys.region}/s3 on the day of the request.`,
    );
  }
  checkTime(claim, nowMs);
  const scope = `${date}/${region}/s3/aws4_request`;
  const hashed = sha256Hex(canonicalRequest(request, target, claim));
  const toSign = [ALGORITHM, claim.amzDate, scope, hashed].join("\n");
  const signingKey = [region, "s3", "aws4_request"].reduce<Buffer>(
    (key, part) => hmac(key, part),
    hmac(`AWS4${keys.credentials.secretAccessKey}`, date ?? ""),
  );
  if (!sameText(hmac(signingKey, toSign).toString("hex"), claim.signature)) {
    throw new S3Error("SignatureDoesNotMatch");
  }
  checkCoverage(request, claim);
  const { payloadHash, amzDate, signature } = claim;
  return { payloadHash, amzDate, scope, signingKey, signature };
}

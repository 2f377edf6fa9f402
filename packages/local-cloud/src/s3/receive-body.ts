import type { IncomingMessage } from "node:http";
import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { AwsChunkedDecoder } from "./aws-chunked.ts";
import { CHECKSUM_NAMES, checksumHeader, isChecksumName, startHash } from "./checksums.ts";
import type { ChecksumName, Checksums } from "./checksums.ts";
import { S3Error } from "./s3-error.ts";
import type { Signed } from "./sigv4.ts";

/** S3's own limit for one PUT. */
const MAX_PUT_BYTES = 5 * 1024 ** 3;

export interface ReceivedBody {
  readonly sizeBytes: number;
  readonly md5Hex: string;
  readonly checksums: Checksums;
}

/** Checksums the request announces: as headers, as trailers, or by algorithm alone. */
function wantedChecksums(request: IncomingMessage): ChecksumName[] {
  const names = CHECKSUM_NAMES.filter((name) => checksumHeader(name) in request.headers);
  const asked = [
    String(request.headers["x-amz-trailer"] ?? "").replace("x-amz-checksum-", ""),
    String(request.headers["x-amz-sdk-checksum-algorithm"] ?? "").toLowerCase(),
  ];
  for (const name of asked) if (isChecksumName(name) && !names.includes(name)) names.push(name);
  return names;
}

function expectedLength(request: IncomingMessage, isChunked: boolean): number {
  const header = request.headers[isChunked ? "x-amz-decoded-content-length" : "content-length"];
  const length = Number(header);
  if (header === undefined || !Number.isInteger(length) || length < 0) {
    throw new S3Error("MissingContentLength");
  }
  if (length > MAX_PUT_BYTES) throw new S3Error("EntityTooLarge");
  return length;
}

class Verifier {
  readonly #request: IncomingMessage;
  readonly #hashes: ReadonlyMap<ChecksumName | "md5", ReturnType<typeof startHash>>;
  readonly #payload: Hash | null;
  readonly #payloadHash: string;
  sizeBytes = 0;

  constructor(request: IncomingMessage, signed: Signed) {
    this.#request = request;
    const names = ["md5", ...wantedChecksums(request)] as const;
    this.#hashes = new Map(names.map((name) => [name, startHash(name)]));
    this.#payloadHash = signed.payloadHash;
    this.#payload = /^[\da-f]{64}$/u.test(signed.payloadHash) ? createHash("sha256") : null;
  }

  update(chunk: Buffer): void {
    this.sizeBytes += chunk.length;
    for (const hash of this.#hashes.values()) hash.update(chunk);
    this.#payload?.update(chunk);
  }

  /** @throws {S3Error} when anything announced differs from what arrived. */
  finish(expectedBytes: number, trailers: ReadonlyMap<string, string>): ReceivedBody {
    if (this.sizeBytes !== expectedBytes) throw new S3Error("IncompleteBody");
    if (this.#payload !== null && this.#payload.digest("hex") !== this.#payloadHash) {
      throw new S3Error("XAmzContentSHA256Mismatch");
    }
    const announced = (name: string): string | undefined => {
      const header = this.#request.headers[name];
      return typeof header === "string" ? header : trailers.get(name);
    };
    let md5Hex = "";
    const checksums: Checksums = {};
    for (const [name, hash] of this.#hashes) {
      const digest = hash.digest();
      const value = digest.toString("base64");
      const expected = announced(name === "md5" ? "content-md5" : checksumHeader(name));
      if (expected !== undefined) {
        if (Buffer.from(expected, "base64").length !== digest.length) {
          throw new S3Error("InvalidDigest");
        }
        if (expected !== value) throw new S3Error("BadDigest");
      }
      if (name === "md5") md5Hex = digest.toString("hex");
      else checksums[name] = value;
    }
    return { sizeBytes: this.sizeBytes, md5Hex, checksums };
  }
}

/**
 * Reads the body, decoded, piece by piece, and checks everything that was announced about it.
 * A refusal leaves the connection usable, so that the answer can be sent.
 */
async function consume(
  request: IncomingMessage,
  signed: Signed,
  expectedBytes: number | null,
  take: (piece: Buffer, totalBytes: number) => unknown,
): Promise<ReceivedBody> {
  const isChunked = signed.payloadHash.startsWith("STREAMING-");
  const isSigned = signed.payloadHash.startsWith("STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
  const decoder = isChunked ? new AwsChunkedDecoder(isSigned ? signed : null) : null;
  const verifier = new Verifier(request, signed);
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    for (const piece of decoder?.decode(chunk as Buffer) ?? [chunk as Buffer]) {
      verifier.update(piece);
      await take(piece, verifier.sizeBytes);
    }
  }
  decoder?.finish();
  return verifier.finish(expectedBytes ?? verifier.sizeBytes, decoder?.trailers ?? new Map());
}

/**
 * Streams a request's body into a new file at `path`. On any refusal or a broken connection
 * the file is removed.
 * @param requireRoom refuses a body of so many bytes before any of it is stored.
 * @throws {S3Error} when length, payload hash, chunk signatures, MD5 or a checksum is wrong.
 */
export async function receiveBody(
  request: IncomingMessage,
  signed: Signed,
  path: string,
  requireRoom: (sizeBytes: number) => Promise<void>,
): Promise<ReceivedBody> {
  const expectedBytes = expectedLength(request, signed.payloadHash.startsWith("STREAMING-"));
  await requireRoom(expectedBytes);
  const file = await open(path, "wx", 0o600);
  try {
    const received = await consume(request, signed, expectedBytes, (piece) =>
      file.writeFile(piece),
    );
    await file.sync();
    return received;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Reads a small XML body, at most `limitBytes`, checked like any other. */
export async function receiveText(
  request: IncomingMessage,
  signed: Signed,
  limitBytes: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  await consume(request, signed, null, (piece, totalBytes) => {
    if (totalBytes > limitBytes) throw new S3Error("EntityTooLarge");
    chunks.push(piece);
  });
  return Buffer.concat(chunks).toString("utf8");
}

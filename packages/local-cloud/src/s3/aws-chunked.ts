/**
 * Decodes `aws-chunked` bodies: sizes, optional chunk signatures, trailers.
 * Source: AWS, "Signature Calculations for the Authorization Header: Transferring Payload in
 * Multiple Chunks", and "... Including Trailing Headers", S3 API reference.
 */
import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { S3Error } from "./s3-error.ts";
import { hmac, sameText, sha256Hex } from "./sigv4.ts";
import type { Signed } from "./sigv4.ts";

const MAX_LINE_BYTES = 8192;
const EMPTY_HASH = sha256Hex("");

type State = "size" | "data" | "data-end" | "trailer" | "done";

export class AwsChunkedDecoder {
  readonly trailers = new Map<string, string>();
  readonly #signed: Signed | null;
  #state: State = "size";
  #pending: Buffer = Buffer.alloc(0);
  #decoded: Buffer[] = [];
  #leftBytes = 0;
  #isLast = false;
  #chunkHash: Hash = createHash("sha256");
  #chunkSignature = "";
  #previousSignature: string;
  #trailerText = "";

  /** @param signed what the request was signed with, when its chunks are signed as well. */
  constructor(signed: Signed | null) {
    this.#signed = signed;
    this.#previousSignature = signed?.signature ?? "";
  }

  /**
   * The data in the next piece of the body.
   * @throws {S3Error} when the framing or a signature is wrong.
   */
  decode(chunk: Buffer): readonly Buffer[] {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    this.#decoded = [];
    while (this.#step());
    return this.#decoded;
  }

  /** @throws {S3Error} `IncompleteBody` when the body ended before its last chunk and trailers. */
  finish(): void {
    if (this.#state !== "done") throw new S3Error("IncompleteBody");
  }

  /** Consumes one piece of what is pending; false when more must arrive first. */
  #step(): boolean {
    if (this.#state === "done") return false;
    if (this.#state === "data") return this.#takeData();
    const line = this.#takeLine();
    if (line === null) return false;
    if (this.#state === "size") this.#startChunk(line);
    else if (this.#state === "data-end") {
      if (line !== "") throw new S3Error("InvalidRequest", "A chunk is longer than announced.");
      this.#state = "size";
    } else this.#takeTrailer(line);
    return true;
  }

  #takeLine(): string | null {
    const end = this.#pending.indexOf("\r\n");
    if (end > MAX_LINE_BYTES || (end === -1 && this.#pending.length > MAX_LINE_BYTES)) {
      throw new S3Error("InvalidRequest", "A chunk header is too long.");
    }
    if (end === -1) return null;
    const line = this.#pending.subarray(0, end).toString("latin1");
    this.#pending = this.#pending.subarray(end + 2);
    return line;
  }

  #startChunk(line: string): void {
    const match = /^([\da-f]{1,12})(?:;chunk-signature=([\da-f]{64}))?$/iu.exec(line);
    if (match?.[1] === undefined) throw new S3Error("InvalidRequest", "A chunk has no size.");
    if (this.#signed !== null && match[2] === undefined) {
      throw new S3Error("SignatureDoesNotMatch", "A chunk is not signed.");
    }
    this.#chunkSignature = match[2] ?? "";
    this.#leftBytes = Number.parseInt(match[1], 16);
    this.#isLast = this.#leftBytes === 0;
    this.#chunkHash = createHash("sha256");
    if (this.#isLast) {
      this.#endChunk();
      this.#state = "trailer";
    } else this.#state = "data";
  }

  #takeData(): boolean {
    if (this.#pending.length === 0) return false;
    const piece = this.#pending.subarray(0, this.#leftBytes);
    this.#pending = this.#pending.subarray(piece.length);
    this.#leftBytes -= piece.length;
    if (this.#signed !== null) this.#chunkHash.update(piece);
    this.#decoded.push(piece);
    if (this.#leftBytes === 0) {
      this.#endChunk();
      this.#state = "data-end";
    }
    return true;
  }

  #sign(kind: string, ...hashes: string[]): string {
    const { amzDate, scope, signingKey } = this.#signed as Signed;
    const text = [kind, amzDate, scope, this.#previousSignature, ...hashes].join("\n");
    return hmac(signingKey, text).toString("hex");
  }

  #endChunk(): void {
    if (this.#signed === null) return;
    const dataHash = this.#chunkHash.digest("hex");
    const expected = this.#sign("AWS4-HMAC-SHA256-PAYLOAD", EMPTY_HASH, dataHash);
    if (!sameText(expected, this.#chunkSignature)) throw new S3Error("SignatureDoesNotMatch");
    this.#previousSignature = expected;
  }

  #takeTrailer(line: string): void {
    if (line === "") {
      this.#endTrailers();
      this.#state = "done";
      return;
    }
    const colon = line.indexOf(":");
    if (colon < 1) throw new S3Error("InvalidRequest", "A trailer has no name.");
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    this.trailers.set(name, value);
    if (name !== "x-amz-trailer-signature") this.#trailerText += `${name}:${value}\n`;
  }

  #endTrailers(): void {
    if (this.#signed === null || !this.#signed.payloadHash.endsWith("-TRAILER")) return;
    const expected = this.#sign("AWS4-HMAC-SHA256-TRAILER", sha256Hex(this.#trailerText));
    if (!sameText(expected, this.trailers.get("x-amz-trailer-signature") ?? "")) {
      throw new S3Error("SignatureDoesNotMatch", "The trailers are not signed rightly.");
    }
  }
}

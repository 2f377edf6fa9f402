import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { headBucket, listObjects } from "./bucket-calls.ts";
import type { Call } from "./call.ts";
import { copyObject, uploadPartCopy } from "./copy-calls.ts";
import { deleteObject, deleteObjects, getObject, putObject } from "./object-calls.ts";
import { ObjectFiles } from "./object-files.ts";
import { S3Error } from "./s3-error.ts";
import { verifyRequest } from "./sigv4.ts";
import type { Credentials, Target } from "./sigv4.ts";
import {
  abortUpload,
  completeUpload,
  createUpload,
  listParts,
  listUploads,
  uploadPart,
} from "./upload-calls.ts";
import { UploadFiles } from "./upload-files.ts";
import { toXml } from "./xml.ts";

/** How long a refused request may go on sending before its connection is cut. */
const DRAIN_MS = 1000;
const RESERVE_BYTES = 256 * 1024 ** 2;
/** What the file system says when it cannot take any more. */
const DISK_FULL: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT"]);

export interface S3Options {
  readonly dataDir: string;
  readonly region: string;
  readonly buckets: readonly string[];
  readonly credentials: Credentials;
  /**
   * Writes are refused when they would leave less than this free on the disk: a full disk must
   * hit uploads, which can be tried again, and not the database beside them. Default 256 MiB.
   */
  readonly reserveBytes?: number;
  readonly log: (line: string) => void;
}

type Handler = (call: Call) => Promise<void>;

function chooseHandler(request: IncomingMessage, query: URLSearchParams, key: string): Handler {
  const method = request.method ?? "GET";
  if (key === "") {
    if (method === "HEAD") return headBucket;
    if (method === "GET") return query.has("uploads") ? listUploads : listObjects;
    if (method === "POST" && query.has("delete")) return deleteObjects;
    throw new S3Error("NotImplemented");
  }
  if (query.has("uploadId")) {
    const ofUpload: Record<string, Handler> = {
      PUT: uploadPart,
      GET: listParts,
      POST: completeUpload,
      DELETE: abortUpload,
    };
    const handler = ofUpload[method];
    if (handler === undefined) throw new S3Error("MethodNotAllowed");
    const isCopy = handler === uploadPart && "x-amz-copy-source" in request.headers;
    return isCopy ? uploadPartCopy : handler;
  }
  if (method === "POST" && query.has("uploads")) return createUpload;
  if (method === "PUT") return "x-amz-copy-source" in request.headers ? copyObject : putObject;
  if (method === "GET" || method === "HEAD") return getObject;
  if (method === "DELETE") return deleteObject;
  throw new S3Error("MethodNotAllowed");
}

function setCommonHeaders(response: ServerResponse, requestId: string): void {
  response.setHeader("x-amz-request-id", requestId);
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("cross-origin-resource-policy", "cross-origin");
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader(
    "access-control-expose-headers",
    "etag, content-length, content-range, accept-ranges, content-disposition, last-modified, " +
      "x-amz-request-id, x-amz-checksum-crc32, x-amz-checksum-crc32c, x-amz-checksum-sha1, " +
      "x-amz-checksum-sha256",
  );
}

function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    "access-control-allow-methods": "GET, HEAD, PUT, POST, DELETE",
    "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
    "access-control-max-age": "3600",
    vary: "access-control-request-headers",
    "content-length": "0",
  });
  response.end();
}

/**
 * Lets the client finish sending, within reason: an answer sent while it still writes is lost
 * when the connection is reset.
 */
async function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  const ended = new Promise((resolve) => {
    request.once("end", resolve);
    request.once("close", resolve);
  });
  request.resume();
  const patience = new AbortController();
  await Promise.race([
    ended,
    sleep(DRAIN_MS, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
  patience.abort();
}

class S3Service {
  readonly #options: S3Options;
  readonly #objects: ObjectFiles;
  readonly #uploads: UploadFiles;

  constructor(options: S3Options) {
    this.#options = options;
    const directory = join(options.dataDir, "s3");
    mkdirSync(directory, { recursive: true });
    this.#objects = new ObjectFiles(
      directory,
      options.buckets,
      options.reserveBytes ?? RESERVE_BYTES,
    );
    this.#uploads = new UploadFiles(directory, this.#objects);
    this.#objects.sweep(this.#uploads.dataFiles());
  }

  /** Bucket and key, from `/bucket/key` or from `bucket.host` and `/key`. */
  #locate(request: IncomingMessage, path: string): { bucket: string; key: string } {
    const label = (request.headers.host ?? "").split(".")[0] ?? "";
    const full = this.#objects.hasBucket(label) ? `/${label}${path}` : path;
    const [, bucket = "", rest = ""] = /^\/([^/]*)\/?(.*)$/su.exec(full) ?? [];
    return { bucket, key: decodeURIComponent(rest) };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = "/", search = ""] = (request.url ?? "/").split(/\?(.*)/su);
    const target: Target = { path, query: new URLSearchParams(search) };
    if (request.method === "OPTIONS") {
      answerPreflight(request, response);
      return;
    }
    if (path === "/healthz") {
      response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
      return;
    }
    const signed = verifyRequest(request, target, this.#options, Date.now());
    const { bucket, key } = this.#locate(request, path);
    if (!this.#objects.hasBucket(bucket)) throw new S3Error("NoSuchBucket");
    if (Buffer.byteLength(key) > 1024) throw new S3Error("InvalidArgument", "The key is too long.");
    const handler = chooseHandler(request, target.query, key);
    const [objects, uploads] = [this.#objects, this.#uploads];
    await handler({
      request,
      response,
      query: target.query,
      bucket,
      key,
      signed,
      objects,
      uploads,
    });
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    setCommonHeaders(response, requestId);
    try {
      await this.#serve(request, response);
    } catch (error) {
      const refusal = this.#refusalOf(error, request);
      if (response.headersSent || response.destroyed) {
        response.destroy();
        return;
      }
      await drain(request);
      const body = toXml(
        "Error",
        { Code: refusal.code, Message: refusal.message, RequestId: requestId },
        false,
      );
      if (!request.readableEnded) response.setHeader("connection", "close");
      response.writeHead(refusal.status, { "content-type": "application/xml" });
      response.end(request.method === "HEAD" ? "" : body);
    }
  }

  #refusalOf(error: unknown, request: IncomingMessage): S3Error {
    if (error instanceof S3Error) return error;
    if (error instanceof URIError) return new S3Error("InvalidArgument", "The path is malformed.");
    const code = (error as NodeJS.ErrnoException).code;
    if (DISK_FULL.has(code)) return new S3Error("InsufficientStorage");
    // A client that went away is its own business.
    if (code !== "ECONNRESET" && code !== "ERR_STREAM_PREMATURE_CLOSE") {
      this.#options.log(`s3: ${request.method} ${request.url?.split("?")[0]}: ${String(error)}`);
    }
    return new S3Error("InternalError");
  }
}

export interface HttpPart {
  readonly server: Server;
  close(): Promise<void>;
}

/**
 * An S3 that checks what S3 checks. Objects are immutable files below `dataDir/s3`; an answered
 * write survives a kill.
 */
export async function startS3(options: S3Options): Promise<HttpPart> {
  const service = new S3Service(options);
  const server = createServer((request, response) => void service.handle(request, response));
  // Long uploads are normal.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 65_000;
  return {
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

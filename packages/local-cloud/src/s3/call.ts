import type { IncomingMessage, ServerResponse } from "node:http";
import type { ObjectFiles, ObjectMeta, ObjectRecord } from "./object-files.ts";
import { S3Error } from "./s3-error.ts";
import type { Signed } from "./sigv4.ts";
import type { UploadFiles } from "./upload-files.ts";
import { toXml } from "./xml.ts";
import type { XmlNode } from "./xml.ts";

/** One request whose signature has been accepted. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly bucket: string;
  readonly key: string;
  readonly signed: Signed;
  readonly objects: ObjectFiles;
  readonly uploads: UploadFiles;
}

export const header = (call: Call, name: string): string | undefined => {
  const value = call.request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
};

export function answer(
  call: Call,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): void {
  const length = status === 204 ? {} : { "content-length": String(Buffer.byteLength(body)) };
  call.response.writeHead(status, { ...length, ...headers });
  call.response.end(body);
}

export function answerXml(
  call: Call,
  root: string,
  value: XmlNode,
  headers: Readonly<Record<string, string>> = {},
): void {
  answer(call, 200, { "content-type": "application/xml", ...headers }, toXml(root, value));
}

const KEPT_HEADERS = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "expires",
] as const;
const META = "x-amz-meta-";

/** What the request's headers say about the object to be made. */
export function readMeta(call: Call): ObjectMeta {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    // aws-chunked describes the transfer, not the object.
    const value = header(call, name)?.replace(/^aws-chunked(?:,\s*|$)/u, "");
    if (value !== undefined && value !== "") headers[name] = value;
  }
  const userMeta: Record<string, string> = {};
  for (const name of Object.keys(call.request.headers)) {
    if (name.startsWith(META)) userMeta[name.slice(META.length)] = header(call, name) ?? "";
  }
  return {
    contentType: header(call, "content-type") ?? "binary/octet-stream",
    headers,
    userMeta,
  };
}

export function metaHeaders(meta: ObjectMeta): Record<string, string> {
  const result: Record<string, string> = { "content-type": meta.contentType, ...meta.headers };
  for (const [name, value] of Object.entries(meta.userMeta)) result[`${META}${name}`] = value;
  return result;
}

/** @throws {S3Error} `NoSuchKey` */
export function findObject(call: Call): ObjectRecord {
  const record = call.objects.find(call.bucket, call.key);
  if (record === undefined) throw new S3Error("NoSuchKey");
  return record;
}

const isListed = (list: string, etag: string): boolean =>
  list.split(",").some((item) => {
    const tag = item.trim().replace(/^W\//u, "").replaceAll('"', "");
    return tag === "*" || tag === etag;
  });

/** For `ObjectFiles.put`: the If-Match and If-None-Match of a write. */
export function writeCondition(call: Call): (present: ObjectRecord | undefined) => void {
  const noneMatch = header(call, "if-none-match");
  const match = header(call, "if-match");
  return (present) => {
    if (noneMatch !== undefined && present !== undefined && isListed(noneMatch, present.etag)) {
      throw new S3Error("PreconditionFailed");
    }
    if (match === undefined) return;
    if (present === undefined) throw new S3Error("NoSuchKey");
    if (!isListed(match, present.etag)) throw new S3Error("PreconditionFailed");
  };
}

/**
 * The conditions of a copy on its source.
 * @throws {S3Error} `PreconditionFailed`
 */
export function requireSourceCondition(call: Call, source: ObjectRecord): void {
  const match = header(call, "x-amz-copy-source-if-match");
  const noneMatch = header(call, "x-amz-copy-source-if-none-match");
  const isWanted =
    (match === undefined || isListed(match, source.etag)) &&
    (noneMatch === undefined || !isListed(noneMatch, source.etag));
  if (!isWanted) throw new S3Error("PreconditionFailed");
}

/**
 * The conditions of a read, by RFC 9110's precedence.
 * @returns false when the answer is 304.
 * @throws {S3Error} `PreconditionFailed`
 */
export function readCondition(call: Call, record: ObjectRecord): boolean {
  const modifiedS = Math.floor(record.modifiedMs / 1000);
  const seconds = (name: string): number => Math.floor(Date.parse(header(call, name) ?? "") / 1000);
  const match = header(call, "if-match");
  const noneMatch = header(call, "if-none-match");
  if (match !== undefined) {
    if (!isListed(match, record.etag)) throw new S3Error("PreconditionFailed");
  } else if (modifiedS > seconds("if-unmodified-since")) throw new S3Error("PreconditionFailed");
  if (noneMatch !== undefined) return !isListed(noneMatch, record.etag);
  return !(modifiedS <= seconds("if-modified-since"));
}

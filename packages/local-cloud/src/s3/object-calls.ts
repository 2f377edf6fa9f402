import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { answer, answerXml, findObject, header, metaHeaders } from "./call.ts";
import { readCondition, readMeta, writeCondition } from "./call.ts";
import type { Call } from "./call.ts";
import { CHECKSUM_NAMES, checksumElement, checksumHeader } from "./checksums.ts";
import type { Checksums } from "./checksums.ts";
import type { ObjectRecord, Segment } from "./object-files.ts";
import { parseRange } from "./range.ts";
import type { ByteRange } from "./range.ts";
import { receiveBody, receiveText } from "./receive-body.ts";
import { S3Error } from "./s3-error.ts";
import { elementsOf, requireRoot, textOf } from "./xml.ts";

const MAX_DELETE_BODY_BYTES = 2 << 20;

export function checksumHeaders(checksums: Checksums): Record<string, string> {
  const pairs = CHECKSUM_NAMES.flatMap((name) => {
    const value = checksums[name];
    return value === undefined ? [] : [[checksumHeader(name), value]];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

export function checksumElements(checksums: Checksums): Record<string, string> {
  const pairs = CHECKSUM_NAMES.flatMap((name) => {
    const value = checksums[name];
    return value === undefined ? [] : [[checksumElement(name), value]];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

export async function putObject(call: Call): Promise<void> {
  const { objects, bucket, key } = call;
  const allowed = writeCondition(call);
  allowed(objects.find(bucket, key));
  const file = objects.newDataFile();
  const { sizeBytes, md5Hex, checksums } = await receiveBody(
    call.request,
    call.signed,
    objects.dataPath(file),
    (expectedBytes) => objects.requireRoom(expectedBytes),
  );
  const record: ObjectRecord = {
    ...readMeta(call),
    bucket,
    key,
    segments: [{ file, sizeBytes }],
    sizeBytes,
    etag: md5Hex,
    checksums,
    modifiedMs: Date.now(),
  };
  try {
    await objects.put(record, allowed);
  } catch (error) {
    await objects.discard(record.segments);
    throw error;
  }
  answer(call, 200, { etag: `"${md5Hex}"`, ...checksumHeaders(checksums) });
}

function describe(call: Call, record: ObjectRecord): Record<string, string> {
  const mode = header(call, "x-amz-checksum-mode") ?? call.query.get("x-amz-checksum-mode");
  const result: Record<string, string> = {
    ...metaHeaders(record),
    etag: `"${record.etag}"`,
    "last-modified": new Date(record.modifiedMs).toUTCString(),
    "accept-ranges": "bytes",
    ...(mode?.toUpperCase() === "ENABLED" ? checksumHeaders(record.checksums) : {}),
  };
  for (const [name, value] of call.query) {
    if (name.startsWith("response-")) result[name.slice("response-".length)] = value;
  }
  return result;
}

/** The pieces of files that hold a range of the object. */
export function* piecesOf(
  segments: readonly Segment[],
  range: ByteRange,
): Generator<{ file: string; start: number; end: number }> {
  let offset = 0;
  for (const { file, sizeBytes } of segments) {
    const start = Math.max(range.first - offset, 0);
    const end = Math.min(range.last - offset, sizeBytes - 1);
    if (start <= end) yield { file, start, end };
    offset += sizeBytes;
  }
}

export async function getObject(call: Call): Promise<void> {
  const { objects, response } = call;
  const record = findObject(call);
  if (!readCondition(call, record)) {
    const { etag, "last-modified": modified } = describe(call, record);
    response.writeHead(304, { etag, "last-modified": modified }).end();
    return;
  }
  const headers = describe(call, record);
  const whole = { first: 0, last: record.sizeBytes - 1 };
  const range = parseRange(header(call, "range"), record.sizeBytes);
  const { first, last } = range ?? whole;
  headers["content-length"] = String(last - first + 1);
  if (range !== null) {
    headers["content-range"] = `bytes ${first}-${last}/${record.sizeBytes}`;
    // They are checksums of the whole object; a client would check the part against them.
    for (const name of CHECKSUM_NAMES) delete headers[checksumHeader(name)];
  }
  response.writeHead(range === null ? 200 : 206, headers);
  if (call.request.method === "HEAD") {
    response.end();
    return;
  }
  const unpin = objects.pin(record);
  try {
    await pipeline(async function* read() {
      for (const { file, start, end } of piecesOf(record.segments, { first, last })) {
        yield* createReadStream(objects.dataPath(file), { start, end });
      }
    }, response);
  } finally {
    unpin();
  }
}

export async function deleteObject(call: Call): Promise<void> {
  await call.objects.delete(call.bucket, call.key);
  answer(call, 204);
}

export async function deleteObjects(call: Call): Promise<void> {
  const xml = await receiveText(call.request, call.signed, MAX_DELETE_BODY_BYTES);
  requireRoot(xml, "Delete");
  const keys = elementsOf(xml, "Object").map((item) => textOf(item, "Key"));
  if (keys.length === 0 || keys.length > 1000) throw new S3Error("MalformedXML");
  for (const key of keys) {
    if (key === undefined) throw new S3Error("MalformedXML");
    await call.objects.delete(call.bucket, key);
  }
  const isQuiet = textOf(xml, "Quiet") === "true";
  answerXml(call, "DeleteResult", {
    Deleted: isQuiet ? [] : keys.map((key) => ({ Key: key ?? "" })),
  });
}

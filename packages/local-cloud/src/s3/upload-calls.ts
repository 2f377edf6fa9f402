import { createHash } from "node:crypto";
import { answer, answerXml, header, readMeta, writeCondition } from "./call.ts";
import type { Call } from "./call.ts";
import { CHECKSUM_NAMES, compositeChecksum } from "./checksums.ts";
import type { Checksums } from "./checksums.ts";
import { checksumElements, checksumHeaders } from "./object-calls.ts";
import { byBytes } from "./object-files.ts";
import { receiveBody, receiveText } from "./receive-body.ts";
import { S3Error } from "./s3-error.ts";
import type { PartRecord, Upload } from "./upload-files.ts";
import { elementsOf, requireRoot, textOf } from "./xml.ts";
import type { XmlNode } from "./xml.ts";

const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;
const MAX_COMPLETE_BODY_BYTES = 8 << 20;

/** @throws {S3Error} `NoSuchUpload` */
export function findUpload(call: Call): Upload {
  const upload = call.uploads.find(call.bucket, call.key, call.query.get("uploadId") ?? "");
  if (upload === undefined || upload.isClosing) throw new S3Error("NoSuchUpload");
  return upload;
}

/** A count in the query string, between 0 and `most`. */
function readCount(call: Call, name: string, usual: number, most: number): number {
  const value = Number(call.query.get(name) ?? usual);
  if (!Number.isInteger(value) || value < 0) throw new S3Error("InvalidArgument");
  return Math.min(value, most);
}

export async function createUpload(call: Call): Promise<void> {
  const { bucket, key } = call;
  const algorithm = header(call, "x-amz-checksum-algorithm");
  const record = await call.uploads.create({
    ...readMeta(call),
    bucket,
    key,
    startedMs: Date.now(),
    checksumAlgorithm: algorithm ?? null,
  });
  const headers: Record<string, string> = {};
  if (algorithm !== undefined) headers["x-amz-checksum-algorithm"] = algorithm;
  const { uploadId } = record;
  answerXml(
    call,
    "InitiateMultipartUploadResult",
    { Bucket: bucket, Key: key, UploadId: uploadId },
    headers,
  );
}

/** @throws {S3Error} `InvalidArgument` */
export function readPartNumber(call: Call): number {
  const partNumber = Number(call.query.get("partNumber"));
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > MAX_PARTS) {
    throw new S3Error("InvalidArgument", "Part number must be from 1 to 10000.");
  }
  return partNumber;
}

export async function uploadPart(call: Call): Promise<void> {
  const { objects, uploads } = call;
  const upload = findUpload(call);
  const partNumber = readPartNumber(call);
  const file = objects.newDataFile();
  const { sizeBytes, md5Hex, checksums } = await receiveBody(
    call.request,
    call.signed,
    objects.dataPath(file),
    (expectedBytes) => objects.requireRoom(expectedBytes),
  );
  const part = { partNumber, file, sizeBytes, etag: md5Hex, checksums, modifiedMs: Date.now() };
  if (!(await uploads.putPart(upload, part))) {
    await objects.discard([part]);
    throw new S3Error("NoSuchUpload");
  }
  answer(call, 200, { etag: `"${md5Hex}"`, ...checksumHeaders(checksums) });
}

function showPart(part: PartRecord): XmlNode {
  return {
    PartNumber: part.partNumber,
    LastModified: new Date(part.modifiedMs).toISOString(),
    ETag: `"${part.etag}"`,
    Size: part.sizeBytes,
    ...checksumElements(part.checksums),
  };
}

export async function listParts(call: Call): Promise<void> {
  const { record, parts } = findUpload(call);
  const most = readCount(call, "max-parts", 1000, 1000);
  const marker = readCount(call, "part-number-marker", 0, MAX_PARTS);
  const rest = Array.from(parts.values())
    .filter((part) => part.partNumber > marker)
    .toSorted((a, b) => a.partNumber - b.partNumber);
  const page = rest.slice(0, most);
  answerXml(call, "ListPartsResult", {
    Bucket: record.bucket,
    Key: record.key,
    UploadId: record.uploadId,
    PartNumberMarker: marker,
    NextPartNumberMarker: page.at(-1)?.partNumber ?? marker,
    MaxParts: most,
    IsTruncated: rest.length > page.length,
    StorageClass: "STANDARD",
    ChecksumAlgorithm: record.checksumAlgorithm ?? undefined,
    Part: page.map(showPart),
  });
}

/** The stored parts that the body names, checked as S3 checks them. */
function chooseParts(xml: string, upload: Upload): PartRecord[] {
  requireRoot(xml, "CompleteMultipartUpload");
  const items = elementsOf(xml, "Part");
  if (items.length === 0 || items.length > MAX_PARTS) throw new S3Error("MalformedXML");
  let previous = 0;
  const chosen = items.map((item) => {
    const partNumber = Number(textOf(item, "PartNumber"));
    const etag = textOf(item, "ETag")?.replaceAll('"', "");
    if (!(partNumber > previous)) throw new S3Error("InvalidPartOrder");
    previous = partNumber;
    const part = upload.parts.get(partNumber);
    if (part === undefined || part.etag !== etag) {
      throw new S3Error("InvalidPart", `Part ${partNumber} is not there, or is not ${etag}.`);
    }
    return part;
  });
  if (chosen.slice(0, -1).some((part) => part.sizeBytes < MIN_PART_BYTES)) {
    throw new S3Error("EntityTooSmall");
  }
  return chosen;
}

function combineChecksums(parts: readonly PartRecord[]): Checksums {
  const combined: Checksums = {};
  for (const name of CHECKSUM_NAMES) {
    const values = parts.map((part) => part.checksums[name]);
    if (values.every((value) => value !== undefined)) {
      combined[name] = compositeChecksum(name, values);
    }
  }
  return combined;
}

export async function completeUpload(call: Call): Promise<void> {
  const { objects, uploads, bucket, key } = call;
  const xml = await receiveText(call.request, call.signed, MAX_COMPLETE_BODY_BYTES);
  const upload = findUpload(call);
  const parts = chooseParts(xml, upload);
  const digest = createHash("md5");
  for (const part of parts) digest.update(Buffer.from(part.etag, "hex"));
  const etag = `${digest.digest("hex")}-${parts.length}`;
  const { contentType, headers, userMeta } = upload.record;
  const checksums = combineChecksums(parts);
  upload.isClosing = true;
  try {
    await objects.put(
      {
        contentType,
        headers,
        userMeta,
        bucket,
        key,
        segments: parts.map(({ file, sizeBytes }) => ({ file, sizeBytes })),
        sizeBytes: parts.reduce((total, part) => total + part.sizeBytes, 0),
        etag,
        checksums,
        modifiedMs: Date.now(),
      },
      writeCondition(call),
    );
  } catch (error) {
    upload.isClosing = false;
    throw error;
  }
  await uploads.end(upload, new Set(parts.map((part) => part.file)));
  const location = `http://${call.request.headers.host ?? ""}/${bucket}/${key}`;
  answerXml(call, "CompleteMultipartUploadResult", {
    Location: location,
    Bucket: bucket,
    Key: key,
    ETag: `"${etag}"`,
    ...checksumElements(checksums),
  });
}

export async function abortUpload(call: Call): Promise<void> {
  await call.uploads.end(findUpload(call), new Set());
  answer(call, 204);
}

export async function listUploads(call: Call): Promise<void> {
  const prefix = call.query.get("prefix") ?? "";
  const keyMarker = call.query.get("key-marker") ?? "";
  const idMarker = call.query.get("upload-id-marker") ?? "";
  const most = readCount(call, "max-uploads", 1000, 1000);
  const matching = call.uploads.list(call.bucket).filter(({ key }) => key.startsWith(prefix));
  const at = matching.findIndex(({ key, uploadId }) => key === keyMarker && uploadId === idMarker);
  const rest =
    at === -1 ? matching.filter(({ key }) => byBytes(key, keyMarker) > 0) : matching.slice(at + 1);
  const page = rest.slice(0, most);
  const isTruncated = rest.length > page.length;
  answerXml(call, "ListMultipartUploadsResult", {
    Bucket: call.bucket,
    Prefix: prefix,
    KeyMarker: keyMarker,
    UploadIdMarker: idMarker,
    NextKeyMarker: isTruncated ? page.at(-1)?.key : undefined,
    NextUploadIdMarker: isTruncated ? page.at(-1)?.uploadId : undefined,
    MaxUploads: most,
    IsTruncated: isTruncated,
    Upload: page.map((upload) => ({
      Key: upload.key,
      UploadId: upload.uploadId,
      Initiated: new Date(upload.startedMs).toISOString(),
      StorageClass: "STANDARD",
    })),
  });
}

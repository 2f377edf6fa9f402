/** Calls whose bytes are in the store already: CopyObject and UploadPartCopy. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { constants, copyFile, open } from "node:fs/promises";
import { answerXml, header, readMeta, requireSourceCondition, writeCondition } from "./call.ts";
import type { Call } from "./call.ts";
import { isChecksumName, startHash } from "./checksums.ts";
import type { Checksums } from "./checksums.ts";
import { checksumElements, piecesOf } from "./object-calls.ts";
import type { ObjectRecord, Segment } from "./object-files.ts";
import { parseCopyRange } from "./range.ts";
import type { ByteRange } from "./range.ts";
import { S3Error } from "./s3-error.ts";
import { findUpload, readPartNumber } from "./upload-calls.ts";

function findSource(call: Call): ObjectRecord {
  const source = (header(call, "x-amz-copy-source") ?? "").replace(/^\//u, "").split("?")[0] ?? "";
  const path = decodeURIComponent(source);
  const slash = path.indexOf("/");
  const bucket = path.slice(0, slash);
  if (slash < 1 || !call.objects.hasBucket(bucket)) throw new S3Error("NoSuchBucket");
  const record = call.objects.find(bucket, path.slice(slash + 1));
  if (record === undefined) throw new S3Error("NoSuchKey");
  return record;
}

export async function copyObject(call: Call): Promise<void> {
  const { objects, bucket, key } = call;
  const source = findSource(call);
  requireSourceCondition(call, source);
  const isReplacing = header(call, "x-amz-metadata-directive")?.toUpperCase() === "REPLACE";
  if (!isReplacing && source.bucket === bucket && source.key === key) {
    throw new S3Error("InvalidRequest", "Copying an object to itself must change its metadata.");
  }
  await objects.requireRoom(source.sizeBytes);
  const unpin = objects.pin(source);
  const segments: Segment[] = [];
  try {
    for (const { file, sizeBytes } of source.segments) {
      const copy = { file: objects.newDataFile(), sizeBytes };
      segments.push(copy);
      const [from, to] = [objects.dataPath(file), objects.dataPath(copy.file)];
      await copyFile(from, to, constants.COPYFILE_FICLONE);
    }
    const meta = isReplacing ? readMeta(call) : {};
    const record = { ...source, ...meta, bucket, key, segments, modifiedMs: Date.now() };
    await objects.put(record, writeCondition(call));
    answerXml(call, "CopyObjectResult", {
      ETag: `"${record.etag}"`,
      LastModified: new Date(record.modifiedMs).toISOString(),
      ...checksumElements(record.checksums),
    });
  } catch (error) {
    await objects.discard(segments);
    throw error;
  } finally {
    unpin();
  }
}

/** Writes a range of an object to a file of its own and reckons what a PUT of it would have. */
async function writeRange(
  call: Call,
  source: ObjectRecord,
  range: ByteRange,
  algorithm: string | null,
): Promise<{ readonly file: string; readonly etag: string; readonly checksums: Checksums }> {
  const { objects } = call;
  const file = objects.newDataFile();
  const md5 = createHash("md5");
  const name = algorithm?.toLowerCase() ?? "";
  const sum = isChecksumName(name) ? { name, hash: startHash(name) } : null;
  const target = await open(objects.dataPath(file), "wx", 0o600);
  try {
    for (const { file: from, start, end } of piecesOf(source.segments, range)) {
      for await (const chunk of createReadStream(objects.dataPath(from), { start, end })) {
        const piece = chunk as Buffer;
        md5.update(piece);
        sum?.hash.update(piece);
        await target.writeFile(piece);
      }
    }
    await target.sync();
  } catch (error) {
    await objects.discard([{ file }]);
    throw error;
  } finally {
    await target.close();
  }
  const checksums = sum === null ? {} : { [sum.name]: sum.hash.digest().toString("base64") };
  return { file, etag: md5.digest("hex"), checksums };
}

export async function uploadPartCopy(call: Call): Promise<void> {
  const { objects, uploads } = call;
  const upload = findUpload(call);
  const partNumber = readPartNumber(call);
  const source = findSource(call);
  requireSourceCondition(call, source);
  const range = parseCopyRange(header(call, "x-amz-copy-source-range"), source.sizeBytes);
  const sizeBytes = range.last - range.first + 1;
  await objects.requireRoom(sizeBytes);
  const unpin = objects.pin(source);
  try {
    const written = await writeRange(call, source, range, upload.record.checksumAlgorithm);
    const part = { partNumber, sizeBytes, ...written, modifiedMs: Date.now() };
    if (!(await uploads.putPart(upload, part))) {
      await objects.discard([part]);
      throw new S3Error("NoSuchUpload");
    }
    answerXml(call, "CopyPartResult", {
      ETag: `"${part.etag}"`,
      LastModified: new Date(part.modifiedMs).toISOString(),
      ...checksumElements(part.checksums),
    });
  } finally {
    unpin();
  }
}

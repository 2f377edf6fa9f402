import { S3Error } from "./s3-error.ts";

/** First and last byte, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * One range of a `Range` header. Null when there is none, or one that HTTP says to ignore.
 * @throws {S3Error} `InvalidRange` when nothing of it lies in the object.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | null {
  const match = /^bytes=(\d*)-(\d*)$/u.exec(header?.trim() ?? "");
  const [, from = "", to = ""] = match ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const length = Math.min(Number(to), sizeBytes);
    if (length === 0) throw new S3Error("InvalidRange");
    return { first: sizeBytes - length, last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === "" ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== "" && Number(to) < first) return null;
  if (first >= sizeBytes) throw new S3Error("InvalidRange");
  return { first, last };
}

/**
 * The range of a copy: unlike that of a read it must name both ends and lie in the object.
 * Absent: all of it.
 * @throws {S3Error} `InvalidArgument`, `InvalidRange`
 */
export function parseCopyRange(header: string | undefined, sizeBytes: number): ByteRange {
  if (header === undefined) return { first: 0, last: sizeBytes - 1 };
  const match = /^bytes=(\d+)-(\d+)$/u.exec(header.trim());
  if (match === null) {
    throw new S3Error("InvalidArgument", "The range of a copy must be bytes=first-last.");
  }
  const [first, last] = [Number(match[1]), Number(match[2])];
  if (first > last || last >= sizeBytes) throw new S3Error("InvalidRange");
  return { first, last };
}

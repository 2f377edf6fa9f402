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

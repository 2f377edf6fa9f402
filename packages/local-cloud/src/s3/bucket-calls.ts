import { answer, answerXml } from "./call.ts";
import type { Call } from "./call.ts";
import { S3Error } from "./s3-error.ts";
import { encodeRfc3986 } from "./sigv4.ts";

interface Page {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  /** Where the next page begins, when there is one. */
  readonly next: string | null;
}

/** Keys after `after`, those that share a prefix up to the delimiter rolled into one. */
function pageOf(
  sorted: readonly string[],
  {
    prefix,
    delimiter,
    after,
    most,
  }: { prefix: string; delimiter: string; after: string; most: number },
): Page {
  const keys: string[] = [];
  const prefixes: string[] = [];
  let last = "";
  const from = Buffer.from(after);
  for (const key of sorted) {
    if (!key.startsWith(prefix) || Buffer.compare(Buffer.from(key), from) <= 0) continue;
    // A page that ended on a rolled-up prefix goes on behind all of it.
    if (delimiter !== "" && after.endsWith(delimiter) && key.startsWith(after)) {
      if (after.length > prefix.length) continue;
    }
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    const rolled = end === -1 ? null : key.slice(0, end + delimiter.length);
    if (rolled !== null && prefixes.at(-1) === rolled) continue;
    if (keys.length + prefixes.length >= most) return { keys, prefixes, next: last };
    if (rolled === null) keys.push(key);
    else prefixes.push(rolled);
    last = rolled ?? key;
  }
  return { keys, prefixes, next: null };
}

export async function listObjects(call: Call): Promise<void> {
  const { query, objects, bucket } = call;
  if (query.get("list-type") !== "2") {
    throw new S3Error("NotImplemented", "Only ListObjectsV2 is implemented.");
  }
  const asked = Number(query.get("max-keys") ?? 1000);
  if (!Number.isInteger(asked) || asked < 0) throw new S3Error("InvalidArgument");
  const most = Math.min(asked, 1000);
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const token = query.get("continuation-token");
  const startAfter = query.get("start-after") ?? "";
  const after = token === null ? startAfter : Buffer.from(token, "base64url").toString();
  const page = pageOf(objects.sortedKeys(bucket), { prefix, delimiter, after, most });
  const isEncoded = query.get("encoding-type") === "url";
  const show = (text: string): string =>
    isEncoded ? encodeRfc3986(text).replaceAll("%2F", "/") : text;
  answerXml(call, "ListBucketResult", {
    Name: bucket,
    Prefix: show(prefix),
    Delimiter: delimiter === "" ? undefined : show(delimiter),
    MaxKeys: most,
    EncodingType: isEncoded ? "url" : undefined,
    KeyCount: page.keys.length + page.prefixes.length,
    IsTruncated: page.next !== null && most > 0,
    ContinuationToken: token ?? undefined,
    StartAfter: startAfter === "" ? undefined : show(startAfter),
    NextContinuationToken:
      page.next === null || most === 0 ? undefined : Buffer.from(page.next).toString("base64url"),
    Contents: page.keys.flatMap((key) => {
      const record = objects.find(bucket, key);
      if (record === undefined) return [];
      return [
        {
          Key: show(key),
          LastModified: new Date(record.modifiedMs).toISOString(),
          ETag: `"${record.etag}"`,
          Size: record.sizeBytes,
          StorageClass: "STANDARD",
        },
      ];
    }),
    CommonPrefixes: page.prefixes.map((rolled) => ({ Prefix: show(rolled) })),
  });
}

/** HeadBucket: it exists, or the caller would not have come this far. */
export async function headBucket(call: Call): Promise<void> {
  answer(call, 200);
}

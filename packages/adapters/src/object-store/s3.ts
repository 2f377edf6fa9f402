/** The object store over S3 or anything that speaks it (R2, the local cloud). */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { ListMultipartUploadsCommandOutput } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { ObjectStore, PresignedUrl, StoredPart } from "@cutroom/ports";

export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("$metadata" in error)) return undefined;
  return (error as { $metadata: { httpStatusCode?: number } }).$metadata.httpStatusCode;
}

/** The work's value, or `absent` when the store says that the thing does not exist. */
async function unlessAbsent<T, A>(work: Promise<T>, absent: A): Promise<T | A> {
  try {
    return await work;
  } catch (error) {
    if (statusOf(error) === 404) return absent;
    throw error;
  }
}

/** RFC 6266: an ASCII name for old clients, the true one in UTF-8 for all others (F93). */
export function contentDisposition(name: string): string {
  const clean = name.normalize("NFC").replaceAll(/[\p{Cc}/\\]/gu, "_");
  const ascii = clean.replaceAll(/[^\u0020-\u007e]|["%]/g, "_");
  const encoded = encodeURIComponent(clean).replaceAll(
    /['()*!]/g,
    (char) => `%${char.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function connect(settings: S3Settings): S3Client {
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: true,
    // The SDK's default signs the checksum of an empty body into presigned PUTs, which real S3
    // then refuses (F89).
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

/** Multipart listings come in pages of at most 1,000. */
async function allParts(
  client: S3Client,
  target: { Bucket: string; Key: string; UploadId: string },
): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  let marker: string | undefined;
  do {
    const page = await client.send(
      new ListPartsCommand({
        ...target,
        ...(marker === undefined ? {} : { PartNumberMarker: marker }),
      }),
    );
    for (const part of page.Parts ?? []) {
      parts.push({
        partNumber: part.PartNumber ?? 0,
        sizeBytes: part.Size ?? 0,
        etag: part.ETag ?? "",
      });
    }
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
  } while (marker !== undefined);
  return parts;
}

function multipart(client: S3Client, Bucket: string) {
  return {
    async createMultipart(Key, { contentType }) {
      const made = await client.send(
        new CreateMultipartUploadCommand({ Bucket, Key, ContentType: contentType }),
      );
      if (made.UploadId === undefined) throw new Error("the object store gave no upload id");
      return { uploadId: made.UploadId };
    },
    listParts(Key, UploadId) {
      return unlessAbsent(allParts(client, { Bucket, Key, UploadId }), null);
    },
    async completeMultipart(Key, UploadId, parts) {
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      await client.send(
        new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
      );
    },
    async abortMultipart(Key, UploadId) {
      await unlessAbsent(
        client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
        null,
      );
    },
    async listMultipartUploads(Prefix) {
      const open: { key: string; uploadId: string; startedAtMs: number }[] = [];
      let markers: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
      while (markers !== undefined) {
        const page: ListMultipartUploadsCommandOutput = await client.send(
          new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }),
        );
        for (const upload of page.Uploads ?? []) {
          open.push({
            key: upload.Key ?? "",
            uploadId: upload.UploadId ?? "",
            startedAtMs: upload.Initiated?.getTime() ?? 0,
          });
        }
        markers = page.IsTruncated
          ? {
              ...(page.NextKeyMarker === undefined ? {} : { KeyMarker: page.NextKeyMarker }),
              ...(page.NextUploadIdMarker === undefined
                ? {}
                : { UploadIdMarker: page.NextUploadIdMarker }),
            }
          : undefined;
      }
      return open;
    },
  } satisfies Partial<ObjectStore>;
}

function presigned(client: S3Client, Bucket: string) {
  const withExpiry = async (url: Promise<string>, expiresInS: number): Promise<PresignedUrl> => ({
    url: await url,
    expiresAtMs: Date.now() + expiresInS * 1_000,
  });
  return {
    presignPart(Key, { uploadId, partNumber, sizeBytes, expiresInS }) {
      const command = new UploadPartCommand({
        Bucket,
        Key,
        UploadId: uploadId,
        PartNumber: partNumber,
        ContentLength: sizeBytes,
      });
      // A signed length is the only thing that keeps a client from sending more (F92).
      const options = {
        expiresIn: expiresInS,
        signableHeaders: new Set(["host", "content-length"]),
      };
      return withExpiry(getSignedUrl(client, command, options), expiresInS);
    },
    presignPut(Key, { contentType, expiresInS }) {
      const command = new PutObjectCommand({ Bucket, Key, ContentType: contentType });
      const options = { expiresIn: expiresInS, signableHeaders: new Set(["host", "content-type"]) };
      return withExpiry(getSignedUrl(client, command, options), expiresInS);
    },
    presignGet(Key, { expiresInS, downloadName, contentType }) {
      const command = new GetObjectCommand({
        Bucket,
        Key,
        ...(downloadName === undefined
          ? {}
          : { ResponseContentDisposition: contentDisposition(downloadName) }),
        ...(contentType === undefined ? {} : { ResponseContentType: contentType }),
      });
      return withExpiry(getSignedUrl(client, command, { expiresIn: expiresInS }), expiresInS);
    },
  } satisfies Partial<ObjectStore>;
}

/** Opens no connection by itself. */
export function createS3ObjectStore(settings: S3Settings): ObjectStore {
  const client = connect(settings);
  const Bucket = settings.bucket;
  return {
    ...multipart(client, Bucket),
    ...presigned(client, Bucket),
    async head(Key) {
      const head = await unlessAbsent(client.send(new HeadObjectCommand({ Bucket, Key })), null);
      if (head === null) return null;
      return {
        sizeBytes: head.ContentLength ?? 0,
        etag: head.ETag ?? "",
        contentType: head.ContentType ?? null,
      };
    },
    async delete(Key) {
      await unlessAbsent(client.send(new DeleteObjectCommand({ Bucket, Key })), null);
    },
  };
}

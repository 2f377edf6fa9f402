/**
 * Object store on anything that speaks S3: AWS, R2, MinIO, the local cloud. Uses no `node:`
 * module of its own, so it runs on edge runtimes as well.
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { Clock, ObjectHead, ObjectStore, PresignedPut, StoredPart } from "@cutroom/ports";

export interface S3Settings {
  readonly endpoint: string;
  /** Another way to the same bucket, taken when the first does not answer. */
  readonly fallbackEndpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly clock: Clock;
}

/** The SDK cannot read the body of a HEAD, so there the name is just the status. */
function isMissing(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name);
}

const bare = (etag: string | undefined): string => (etag ?? "").replaceAll('"', "");

/** A file name for the browser, by RFC 6266: plain for old ones, exact for all others. */
function asAttachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, "_");
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/gu,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** Whether the store itself said no: any way to it would tell the same. */
function isAnswer(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 500) < 500;
}

function clientOf(settings: S3Settings, endpoint: string): S3Client {
  const { region, accessKeyId, secretAccessKey } = settings;
  return new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    // By default the SDK would sign the checksum of an empty body into every upload URL,
    // which a store that checks it must refuse (F89).
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

class S3ObjectStore implements ObjectStore {
  readonly #client: S3Client;
  readonly #fallback: S3Client | null;
  readonly #bucket: string;
  readonly #clock: Clock;

  constructor(settings: S3Settings) {
    const { fallbackEndpoint, bucket, clock } = settings;
    this.#bucket = bucket;
    this.#clock = clock;
    this.#client = clientOf(settings, settings.endpoint);
    this.#fallback = fallbackEndpoint === undefined ? null : clientOf(settings, fallbackEndpoint);
  }

  /** By the first endpoint, or by the other one when that does not answer, or only with a fault. */
  async #ask<T>(send: (client: S3Client) => Promise<T>): Promise<T> {
    try {
      return await send(this.#client);
    } catch (error) {
      if (this.#fallback === null || isAnswer(error)) throw error;
      return send(this.#fallback);
    }
  }

  #in<T extends object>(input: T): T & { Bucket: string } {
    return { Bucket: this.#bucket, ...input };
  }

  #presigned(url: string, expiresInS: number): { url: string; expiresAtMs: number } {
    return { url, expiresAtMs: this.#clock.nowMs() + expiresInS * 1000 };
  }

  async createMultipart(
    key: string,
    options: { contentType: string },
  ): Promise<{ uploadId: string }> {
    const input = this.#in({ Key: key, ContentType: options.contentType });
    const { UploadId } = await this.#ask((client) =>
      client.send(new CreateMultipartUploadCommand(input)),
    );
    if (UploadId === undefined) throw new Error("The object store gave no upload id.");
    return { uploadId: UploadId };
  }

  async presignPart(
    key: string,
    part: { uploadId: string; partNumber: number; sizeBytes: number; expiresInS: number },
  ): Promise<{ url: string; expiresAtMs: number }> {
    const command = new UploadPartCommand(
      this.#in({
        Key: key,
        UploadId: part.uploadId,
        PartNumber: part.partNumber,
        ContentLength: part.sizeBytes,
      }),
    );
    // The length is signed, so the URL cannot carry more than was announced (F92).
    const url = await getSignedUrl(this.#client, command, {
      expiresIn: part.expiresInS,
      signingDate: new Date(this.#clock.nowMs()),
      unhoistableHeaders: new Set(["content-length"]),
    });
    return this.#presigned(url, part.expiresInS);
  }

  async listParts(key: string, uploadId: string): Promise<readonly StoredPart[] | null> {
    const parts: StoredPart[] = [];
    let marker: string | undefined;
    try {
      do {
        const input = this.#in({ Key: key, UploadId: uploadId, PartNumberMarker: marker });
        const page = await this.#ask((client) => client.send(new ListPartsCommand(input)));
        for (const { PartNumber, Size, ETag } of page.Parts ?? []) {
          if (PartNumber === undefined || Size === undefined) continue;
          parts.push({ partNumber: PartNumber, sizeBytes: Size, etag: bare(ETag) });
        }
        marker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
      } while (marker !== undefined);
    } catch (error) {
      if (isMissing(error, "NoSuchUpload", "NotFound")) return null;
      throw error;
    }
    return parts.toSorted((a, b) => a.partNumber - b.partNumber);
  }

  async completeMultipart(
    key: string,
    uploadId: string,
    parts: readonly StoredPart[],
  ): Promise<void> {
    const input = this.#in({
      Key: key,
      UploadId: uploadId,
      MultipartUpload: {
        Parts: parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: `"${etag}"` })),
      },
    });
    try {
      await this.#ask((client) => client.send(new CompleteMultipartUploadCommand(input)));
    } catch (error) {
      // The answer to an earlier try may have been lost: then the object is there already.
      if (isMissing(error, "NoSuchUpload") && (await this.#isCompleted(key, parts))) return;
      throw error;
    }
  }

  /** An object of as many parts and as many bytes. */
  async #isCompleted(key: string, parts: readonly StoredPart[]): Promise<boolean> {
    const head = await this.head(key);
    const sizeBytes = parts.reduce((total, part) => total + part.sizeBytes, 0);
    return head?.sizeBytes === sizeBytes && head.etag.endsWith(`-${parts.length}`);
  }

  async abortMultipart(key: string, uploadId: string): Promise<void> {
    const input = this.#in({ Key: key, UploadId: uploadId });
    try {
      await this.#ask((client) => client.send(new AbortMultipartUploadCommand(input)));
    } catch (error) {
      if (!isMissing(error, "NoSuchUpload", "NotFound")) throw error;
    }
  }

  async listMultipartUploads(
    prefix: string,
  ): Promise<readonly { key: string; uploadId: string; startedAtMs: number }[]> {
    const uploads: { key: string; uploadId: string; startedAtMs: number }[] = [];
    let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
    for (;;) {
      const input = this.#in({ Prefix: prefix, ...marker });
      const page = await this.#ask((client) => client.send(new ListMultipartUploadsCommand(input)));
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Key === undefined || UploadId === undefined) continue;
        uploads.push({ key: Key, uploadId: UploadId, startedAtMs: Initiated?.getTime() ?? 0 });
      }
      if (page.IsTruncated !== true || page.NextKeyMarker === undefined) return uploads;
      marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  async listObjects(page: {
    after: string;
    limit: number;
  }): Promise<readonly { key: string; sizeBytes: number; storedAtMs: number }[]> {
    const StartAfter = page.after === "" ? undefined : page.after;
    const input = this.#in({ StartAfter, MaxKeys: page.limit });
    const { Contents } = await this.#ask((client) => client.send(new ListObjectsV2Command(input)));
    return (Contents ?? []).flatMap(({ Key, Size, LastModified }) =>
      Key === undefined
        ? []
        : [{ key: Key, sizeBytes: Size ?? 0, storedAtMs: LastModified?.getTime() ?? 0 }],
    );
  }

  async head(key: string): Promise<ObjectHead | null> {
    try {
      const found = await this.#ask((client) =>
        client.send(new HeadObjectCommand(this.#in({ Key: key }))),
      );
      return {
        sizeBytes: found.ContentLength ?? 0,
        etag: bare(found.ETag),
        contentType: found.ContentType ?? null,
      };
    } catch (error) {
      if (isMissing(error, "NotFound", "NoSuchKey")) return null;
      throw error;
    }
  }

  async presignPut(
    key: string,
    options: { contentType: string; expiresInS: number },
  ): Promise<PresignedPut> {
    const input = this.#in({ Key: key, ContentType: options.contentType });
    const signedBy = (client: S3Client) =>
      getSignedUrl(client, new PutObjectCommand(input), {
        expiresIn: options.expiresInS,
        signingDate: new Date(this.#clock.nowMs()),
        // The type is signed: what is stored under it is what the API asked for.
        signableHeaders: new Set(["host", "content-type"]),
      });
    const fallbackUrl = this.#fallback === null ? null : await signedBy(this.#fallback);
    return { ...this.#presigned(await signedBy(this.#client), options.expiresInS), fallbackUrl };
  }

  async presignGet(
    key: string,
    options: { expiresInS: number; downloadName?: string; contentType?: string },
  ): Promise<{ url: string; expiresAtMs: number }> {
    const { expiresInS, downloadName, contentType } = options;
    const input = this.#in({
      Key: key,
      ...(downloadName === undefined
        ? {}
        : { ResponseContentDisposition: asAttachment(downloadName) }),
      ...(contentType === undefined ? {} : { ResponseContentType: contentType }),
    });
    const url = await getSignedUrl(this.#client, new GetObjectCommand(input), {
      expiresIn: expiresInS,
      signingDate: new Date(this.#clock.nowMs()),
    });
    return this.#presigned(url, expiresInS);
  }

  async delete(key: string): Promise<void> {
    await this.#ask((client) => client.send(new DeleteObjectCommand(this.#in({ Key: key }))));
  }
}

export function createS3ObjectStore(settings: S3Settings): ObjectStore {
  return new S3ObjectStore(settings);
}

/**
 * Object store: immutable bytes under keys, reached by clients through presigned URLs. The
 * application never moves media itself.
 */
export interface StoredPart {
  readonly partNumber: number;
  readonly sizeBytes: number;
  readonly etag: string;
}

export interface ObjectHead {
  readonly sizeBytes: number;
  readonly etag: string;
  readonly contentType: string | null;
}

export interface PresignedUrl {
  readonly url: string;
  readonly expiresAtMs: number;
}

export interface PresignedPut extends PresignedUrl {
  /** The same key by another endpoint of the same store; null: there is one endpoint. */
  readonly fallbackUrl: string | null;
}

export interface ObjectStore {
  createMultipart(key: string, options: { contentType: string }): Promise<{ uploadId: string }>;
  /** For one key, one part and exactly `sizeBytes` bytes. */
  presignPart(
    key: string,
    part: { uploadId: string; partNumber: number; sizeBytes: number; expiresInS: number },
  ): Promise<PresignedUrl>;
  /** All parts, across pages, by number; null when the upload does not exist any more. */
  listParts(key: string, uploadId: string): Promise<readonly StoredPart[] | null>;
  completeMultipart(key: string, uploadId: string, parts: readonly StoredPart[]): Promise<void>;
  /** Absent uploads are a success: the wanted state holds. */
  abortMultipart(key: string, uploadId: string): Promise<void>;
  listMultipartUploads(
    prefix: string,
  ): Promise<readonly { key: string; uploadId: string; startedAtMs: number }[]>;
  /** At most `limit` objects whose keys come after `after`, in the order of keys. */
  listObjects(page: {
    after: string;
    limit: number;
  }): Promise<readonly { key: string; sizeBytes: number; storedAtMs: number }[]>;
  /** Null when there is no such object. */
  head(key: string): Promise<ObjectHead | null>;
  presignPut(
    key: string,
    options: { contentType: string; expiresInS: number },
  ): Promise<PresignedPut>;
  presignGet(
    key: string,
    options: { expiresInS: number; downloadName?: string; contentType?: string },
  ): Promise<PresignedUrl>;
  /** Absent objects are a success. */
  delete(key: string): Promise<void>;
}

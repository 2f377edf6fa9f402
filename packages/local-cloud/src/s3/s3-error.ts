/** Every refusal of the store: code -> HTTP status and message, as S3 documents them. */
const ERRORS = {
  AccessDenied: [403, "Access Denied"],
  AuthorizationHeaderMalformed: [400, "The authorization header that you provided is not valid."],
  AuthorizationQueryParametersError: [400, "The query parameters of the signature are not valid."],
  BadDigest: [400, "The checksum you specified did not match what we received."],
  BucketAlreadyOwnedByYou: [409, "The bucket already exists and is yours."],
  EntityTooLarge: [400, "Your proposed upload exceeds the maximum allowed object size."],
  EntityTooSmall: [400, "A part but the last is smaller than the minimum of 5 MiB."],
  InsufficientStorage: [
    507,
    "The disk of the store is full. Free some space on it and try again; nothing was lost.",
  ],
  IncompleteBody: [400, "The request body ended before the announced length."],
  InternalError: [500, "We encountered an internal error. Please try again."],
  InvalidAccessKeyId: [403, "The access key ID that you provided does not exist in our records."],
  InvalidArgument: [400, "Invalid argument."],
  InvalidDigest: [400, "The Content-MD5 or checksum value that you specified is not valid."],
  InvalidPart: [400, "A part could not be found, or its entity tag did not match."],
  InvalidPartOrder: [400, "The list of parts was not in ascending order."],
  InvalidRange: [416, "The requested range is not satisfiable."],
  InvalidRequest: [400, "Invalid request."],
  MalformedXML: [400, "The XML that you provided was not well formed."],
  MethodNotAllowed: [405, "The specified method is not allowed against this resource."],
  MissingContentLength: [411, "You must provide the Content-Length HTTP header."],
  NoSuchBucket: [404, "The specified bucket does not exist."],
  NoSuchKey: [404, "The specified key does not exist."],
  NoSuchUpload: [404, "The specified multipart upload does not exist."],
  NotImplemented: [501, "This store does not implement that."],
  PreconditionFailed: [412, "At least one of the preconditions that you specified did not hold."],
  RequestTimeTooSkewed: [403, "The request's time differs from the server's by over 15 minutes."],
  SignatureDoesNotMatch: [403, "The request signature does not match. Check key and method."],
  XAmzContentSHA256Mismatch: [400, "x-amz-content-sha256 does not match what was received."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type S3ErrorCode = keyof typeof ERRORS;

/** An expected refusal, turned into S3's XML by the server. */
export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;

  constructor(code: S3ErrorCode, message: string = ERRORS[code][1]) {
    super(message);
    this.name = "S3Error";
    this.code = code;
    this.status = ERRORS[code][0];
  }
}

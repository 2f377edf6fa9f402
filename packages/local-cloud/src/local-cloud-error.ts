export type LocalCloudErrorCode =
  /** A pinned port belongs to another program. */
  | "port-taken"
  /** Another process serves the same data folder. */
  | "already-running"
  /** A server did not come up or went down on its own. */
  | "part-failed"
  /** Some, but not all, variables of an external part are set. */
  | "half-configured";

/** Why the local cloud is not there. The message tells a person what to do. */
export class LocalCloudError extends Error {
  readonly code: LocalCloudErrorCode;

  constructor(code: LocalCloudErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LocalCloudError";
    this.code = code;
  }
}

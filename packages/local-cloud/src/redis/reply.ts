/** Replies in the shapes of RESP2. Bulk strings are bytes, for values need not be text. */
export class Status {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** An error that Redis answers; its text begins with a code such as `ERR` or `WRONGTYPE`. */
export class RedisError extends Error {}

export type Reply = Buffer | Status | RedisError | number | null | readonly Reply[];

/** What stands behind the REST interface. */
export interface RedisBackend {
  /** Errors of Redis are replies, not rejections. */
  run(command: readonly string[]): Promise<Reply>;
  /** All of the commands without anything in between; one error when none was run. */
  transaction(commands: readonly (readonly string[])[]): Promise<readonly Reply[] | RedisError>;
  subscribe(channel: string, onMessage: (message: Buffer) => void): Promise<() => void>;
  close(): Promise<void>;
}

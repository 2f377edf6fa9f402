/**
 * Queue: delivers a message to a URL at least once, signed. It only wakes; the database holds
 * the facts, so losing or repeating a delivery is harmless.
 */
export interface QueuePublish {
  readonly url: string;
  readonly body: string;
  /** Same id, same message: the second publish is dropped. Any characters, any length. */
  readonly deduplicationId: string;
  readonly delayS?: number;
  readonly retries?: number;
  /** Deliveries that share a key run at most `parallelism` at a time. */
  readonly flow?: { readonly key: string; readonly parallelism: number };
}

export interface Queue {
  /** Those of the same moment may travel together; one that is refused fails alone. */
  publish(message: QueuePublish): Promise<{ messageId: string }>;
  /** Creates or replaces the schedule `id`. Cron has minutes as its finest grain. */
  schedule(schedule: { id: string; url: string; cron: string; body: string }): Promise<void>;
}

/** Checks the signature of a delivery on its raw bytes; false means: answer 401. */
export interface QueueVerifier {
  verify(delivery: { signature: string; rawBody: string; url: string }): Promise<boolean>;
}

/**
 * Notifier: tells somebody outside of something that has happened. It only carries the news;
 * the database holds the facts, so losing or repeating one is harmless.
 */
export interface Notification {
  readonly url: string;
  /** The same over retries: receivers tell repeats by it. */
  readonly id: string;
  readonly sentAtMs: number;
  readonly body: string;
  /** Shared with the receiver; signs the message. */
  readonly secret: string;
}

/** What a receiver said is never kept: only its status and how long it took (F129). */
export type NotifyOutcome =
  | { readonly kind: "delivered"; readonly status: number }
  | { readonly kind: "refused"; readonly status: number }
  /** Nothing answered in time, or at all. */
  | { readonly kind: "unreachable" }
  /** The address is not one that may be called; nothing was sent. */
  | { readonly kind: "blocked" };

export interface Notifier {
  /** Never throws: every end is an outcome. Follows no redirect. */
  send(notification: Notification): Promise<NotifyOutcome>;
}

/** Telling tenants how their tasks ended (C12). The state is committed first, always. */
import type { TaskState } from "./states.ts";

export const WEBHOOK_DELIVERY_STATES = ["PENDING", "DELIVERED", "FAILED"] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

const EVENTS = {
  SUCCEEDED: "task.succeeded",
  FAILED: "task.failed",
  CANCELED: "task.canceled",
  EXPIRED: "task.expired",
} as const;
type NotificationEvent = (typeof EVENTS)[keyof typeof EVENTS];

/** Tells of no task: whether a webhook hears anything. */
export const TEST_EVENT = "webhook.test";

/** Tells of no task either: what a person has decided about a content (G5). */
export const REVIEW_EVENT = "review.decided" as const;

export const WEBHOOK_EVENTS = [
  "task.succeeded",
  "task.failed",
  "task.canceled",
  "task.expired",
  REVIEW_EVENT,
  TEST_EVENT,
] as const satisfies readonly (NotificationEvent | typeof REVIEW_EVENT | typeof TEST_EVENT)[];
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What is told of a task in this state; null while it has not ended. */
export function notificationOf(state: TaskState): NotificationEvent | null {
  return state in EVENTS ? EVENTS[state as keyof typeof EVENTS] : null;
}

/** The first push comes at once; the compensator adds these, and then an operator is told. */
export const NOTIFY_PUSHES = 8;
/**
 * Longer than a push takes, so that the compensator does not overtake the first. Every pause
 * after it is twice as long: the last comes about four hours later.
 */
export const NOTIFY_FIRST_MS = 60_000;

/** A message is given up after this many attempts; a test has one, and its owner looks on. */
export function isLastAttempt(event: WebhookEvent, attempts: number) {
  return event === TEST_EVENT || attempts >= NOTIFY_PUSHES;
}

/**
 * How long a message that failed for the `attempts`-th time rests, in ms. Those of tasks rest not
 * at all: the pushes of their task are what is spaced.
 */
export function restOfDelivery(event: WebhookEvent, attempts: number): number {
  return event === REVIEW_EVENT ? NOTIFY_FIRST_MS * 2 ** (attempts - 1) : 0;
}

/** A sender that dies leaves its message to others after this. */
export const SENDING_MS = 30_000;

import type { Table } from "./journal.ts";
import type { Message } from "./message.ts";

/** What can happen to a message. Source: Upstash, "Logs", QStash API reference. */
export type EventState =
  | "CREATED"
  | "ACTIVE"
  | "RETRY"
  | "ERROR"
  | "DELIVERED"
  | "FAILED"
  | "CANCEL_REQUESTED"
  | "CANCELLED";

export interface LogEvent {
  readonly order: number;
  readonly timeMs: number;
  readonly state: EventState;
  readonly messageId: string;
  readonly url: string;
  readonly groupName: string;
  readonly endpointName: string;
  readonly queue: string | null;
  readonly scheduleId: string | null;
  readonly label: string | null;
  readonly flowKey: string | null;
  readonly nextDeliveryMs: number | null;
  readonly error: string | null;
}

const MOST_EVENTS = 2000;

/** What happened to messages, the latest 2,000 of it. */
export class EventLog {
  readonly #events: Table<LogEvent>;
  #order: number;

  constructor(events: Table<LogEvent>) {
    this.#events = events;
    this.#order = 1 + Math.max(0, ...events.values().map((event) => event.order));
  }

  add(
    message: Message,
    state: EventState,
    timeMs: number,
    more: { readonly nextDeliveryMs?: number; readonly error?: string } = {},
  ): void {
    const order = this.#order++;
    this.#events.set(String(order), {
      order,
      timeMs,
      state,
      messageId: message.messageId,
      url: message.url,
      groupName: message.group?.name ?? "",
      endpointName: message.group?.endpoint ?? "",
      queue: message.queue,
      scheduleId: message.scheduleId,
      label: message.label,
      flowKey: message.flow?.key ?? null,
      nextDeliveryMs: more.nextDeliveryMs ?? null,
      error: more.error ?? null,
    });
    this.#events.delete(String(order - MOST_EVENTS));
  }

  newestFirst(): LogEvent[] {
    return this.#events.values().toReversed();
  }
}

import { randomBytes, randomUUID } from "node:crypto";
import { callbackDelivery } from "./callback.ts";
import { nextFireMs, takeDue } from "./cron.ts";
import { deliver, describeAnswer } from "./deliver.ts";
import { EventLog } from "./event-log.ts";
import { FlowGate } from "./flow-gate.ts";
import type { Journal, Table } from "./journal.ts";
import { KeyRing } from "./key-ring.ts";
import type { SigningKeys } from "./key-ring.ts";
import type {
  Answer,
  CallbackTarget,
  DeadLetter,
  Message,
  QueueSettings,
  Schedule,
  UrlGroup,
} from "./message.ts";
import { QstashRefusal, isUrl } from "./read-publish.ts";
import type { Publish } from "./read-publish.ts";
import { isFinal, nextDelayMs } from "./retry-delay.ts";

/** Timers longer than this are cut; the next look starts a new one. */
const LONGEST_SLEEP_MS = 60_000;
/** Deliveries under way at once, as on QStash's pay-as-you-go plan. */
export const MAX_ACTIVE = 100;

export interface Accepted {
  readonly messageId: string;
  readonly deduplicated: boolean;
  readonly url: string;
}

export interface BrokerOptions {
  readonly journal: Journal;
  /** Factor on every retry delay. */
  readonly retryScale: number;
  /** How long a deduplication id is remembered. */
  readonly dedupWindowMs: number;
  readonly nowMs: () => number;
}

/** Keeps messages until they are delivered or dead, and sends them when they are due. */
export class Broker {
  readonly messages: Table<Message>;
  readonly deadLetters: Table<DeadLetter>;
  readonly schedules: Table<Schedule>;
  readonly queues: Table<QueueSettings>;
  readonly groups: Table<UrlGroup>;
  readonly flows: FlowGate;
  readonly events: EventLog;
  readonly #dedups: Table<{ readonly messageId: string; readonly expiresMs: number }>;
  readonly #keys: KeyRing;
  readonly #options: BrokerOptions;
  /** Deliveries under way, by message id. */
  readonly active = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #order: number;
  #isPumping = false;

  constructor(options: BrokerOptions) {
    const { journal } = options;
    this.#options = options;
    this.messages = journal.table("message");
    this.deadLetters = journal.table("dead-letter");
    this.schedules = journal.table("schedule");
    this.queues = journal.table("queue");
    this.groups = journal.table("group");
    this.flows = new FlowGate(journal.table("flow"));
    this.events = new EventLog(journal.table("event"));
    this.#dedups = journal.table("dedup");
    this.#keys = new KeyRing(journal.table("keys"));
    this.#order = 1 + Math.max(0, ...this.messages.values().map((message) => message.order));
    for (const message of this.messages.values()) this.flows.configure(message.flow);
    this.wake();
  }

  get keys(): SigningKeys {
    return this.#keys.current;
  }

  rotateKeys(): SigningKeys {
    return this.#keys.rotate();
  }

  saved(): Promise<void> {
    return this.#options.journal.saved();
  }

  /**
   * Takes a message, one per endpoint when its destination is a URL group. One whose
   * deduplication id was taken before is not taken again.
   * @throws {QstashRefusal} 404 when there is no such group.
   */
  accept(publish: Publish, scheduleId: string | null = null): Accepted[] {
    const { delivery, deduplicationId } = publish;
    if (isUrl(delivery.url)) return [this.#acceptOne(publish, scheduleId)];
    const group = this.groups.get(delivery.url);
    if (group === undefined) {
      throw new QstashRefusal(
        404,
        `the destination ${delivery.url} is neither an address nor the name of a URL group`,
      );
    }
    return group.endpoints.map(({ name, url }) => {
      const single = { ...delivery, url, group: { name: group.name, endpoint: name } };
      const id = deduplicationId === null ? null : `${deduplicationId}:${url}`;
      return this.#acceptOne({ ...publish, delivery: single, deduplicationId: id }, scheduleId);
    });
  }

  #acceptOne(publish: Publish, scheduleId: string | null): Accepted {
    const nowMs = this.#options.nowMs();
    const { deduplicationId } = publish;
    const { url } = publish.delivery;
    if (deduplicationId !== null) {
      const known = this.#dedups.get(deduplicationId);
      if (known !== undefined && known.expiresMs > nowMs) {
        return { messageId: known.messageId, deduplicated: true, url };
      }
    }
    const messageId = this.#add({
      ...publish.delivery,
      notBeforeMs: publish.notBeforeMs,
      scheduleId,
      order: this.#order++,
    });
    if (deduplicationId !== null) {
      const expiresMs = nowMs + this.#options.dedupWindowMs;
      this.#dedups.delete(deduplicationId);
      this.#dedups.set(deduplicationId, { messageId, expiresMs });
    }
    return { messageId, deduplicated: false, url };
  }

  #add(fresh: Omit<Message, "messageId" | "createdMs" | "retried">): string {
    const messageId = `msg_${randomUUID().replaceAll("-", "")}`;
    const createdMs = this.#options.nowMs();
    const message = { ...fresh, messageId, createdMs, retried: 0 };
    this.messages.set(messageId, message);
    this.events.add(message, "CREATED", createdMs, { nextDeliveryMs: message.notBeforeMs });
    this.flows.configure(message.flow);
    if (message.queue !== null && this.queues.get(message.queue) === undefined) {
      const times = { createdMs, updatedMs: createdMs };
      this.queues.set(message.queue, {
        name: message.queue,
        parallelism: 1,
        isPaused: false,
        ...times,
      });
    }
    this.wake();
    return messageId;
  }

  /** False when it is not there any more. One that is on its way is not sent again. */
  cancel(messageId: string): boolean {
    this.wake();
    const message = this.messages.get(messageId);
    if (message === undefined) return false;
    const nowMs = this.#options.nowMs();
    this.events.add(message, "CANCEL_REQUESTED", nowMs);
    this.events.add(message, "CANCELLED", nowMs);
    return this.messages.delete(messageId);
  }

  /** Sends a dead letter again as a new message. */
  revive(dlqId: string): string | null {
    const letter = this.deadLetters.get(dlqId);
    if (letter === undefined) return null;
    this.deadLetters.delete(dlqId);
    const notBeforeMs = this.#options.nowMs();
    return this.#add({ ...letter.message, notBeforeMs, order: this.#order++ });
  }

  /** Looks for work soon. Cheap to call often. */
  wake(): void {
    if (this.#isPumping || this.#stopping.signal.aborted) return;
    this.#isPumping = true;
    setImmediate(() => {
      this.#isPumping = false;
      if (!this.#stopping.signal.aborted) this.#pump();
    });
  }

  /** Sends all that may go, and sleeps until the next one may. */
  #pump(): void {
    const nowMs = this.#options.nowMs();
    let nextMs = Math.min(nowMs + LONGEST_SLEEP_MS, this.#fireSchedules(nowMs));
    this.#forgetDedups(nowMs);
    const waiting = this.messages.values().toSorted((a, b) => a.order - b.order);
    const placesLeft = new Map<string, number>();
    for (const message of waiting) {
      if (message.queue !== null) {
        const queue = this.queues.get(message.queue);
        const left = placesLeft.get(message.queue) ?? queue?.parallelism ?? 1;
        placesLeft.set(message.queue, left - 1);
        if (left <= 0 || queue?.isPaused === true) continue;
      }
      if (this.active.has(message.messageId) || this.active.size >= MAX_ACTIVE) continue;
      const opensMs = Math.max(message.notBeforeMs, this.flows.opensAtMs(message, nowMs));
      if (opensMs <= nowMs) this.#send(message, nowMs);
      else nextMs = Math.min(nextMs, opensMs);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), Math.max(1, nextMs - nowMs));
  }

  /** Publishes what is due; gives the next time. */
  #fireSchedules(nowMs: number): number {
    const { due, nextMs } = takeDue(this.schedules, nowMs);
    for (const schedule of due) {
      const { scheduleId, delayMs } = schedule;
      // A group that is gone meanwhile has nobody to publish to.
      if (!isUrl(schedule.url) && this.groups.get(schedule.url) === undefined) continue;
      const times = { delayMs, notBeforeMs: nowMs + delayMs };
      this.accept({ delivery: schedule, ...times, deduplicationId: null }, scheduleId);
    }
    return nextMs;
  }

  /** Creates or replaces a schedule; its next time is reckoned anew. */
  putSchedule(schedule: Omit<Schedule, "fireAtMs">): void {
    const fireAtMs = nextFireMs(schedule.cron, this.#options.nowMs());
    this.schedules.set(schedule.scheduleId, { ...schedule, fireAtMs });
    this.wake();
  }

  #forgetDedups(nowMs: number): void {
    for (const [id, { expiresMs }] of this.#dedups.entries()) {
      if (expiresMs > nowMs) break;
      this.#dedups.delete(id);
    }
  }

  #send(message: Message, nowMs: number): void {
    this.flows.enter(message, nowMs);
    this.events.add(message, "ACTIVE", nowMs);
    const attempt = this.#attempt(message, nowMs);
    this.active.set(message.messageId, attempt);
  }

  async #attempt(message: Message, nowMs: number): Promise<void> {
    const answer = await deliver(message, this.keys.current, nowMs, this.#stopping.signal);
    this.flows.leave(message);
    this.active.delete(message.messageId);
    // What a stop cut off stays in the journal and goes out at the next start.
    if (!this.#stopping.signal.aborted) this.#settle(message, answer);
    this.wake();
  }

  #settle(message: Message, answer: Answer): void {
    if (this.messages.get(message.messageId) === undefined) return;
    const isDelivered = answer.status >= 200 && answer.status < 300;
    const isDead = !isDelivered && (isFinal(answer) || message.retried >= message.retries);
    const nowMs = this.#options.nowMs();
    if (message.callback !== null) this.#call(message, message.callback, answer, null);
    if (isDelivered) {
      this.events.add(message, "DELIVERED", nowMs);
      this.messages.delete(message.messageId);
      return;
    }
    const error = describeAnswer(answer);
    this.events.add(message, "ERROR", nowMs, { error });
    if (isDead) {
      const dlqId = `${nowMs}-${randomBytes(4).readUInt32BE()}`;
      this.deadLetters.set(dlqId, { dlqId, message, answer });
      this.messages.delete(message.messageId);
      this.events.add(message, "FAILED", nowMs, { error });
      if (message.failureCallback !== null) {
        this.#call(message, message.failureCallback, answer, dlqId);
      }
      return;
    }
    const delayMs = nextDelayMs(message, answer, nowMs) * this.#options.retryScale;
    const notBeforeMs = Math.ceil(nowMs + delayMs);
    this.events.add(message, "RETRY", nowMs, { nextDeliveryMs: notBeforeMs });
    const retried = message.retried + 1;
    this.messages.set(message.messageId, { ...message, retried, notBeforeMs });
  }

  #call(message: Message, target: CallbackTarget, answer: Answer, dlqId: string | null): void {
    this.#add({
      ...callbackDelivery(message, target, answer, dlqId),
      notBeforeMs: this.#options.nowMs() + target.delayMs,
      order: message.order,
      scheduleId: message.scheduleId,
    });
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.active.values());
    await this.#options.journal.close();
  }
}

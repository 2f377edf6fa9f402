import { randomBytes, randomUUID } from "node:crypto";
import { nextFireMs } from "./cron.ts";
import { deliver } from "./deliver.ts";
import { FlowGate } from "./flow-gate.ts";
import type { Journal, Table } from "./journal.ts";
import { callbackBody } from "./message.ts";
import type {
  Answer,
  CallbackTarget,
  DeadLetter,
  Message,
  QueueSettings,
  Schedule,
} from "./message.ts";
import type { Publish } from "./read-publish.ts";
import { isFinal, nextDelayMs } from "./retry-delay.ts";

/** Timers longer than this are cut; the next look starts a new one. */
const LONGEST_SLEEP_MS = 60_000;
const MAX_ACTIVE = 100;

export interface SigningKeys {
  readonly current: string;
  readonly next: string;
}

export interface BrokerOptions {
  readonly journal: Journal;
  /** Factor on every retry delay. */
  readonly retryScale: number;
  /** How long a deduplication id is remembered. QStash's pages say 10 minutes. */
  readonly dedupWindowMs: number;
  readonly nowMs: () => number;
}

const newSigningKey = (): string => `sig_${randomBytes(21).toString("base64url")}`;

/** Keeps messages until they are delivered or dead, and sends them when they are due. */
export class Broker {
  readonly messages: Table<Message>;
  readonly deadLetters: Table<DeadLetter>;
  readonly schedules: Table<Schedule>;
  readonly queues: Table<QueueSettings>;
  readonly #dedups: Table<{ readonly messageId: string; readonly expiresMs: number }>;
  readonly #keys: Table<SigningKeys>;
  readonly #options: BrokerOptions;
  readonly #flows = new FlowGate();
  readonly #active = new Map<string, Promise<void>>();
  readonly #fireAtMs = new Map<string, number>();
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
    this.#dedups = journal.table("dedup");
    this.#keys = journal.table("keys");
    if (this.#keys.get("keys") === undefined) {
      this.#keys.set("keys", { current: newSigningKey(), next: newSigningKey() });
    }
    this.#order = 1 + Math.max(0, ...this.messages.values().map((message) => message.order));
    for (const message of this.messages.values()) this.#flows.configure(message.flow);
    this.wake();
  }

  get keys(): SigningKeys {
    return this.#keys.get("keys") as SigningKeys;
  }

  rotateKeys(): SigningKeys {
    const keys = { current: this.keys.next, next: newSigningKey() };
    this.#keys.set("keys", keys);
    return keys;
  }

  saved(): Promise<void> {
    return this.#options.journal.saved();
  }

  /** Takes a message, unless one with its deduplication id was taken before. */
  accept(
    publish: Publish,
    scheduleId: string | null = null,
  ): { messageId: string; deduplicated: boolean } {
    const nowMs = this.#options.nowMs();
    const { deduplicationId } = publish;
    if (deduplicationId !== null) {
      const known = this.#dedups.get(deduplicationId);
      if (known !== undefined && known.expiresMs > nowMs) {
        return { messageId: known.messageId, deduplicated: true };
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
      this.#dedups.set(deduplicationId, { messageId, expiresMs });
    }
    return { messageId, deduplicated: false };
  }

  #add(message: Omit<Message, "messageId" | "createdMs" | "retried">): string {
    const messageId = `msg_${randomUUID().replaceAll("-", "")}`;
    const createdMs = this.#options.nowMs();
    this.messages.set(messageId, { ...message, messageId, createdMs, retried: 0 });
    this.#flows.configure(message.flow);
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
      if (this.#active.has(message.messageId) || this.#active.size >= MAX_ACTIVE) continue;
      const opensMs = Math.max(message.notBeforeMs, this.#flows.opensAtMs(message, nowMs));
      if (opensMs <= nowMs) this.#send(message, nowMs);
      else nextMs = Math.min(nextMs, opensMs);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), Math.max(1, nextMs - nowMs));
  }

  #fireSchedules(nowMs: number): number {
    let nextMs = Infinity;
    for (const schedule of this.schedules.values()) {
      const { scheduleId, cron, delayMs } = schedule;
      const fireMs = this.#fireAtMs.get(scheduleId) ?? nextFireMs(cron, nowMs) ?? Infinity;
      if (fireMs <= nowMs) {
        if (!schedule.isPaused) {
          const notBeforeMs = nowMs + delayMs;
          this.accept(
            { delivery: schedule, notBeforeMs, delayMs, deduplicationId: null },
            scheduleId,
          );
        }
        this.#fireAtMs.set(scheduleId, nextFireMs(cron, nowMs) ?? Infinity);
      } else this.#fireAtMs.set(scheduleId, fireMs);
      nextMs = Math.min(nextMs, this.#fireAtMs.get(scheduleId) ?? Infinity);
    }
    return nextMs;
  }

  /** Creates or replaces a schedule; its next time is reckoned anew. */
  putSchedule(schedule: Schedule): void {
    this.#fireAtMs.delete(schedule.scheduleId);
    this.schedules.set(schedule.scheduleId, schedule);
    this.wake();
  }

  removeSchedule(scheduleId: string): boolean {
    this.#fireAtMs.delete(scheduleId);
    return this.schedules.delete(scheduleId);
  }

  #forgetDedups(nowMs: number): void {
    for (const [id, { expiresMs }] of this.#dedups.entries()) {
      if (expiresMs > nowMs) break;
      this.#dedups.delete(id);
    }
  }

  #send(message: Message, nowMs: number): void {
    this.#flows.enter(message, nowMs);
    const attempt = this.#attempt(message, nowMs);
    this.#active.set(message.messageId, attempt);
  }

  async #attempt(message: Message, nowMs: number): Promise<void> {
    const answer = await deliver(message, this.keys.current, nowMs, this.#stopping.signal);
    this.#flows.leave(message);
    this.#active.delete(message.messageId);
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
    if (isDelivered) this.messages.delete(message.messageId);
    else if (isDead) {
      const dlqId = `${nowMs}-${randomBytes(4).readUInt32BE()}`;
      this.deadLetters.set(dlqId, { dlqId, message, answer });
      this.messages.delete(message.messageId);
      if (message.failureCallback !== null) {
        this.#call(message, message.failureCallback, answer, dlqId);
      }
    } else {
      const delayMs = nextDelayMs(message, answer, nowMs) * this.#options.retryScale;
      const notBeforeMs = Math.ceil(nowMs + delayMs);
      this.messages.set(message.messageId, {
        ...message,
        retried: message.retried + 1,
        notBeforeMs,
      });
    }
  }

  #call(message: Message, target: CallbackTarget, answer: Answer, dlqId: string | null): void {
    const body = callbackBody(message, answer, dlqId);
    this.#add({
      url: target.url,
      method: target.method,
      headers: [["content-type", "application/json"], ...target.headers],
      bodyBase64: Buffer.from(body).toString("base64"),
      retries: target.retries,
      retryDelay: target.retryDelay,
      timeoutMs: target.timeoutMs,
      callback: null,
      failureCallback: null,
      flow: null,
      queue: message.queue,
      label: message.label,
      callerIp: message.callerIp,
      notBeforeMs: this.#options.nowMs() + target.delayMs,
      order: message.order,
      scheduleId: message.scheduleId,
    });
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#active.values());
    await this.#options.journal.close();
  }
}

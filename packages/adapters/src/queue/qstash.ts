/** Queue on Upstash QStash, and the check of what it delivers. */
import { gather } from "@cutroom/domain";
import { Client, QstashError, Receiver } from "@upstash/qstash";
import type { PublishRequest } from "@upstash/qstash";
import type { Queue, QueuePublish, QueueVerifier } from "@cutroom/ports";

export interface QstashSettings {
  readonly url: string;
  readonly token: string;
}

export interface QstashVerifierSettings {
  readonly currentSigningKey: string;
  readonly nextSigningKey: string;
}

/**
 * QStash refuses some characters in ids (a colon, F117), so ours travel as their hash; two
 * different ones stay different.
 */
async function hashId(id: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(id));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** For names that people meet in QStash's console: as they are when that is possible. */
const safeName = async (name: string): Promise<string> =>
  /^[\w.-]{1,64}$/u.test(name) ? name : hashId(name);

/** One request at a time: what is published while it is under way goes with the next. */
const PUBLISHES = { lanes: 1, most: 64 };

type Sent = { readonly messageId: string };
/** What a batch answers for one message. Source: Upstash, "Batching", QStash documentation. */
type BatchAnswer = Partial<Sent> & { readonly error?: string };

type Request = PublishRequest & { readonly url: string };

async function requestOf(message: QueuePublish): Promise<Request> {
  const { url, body, deduplicationId, delayS, retries, flow } = message;
  return {
    url,
    body,
    headers: { "content-type": "application/json" },
    deduplicationId: await hashId(deduplicationId),
    ...(delayS === undefined ? {} : { delay: Math.max(0, Math.round(delayS)) }),
    ...(retries === undefined ? {} : { retries }),
    ...(flow === undefined
      ? {}
      : { flowControl: { key: await safeName(flow.key), parallelism: flow.parallelism } }),
  };
}

/** A refusal of the request as a whole, of which nothing has been taken. */
const isRefusal = (error: unknown): boolean =>
  error instanceof QstashError &&
  error.status !== undefined &&
  error.status >= 400 &&
  error.status < 500;

class QstashQueue implements Queue {
  readonly #client: Client;
  readonly #publish = gather(
    (messages: readonly QueuePublish[]) => this.#publishMany(messages),
    PUBLISHES,
  );

  constructor({ url, token }: QstashSettings) {
    this.#client = new Client({ baseUrl: url, token, enableTelemetry: false });
  }

  /** Those who publish at the same time go in one request; each hears of its own message. */
  async publish(message: QueuePublish): Promise<Sent> {
    const settled = await this.#publish(message);
    if (settled.status === "rejected") throw settled.reason;
    return settled.value;
  }

  async #publishMany(
    messages: readonly QueuePublish[],
  ): Promise<readonly PromiseSettledResult<Sent>[]> {
    const requests = await Promise.all(messages.map((message) => requestOf(message)));
    const alone = () => Promise.allSettled(requests.map((request) => this.#publishOne(request)));
    if (requests.length === 1) return alone();
    let answers: readonly BatchAnswer[];
    try {
      answers = (await this.#client.batch(requests)) as readonly BatchAnswer[];
    } catch (error) {
      // One that is malformed has the whole list refused: then each is asked for itself.
      if (isRefusal(error)) return alone();
      throw error;
    }
    return requests.map((_, at) => {
      const { messageId, error } = answers[at] ?? {};
      if (messageId !== undefined) return { status: "fulfilled", value: { messageId } };
      return { status: "rejected", reason: new Error(`not taken: ${error ?? "no answer"}`) };
    });
  }

  async #publishOne(request: Request): Promise<Sent> {
    const { messageId } = await this.#client.publish(request);
    return { messageId };
  }

  async schedule(schedule: { id: string; url: string; cron: string; body: string }): Promise<void> {
    await this.#client.schedules.create({
      scheduleId: await safeName(schedule.id),
      destination: schedule.url,
      cron: schedule.cron,
      body: schedule.body,
      headers: { "content-type": "application/json" },
    });
  }
}

export function createQstashQueue(settings: QstashSettings): Queue {
  return new QstashQueue(settings);
}

/** Accepts what either key signed, so that keys can be rotated without a gap. */
export function createQstashVerifier(settings: QstashVerifierSettings): QueueVerifier {
  const receiver = new Receiver(settings);
  return {
    verify: async ({ signature, rawBody, url }) => {
      try {
        return await receiver.verify({ signature, body: rawBody, url, clockTolerance: 30 });
      } catch {
        // The receiver throws for a wrong signature and for one that is no JWT at all.
        return false;
      }
    },
  };
}

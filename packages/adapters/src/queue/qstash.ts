/** Queue on Upstash QStash, and the check of what it delivers. */
import { Client, Receiver } from "@upstash/qstash";
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

class QstashQueue implements Queue {
  readonly #client: Client;

  constructor({ url, token }: QstashSettings) {
    this.#client = new Client({ baseUrl: url, token, enableTelemetry: false });
  }

  async publish(message: QueuePublish): Promise<{ messageId: string }> {
    const { url, body, deduplicationId, delayS, retries, flow } = message;
    const { messageId } = await this.#client.publish({
      url,
      body,
      headers: { "content-type": "application/json" },
      deduplicationId: await hashId(deduplicationId),
      ...(delayS === undefined ? {} : { delay: Math.max(0, Math.round(delayS)) }),
      ...(retries === undefined ? {} : { retries }),
      ...(flow === undefined
        ? {}
        : { flowControl: { key: await safeName(flow.key), parallelism: flow.parallelism } }),
    });
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

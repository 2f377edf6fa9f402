/** The queue over Upstash QStash. */
import type { Queue, QueueVerifier } from "@cutroom/ports";
import { Client, Receiver } from "@upstash/qstash";

export interface QStashSettings {
  readonly url: string;
  readonly token: string;
}

export interface QStashKeys {
  readonly currentSigningKey: string;
  readonly nextSigningKey: string;
}

/** QStash refuses some characters in a deduplication id (a colon, say), so it gets a digest (F117). */
async function digest(id: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(id));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Opens no connection by itself. */
export function createQStashQueue(settings: QStashSettings): Queue {
  const client = new Client({
    baseUrl: settings.url,
    token: settings.token,
    enableTelemetry: false,
  });
  return {
    async publish({ url, body, deduplicationId, delayS, retries, flow }) {
      const answer = await client.publish({
        url,
        body,
        headers: { "content-type": "application/json" },
        deduplicationId: await digest(deduplicationId),
        ...(delayS === undefined ? {} : { delay: delayS }),
        ...(retries === undefined ? {} : { retries }),
        ...(flow === undefined
          ? {}
          : { flowControl: { key: flow.key, parallelism: flow.parallelism } }),
      });
      if (!("messageId" in answer)) throw new Error("the queue gave no message id");
      return { messageId: answer.messageId };
    },
    async schedule({ id, url, cron, body }) {
      await client.schedules.create({
        scheduleId: id,
        destination: url,
        cron,
        body,
        headers: { "content-type": "application/json" },
      });
    },
  };
}

/** Checks with the current key, then with the next one; the raw body and the exact URL count (F118). */
export function createQStashVerifier(keys: QStashKeys): QueueVerifier {
  const receiver = new Receiver(keys);
  return {
    async verify({ signature, rawBody, url }) {
      try {
        return await receiver.verify({ signature, body: rawBody, url });
      } catch {
        return false;
      }
    },
  };
}

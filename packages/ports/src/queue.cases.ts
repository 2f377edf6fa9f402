/** What every queue must do, whoever makes it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Queue, QueueVerifier } from "./queue.ts";

export interface Delivered {
  readonly url: string;
  readonly rawBody: string;
  readonly signature: string;
  readonly atMs: number;
}

/** Something that receives deliveries at `url` and answers them as told. */
export interface QueueReceiver {
  /** A new URL; `answer` gives the status (and headers) of the nth delivery, from 0. */
  receive(
    answer: (index: number) => number | Promise<number>,
  ): Promise<{ url: string; deliveries: readonly Delivered[] }>;
}

export interface QueueCase {
  readonly queue: Queue;
  readonly verifier: QueueVerifier;
  readonly receiver: QueueReceiver;
}

/** @param open a queue whose retries come within a second or two. */
export function queueCases(open: () => Promise<QueueCase>): void {
  describe("queue", () => {
    let parts: QueueCase;
    let count = 0;
    const run = Math.random().toString(36).slice(2);
    beforeAll(async () => {
      parts = await open();
    });
    const newId = (): string => `outbox:${run}:${(count += 1)}/ü`;
    const sleep = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
    const until = (check: () => void): Promise<void> =>
      expect.poll(() => (check(), true), { timeout: 30_000, interval: 20 }).toBe(true);
    const arrivals = async (list: readonly Delivered[], expected: number): Promise<void> =>
      until(() => expect(list.length).toBeGreaterThanOrEqual(expected));

    it("delivers the exact body, signed for the exact URL", async () => {
      const { queue, verifier, receiver } = parts;
      const { url, deliveries } = await receiver.receive(() => 200);
      const body = '{"text":"ü 视频","n":1.0}';
      const { messageId } = await queue.publish({ url, body, deduplicationId: newId() });
      expect(messageId).not.toBe("");
      await arrivals(deliveries, 1);
      const [delivery] = deliveries;
      expect(delivery?.rawBody).toBe(body);
      const { signature = "", rawBody = "" } = delivery ?? {};
      expect(await verifier.verify({ signature, rawBody, url })).toBe(true);
    });

    it("is caught when body, URL or signature are not what was signed", async () => {
      const { queue, verifier, receiver } = parts;
      const { url, deliveries } = await receiver.receive(() => 200);
      await queue.publish({ url, body: '{"a":1}', deduplicationId: newId() });
      await arrivals(deliveries, 1);
      const signature = deliveries[0]?.signature ?? "";
      expect(await verifier.verify({ signature, rawBody: '{"a": 1}', url })).toBe(false);
      expect(await verifier.verify({ signature, rawBody: '{"a":1}', url: `${url}x` })).toBe(false);
      expect(await verifier.verify({ signature: "", rawBody: '{"a":1}', url })).toBe(false);
      const forged = signature.replace(/.{4}$/u, "AAAA");
      expect(await verifier.verify({ signature: forged, rawBody: '{"a":1}', url })).toBe(false);
    });

    it("delivers once what is published twice under one id, whatever its characters (F117)", async () => {
      const { queue, receiver } = parts;
      const { url, deliveries } = await receiver.receive(() => 200);
      const deduplicationId = `task:${newId()}:生成 ${"x".repeat(300)}`;
      const first = await queue.publish({ url, body: "{}", deduplicationId });
      const second = await queue.publish({ url, body: "{}", deduplicationId });
      expect(second.messageId).toBe(first.messageId);
      await queue.publish({ url, body: "{}", deduplicationId: `${deduplicationId}:2` });
      await arrivals(deliveries, 2);
      await sleep(200);
      expect(deliveries).toHaveLength(2);
    });

    it("takes many that are published at once, once each, and refuses one of them alone (C7)", async () => {
      const { queue, receiver } = parts;
      const { url, deliveries } = await receiver.receive(() => 200);
      const bodies = Array.from({ length: 12 }, (_, n) => `{"n":${n}}`);
      const deduplicationId = newId();
      const settled = await Promise.allSettled([
        ...bodies.map((body) => queue.publish({ url, body, deduplicationId: newId() })),
        queue.publish({ url: "nowhere", body: "{}", deduplicationId: newId() }),
        queue.publish({ url, body: '"twice"', deduplicationId }),
        queue.publish({ url, body: '"twice"', deduplicationId }),
      ]);
      const ids = settled.map((one) => (one.status === "fulfilled" ? one.value.messageId : null));
      expect(ids.map((id) => id !== null)).toEqual(
        bodies.map(() => true).concat(false, true, true),
      );
      expect(new Set(ids).size).toBe(bodies.length + 2);
      await arrivals(deliveries, bodies.length + 1);
      await sleep(200);
      expect(deliveries.map(({ rawBody }) => rawBody).toSorted()).toEqual(
        [...bodies, '"twice"'].toSorted(),
      );
    });

    it("comes again after an error, until it is taken", async () => {
      const { queue, receiver } = parts;
      const { url, deliveries } = await receiver.receive((index) => (index < 2 ? 500 : 200));
      await queue.publish({ url, body: "{}", deduplicationId: newId() });
      await arrivals(deliveries, 3);
      await sleep(300);
      expect(deliveries).toHaveLength(3);
    });

    it("gives up after the number of retries it was given", async () => {
      const { queue, receiver } = parts;
      const { url, deliveries } = await receiver.receive(() => 500);
      await queue.publish({ url, body: "{}", deduplicationId: newId(), retries: 1 });
      await arrivals(deliveries, 2);
      await sleep(500);
      expect(deliveries).toHaveLength(2);
    });

    it("does not come before the delay has passed", async () => {
      const { queue, receiver } = parts;
      const { url, deliveries } = await receiver.receive(() => 200);
      const startMs = Date.now();
      await queue.publish({ url, body: "{}", deduplicationId: newId(), delayS: 1 });
      await arrivals(deliveries, 1);
      expect((deliveries[0]?.atMs ?? 0) - startMs).toBeGreaterThanOrEqual(990);
    });

    it("never has more of one flow on their way than its parallelism", async () => {
      const { queue, receiver } = parts;
      let active = 0;
      let most = 0;
      const { url, deliveries } = await receiver.receive(async () => {
        active += 1;
        most = Math.max(most, active);
        await sleep(60);
        active -= 1;
        return 200;
      });
      const flow = { key: `farm:${run}`, parallelism: 2 };
      const publishes = Array.from({ length: 6 }, () =>
        queue.publish({ url, body: "{}", deduplicationId: newId(), flow }),
      );
      await Promise.all(publishes);
      await arrivals(deliveries, 6);
      expect(most).toBe(2);
    });

    it("takes a schedule, and takes it again under the same id", async () => {
      const { queue, receiver } = parts;
      const { url } = await receiver.receive(() => 200);
      const schedule = { id: `house:keeping:${run}`, url, cron: "0 0 1 1 *", body: "{}" };
      await queue.schedule(schedule);
      await queue.schedule({ ...schedule, cron: "*/5 * * * *" });
      await expect(queue.schedule({ ...schedule, cron: "not a cron" })).rejects.toThrow(/cron/iu);
    });
  });
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, Receiver } from "@upstash/qstash";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Inbox, openQstash } from "../testing/inbox.ts";
import type { Taken } from "../testing/inbox.ts";

describe("QStash on this machine", () => {
  const inbox = new Inbox();
  let dataDir: string;
  let cloud: Awaited<ReturnType<typeof openQstash>>;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "cutroom-qstash-"));
    cloud = await openQstash(dataDir);
    await inbox.open();
  });
  afterAll(async () => {
    await cloud.qstash.close();
    inbox.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const receiver = (): Receiver => {
    const { current, next } = cloud.qstash.keys();
    return new Receiver({ currentSigningKey: current, nextSigningKey: next });
  };

  it("delivers method, body and forwarded headers under a signature that the SDK accepts", async () => {
    const url = `${inbox.base}/plain?a=1&b=%2F`;
    const headers = { "x-own": "mine" };
    await cloud.client.publishJSON({ url, body: { n: 1 }, headers, method: "PUT" });
    const [taken] = await inbox.arrivals("/plain?a=1&b=%2F", 1);
    expect(taken).toMatchObject({ body: '{"n":1}', method: "PUT" });
    expect(taken?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Upstash-QStash",
      "upstash-retried": "0",
      "x-own": "mine",
    });
    expect(taken?.headers["upstash-message-id"]).toMatch(/^msg_/u);
    const signature = String(taken?.headers["upstash-signature"]);
    expect(await receiver().verify({ signature, body: taken?.body ?? "", url })).toBe(true);
    await expect(receiver().verify({ signature, body: "{}", url })).rejects.toThrow(/body hash/u);
  });

  it("refuses a wrong token, a destination that is no URL, and ids with a colon (F117)", async () => {
    const other = new Client({ baseUrl: cloud.baseUrl, token: "other", retry: false });
    await expect(other.publish({ url: inbox.base })).rejects.toThrow(/unauthorized/u);
    await expect(cloud.client.publish({ url: "ftp://x" })).rejects.toThrow(/http/u);
    const colon = { url: inbox.base, deduplicationId: "a:b" };
    await expect(cloud.client.publish(colon)).rejects.toThrow(/deduplication/u);
  });

  it("drops what has the same deduplication id or the same content, and says so", async () => {
    const url = inbox.answer("/dedup", () => ({ status: 200 }));
    const first = await cloud.client.publish({ url, deduplicationId: "one", body: "a" });
    const second = await cloud.client.publish({ url, deduplicationId: "one", body: "b" });
    expect(second).toEqual({ messageId: first.messageId, deduplicated: true });
    for (const body of ["c", "c", "d"]) {
      await cloud.client.publish({ url, body, contentBasedDeduplication: true });
    }
    const taken = await inbox.arrivals("/dedup", 3);
    expect(taken.map((item) => item.body).toSorted()).toEqual(["a", "c", "d"]);
  });

  it("counts retries in a header and puts what failed into the DLQ, from where it can be sent again", async () => {
    const url = inbox.answer("/dead", (index) =>
      index < 3 ? { status: 500, body: "no" } : { status: 200 },
    );
    const { messageId } = await cloud.client.publish({ url, body: "x", retries: 2 });
    const taken = await inbox.arrivals("/dead", 3);
    expect(taken.map((item) => item.headers["upstash-retried"])).toEqual(["0", "1", "2"]);
    await expect.poll(async () => (await cloud.client.dlq.listMessages()).messages.length).toBe(1);
    const { messages } = await cloud.client.dlq.listMessages();
    expect(messages[0]).toMatchObject({
      messageId,
      responseStatus: 500,
      responseBody: "no",
      body: "x",
    });
    await cloud.client.dlq.retry(messages[0]?.dlqId ?? "");
    expect((await inbox.arrivals("/dead", 4))[3]?.body).toBe("x");
    expect((await cloud.client.dlq.listMessages()).messages).toEqual([]);
  });

  it("deletes dead letters", async () => {
    const url = inbox.answer("/gone", () => ({ status: 400 }));
    await cloud.client.publish({ url, retries: 0 });
    await expect.poll(async () => (await cloud.client.dlq.listMessages()).messages.length).toBe(1);
    const { messages } = await cloud.client.dlq.listMessages();
    await cloud.client.dlq.delete(messages[0]?.dlqId ?? "");
    expect((await cloud.client.dlq.listMessages()).messages).toEqual([]);
  });

  it("does not retry an answer of 489 with its header", async () => {
    const headers = { "upstash-nonretryable-error": "true" };
    const url = inbox.answer("/final", () => ({ status: 489, headers }));
    await cloud.client.publish({ url });
    await inbox.arrivals("/final", 1);
    await expect.poll(async () => (await cloud.client.dlq.listMessages()).messages.length).toBe(1);
    expect(inbox.at("/final")).toHaveLength(1);
    await cloud.client.dlq.delete({ all: true });
  });

  it("waits as the answer or the message asks before it retries", async () => {
    const once = (headers: Record<string, string>) => (index: number) =>
      index === 0 ? { status: 503, headers } : { status: 200 };
    const asked = inbox.answer("/after", once({ "retry-after": "300" }));
    const own = inbox.answer("/own", once({}));
    await cloud.client.publish({ url: asked });
    await cloud.client.publish({ url: own, retryDelay: "pow(2, retried) * 200000" });
    const gap = ([first, second]: Taken[]): number => (second?.atMs ?? 0) - (first?.atMs ?? 0);
    const [askedMs, ownMs] = [
      gap(await inbox.arrivals("/after", 2)),
      gap(await inbox.arrivals("/own", 2)),
    ];
    expect(askedMs).toBeGreaterThanOrEqual(290);
    expect(ownMs).toBeGreaterThanOrEqual(190);
  });

  it("calls back with the answer, and on failure with the id of the dead letter", async () => {
    const callback = inbox.answer("/callback", () => ({ status: 200 }));
    const failureCallback = inbox.answer("/failed", () => ({ status: 200 }));
    const good = inbox.answer("/good", () => ({ status: 201, body: "made" }));
    const bad = inbox.answer("/bad", () => ({ status: 500 }));
    const { messageId } = await cloud.client.publish({ url: good, body: "in", callback });
    const [called] = await inbox.arrivals("/callback", 1);
    const about = JSON.parse(called?.body ?? "{}") as Record<string, string>;
    expect(about).toMatchObject({ status: 201, url: good, sourceMessageId: messageId, retried: 0 });
    expect(Buffer.from(about["body"] ?? "", "base64").toString()).toBe("made");
    expect(Buffer.from(about["sourceBody"] ?? "", "base64").toString()).toBe("in");
    await cloud.client.publish({ url: bad, retries: 0, failureCallback });
    const [failed] = await inbox.arrivals("/failed", 1);
    const { dlqId } = JSON.parse(failed?.body ?? "{}") as { dlqId: string };
    const { messages } = await cloud.client.dlq.listMessages();
    expect(messages.map((item) => item.dlqId)).toEqual([dlqId]);
    await cloud.client.dlq.delete({ all: true });
  });

  it("never passes the rate of a flow", async () => {
    const url = inbox.answer("/rate", () => ({ status: 200 }));
    const flowControl = { key: "rate", rate: 2, period: "1s" as const };
    for (let turn = 0; turn < 5; turn++) await cloud.client.publish({ url, flowControl });
    const taken = await inbox.arrivals("/rate", 5);
    const startMs = taken[0]?.atMs ?? 0;
    expect(taken.filter((item) => item.atMs < startMs + 900)).toHaveLength(2);
    expect((taken[4]?.atMs ?? 0) - startMs).toBeGreaterThanOrEqual(1900);
  });

  it("keeps the order of a queue, also across retries, and stops when it is paused", async () => {
    const queue = cloud.client.queue({ queueName: "fifo" });
    await queue.upsert({ parallelism: 1 });
    await queue.pause();
    const url = inbox.answer("/fifo", (index) => ({
      status: index === 0 ? 500 : 200,
      afterMs: 20,
    }));
    for (const body of ["1", "2", "3"]) await queue.enqueue({ url, body });
    expect(await queue.get()).toMatchObject({ name: "fifo", lag: 3, parallelism: 1, paused: true });
    await sleep(100);
    expect(inbox.at("/fifo")).toEqual([]);
    await queue.resume();
    const taken = await inbox.arrivals("/fifo", 4);
    expect(taken.map((item) => item.body)).toEqual(["1", "1", "2", "3"]);
  });

  it("takes a batch and answers each message on its own", async () => {
    const url = inbox.answer("/batch", () => ({ status: 200 }));
    const replies = await cloud.client.batch([
      { url, body: "1" },
      { url, body: "2", queueName: "fifo" },
      { url: "nowhere", body: "3" },
    ]);
    expect(replies).toEqual([
      { messageId: expect.stringMatching(/^msg_/u) },
      { messageId: expect.stringMatching(/^msg_/u) },
      { error: expect.stringContaining("destination") },
    ]);
    await inbox.arrivals("/batch", 2);
  });

  it("shows a waiting message, and cancels it", async () => {
    const url = inbox.answer("/later", () => ({ status: 200 }));
    const { messageId } = await cloud.client.publish({ url, body: "x", delay: 60, label: "l" });
    expect(await cloud.client.messages.get(messageId)).toMatchObject({
      url,
      body: "x",
      label: "l",
    });
    expect(await cloud.client.messages.cancel(messageId)).toEqual({ cancelled: 1 });
    await expect(cloud.client.messages.get(messageId)).rejects.toThrow(/not found/u);
  });

  it("keeps schedules under their id", async () => {
    const destination = inbox.answer("/cron", () => ({ status: 200 }));
    const schedule = {
      destination,
      cron: "CRON_TZ=Europe/Berlin 0 3 * * *",
      scheduleId: "nightly",
    };
    await cloud.client.schedules.create(schedule);
    await cloud.client.schedules.create({ ...schedule, cron: "*/10 * * * *" });
    await cloud.client.schedules.pause({ schedule: "nightly" });
    expect(await cloud.client.schedules.list()).toMatchObject([
      { scheduleId: "nightly", cron: "*/10 * * * *", destination, isPaused: true },
    ]);
    await cloud.client.schedules.delete("nightly");
    expect(await cloud.client.schedules.list()).toEqual([]);
    const seconds = { ...schedule, cron: "* * * * * *" };
    await expect(cloud.client.schedules.create(seconds)).rejects.toThrow(/cron/u);
  });

  it("rotates its keys so that receivers with the old pair still accept", async () => {
    const old = receiver();
    const before = cloud.qstash.keys();
    const answer = await fetch(`${cloud.baseUrl}/v2/keys/rotate`, {
      method: "POST",
      headers: { authorization: "Bearer token" },
    });
    expect(await answer.json()).toMatchObject({ current: before.next });
    const url = inbox.answer("/rotated", () => ({ status: 200 }));
    await cloud.client.publish({ url, body: "x" });
    const [taken] = await inbox.arrivals("/rotated", 1);
    const signature = String(taken?.headers["upstash-signature"]);
    expect(await old.verify({ signature, body: "x", url })).toBe(true);
  });

  it("delivers after a restart what was waiting and what was on its way", async () => {
    const hanging = inbox.answer("/hanging", (index) => ({
      status: 200,
      afterMs: index === 0 ? 60_000 : 0,
    }));
    const waiting = inbox.answer("/waiting", () => ({ status: 200 }));
    await cloud.client.publish({ url: hanging, body: "in flight", deduplicationId: "kept" });
    await cloud.client.publish({ url: waiting, body: "later", delay: 1 });
    await inbox.arrivals("/hanging", 1);
    const keys = cloud.qstash.keys();
    await cloud.qstash.close();
    cloud = await openQstash(dataDir);
    expect(cloud.qstash.keys()).toEqual(keys);
    expect((await inbox.arrivals("/hanging", 2))[1]?.body).toBe("in flight");
    expect((await inbox.arrivals("/waiting", 1))[0]?.body).toBe("later");
    const again = await cloud.client.publish({ url: hanging, deduplicationId: "kept" });
    expect(again).toMatchObject({ deduplicated: true });
  });
});

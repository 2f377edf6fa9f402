import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Inbox, openQstash } from "../testing/inbox.ts";

const inbox = new Inbox();
let dataDir: string;
let cloud: Awaited<ReturnType<typeof openQstash>>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cutroom-qstash-groups-"));
  cloud = await openQstash(dataDir);
  await inbox.open();
});
afterAll(async () => {
  await cloud.qstash.close();
  inbox.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function call(method: string, path: string): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: "Bearer token" };
  const answer = await fetch(`${cloud.baseUrl}/v2/${path}`, { method, headers });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}
async function restart(): Promise<void> {
  await cloud.qstash.close();
  cloud = await openQstash(dataDir);
}
const statesOf = async (messageId: string): Promise<string[]> =>
  (await cloud.client.logs({ filter: { messageId } })).logs.map(({ state }) => state).toReversed();

describe("URL groups", () => {
  const name = "everyone";
  it("send a message to every endpoint, name themselves, and answer a list", async () => {
    const [one, two] = ["/one", "/two"].map((path) => inbox.answer(path, () => ({ status: 200 })));
    const endpoints = [{ name: "first", url: one ?? "" }, { url: two ?? "" }];
    await cloud.client.urlGroups.addEndpoints({ name, endpoints });
    expect(await cloud.client.urlGroups.get(name)).toMatchObject({ name, endpoints });
    const sent = await cloud.client.publish({ urlGroup: name, body: "hi", deduplicationId: "all" });
    expect(sent).toEqual([
      { messageId: expect.stringMatching(/^msg_/u), url: one },
      { messageId: expect.stringMatching(/^msg_/u), url: two },
    ]);
    for (const path of ["/one", "/two"]) {
      const [taken] = await inbox.arrivals(path, 1);
      expect(taken?.body).toBe("hi");
      expect(taken?.headers["upstash-topic-name"]).toBe(name);
    }
    const again = await cloud.client.publish({ urlGroup: name, deduplicationId: "all" });
    expect(again.map(({ deduplicated }) => deduplicated)).toEqual([true, true]);
  });

  it("survive a restart, take and lose endpoints, and go", async () => {
    await restart();
    const { client } = cloud;
    await client.urlGroups.addEndpoints({ name, endpoints: [{ name: "first", url: "http://n/" }] });
    await client.urlGroups.removeEndpoints({ name, endpoints: [{ url: `${inbox.base}/two` }] });
    const [group, ...others] = await client.urlGroups.list();
    expect(others).toEqual([]);
    expect(group?.endpoints).toEqual([{ name: "first", url: "http://n/" }]);
    await client.urlGroups.delete(name);
    expect(await client.urlGroups.list()).toEqual([]);
    await expect(client.publish({ urlGroup: name })).rejects.toThrow(/URL group/u);
  });

  it("are named in the callbacks of their messages", async () => {
    const url = inbox.answer("/of-group", () => ({ status: 200, body: "done" }));
    const callback = inbox.answer("/about-group", () => ({ status: 200 }));
    await cloud.client.urlGroups.addEndpoints({ name: "g", endpoints: [{ name: "e", url }] });
    const sent = await cloud.client.publish({ urlGroup: "g", body: "x", callback });
    const [taken] = await inbox.arrivals("/about-group", 1);
    const body = JSON.parse(taken?.body ?? "");
    expect(body).toMatchObject({
      status: 200,
      topicName: "g",
      endpointName: "e",
      sourceMessageId: sent[0]?.messageId,
      url,
      retried: 0,
      maxRetries: 3,
    });
    expect(Buffer.from(body.body, "base64").toString()).toBe("done");
    expect(Buffer.from(body.sourceBody, "base64").toString()).toBe("x");
  });
});

describe("logs", () => {
  it("tell the states of a message in their order", async () => {
    const url = inbox.answer("/states", (index) => ({ status: index === 0 ? 500 : 200 }));
    const { messageId } = await cloud.client.publish({ url, retryDelay: "1000" });
    await inbox.arrivals("/states", 2);
    const all = ["CREATED", "ACTIVE", "ERROR", "RETRY", "ACTIVE", "DELIVERED"];
    await expect.poll(() => statesOf(messageId)).toEqual(all);
    await restart();
    expect(await statesOf(messageId)).toEqual(all);
  });

  it("tell of failures and cancellations", async () => {
    const url = inbox.answer("/fails", () => ({ status: 500, body: "broken" }));
    const failed = await cloud.client.publish({ url, retries: 0 });
    await expect
      .poll(() => statesOf(failed.messageId))
      .toEqual(["CREATED", "ACTIVE", "ERROR", "FAILED"]);
    const [last] = (await cloud.client.logs({ filter: { messageId: failed.messageId } })).logs;
    expect(last?.error).toContain("broken");
    const later = await cloud.client.publish({ url, delay: 60 });
    await cloud.client.messages.cancel(later.messageId);
    expect(await statesOf(later.messageId)).toEqual(["CREATED", "CANCEL_REQUESTED", "CANCELLED"]);
  });

  it("come in pages, newest first, under both of their names", async () => {
    const whole = await cloud.client.logs({ count: 1000 });
    const first = await cloud.client.logs({ count: 3 });
    const second = await cloud.client.logs({ count: 3, cursor: Number(first.cursor) });
    expect([...first.logs, ...second.logs]).toEqual(whole.logs.slice(0, 6));
    expect(await call("GET", "logs?count=3")).toEqual(await call("GET", "events?count=3"));
    expect((await call("GET", "logs?count=0")).status).toBe(400);
  });
});

describe("flow control", () => {
  /** A receiver that knows how many calls it had at once. */
  function crowded(path: string): { url: string; most: () => number } {
    let [now, most] = [0, 0];
    const url = inbox.answer(path, () => {
      most = Math.max(most, ++now);
      setTimeout(() => (now -= 1), 30);
      return { status: 200, afterMs: 40 };
    });
    return { url, most: () => most };
  }

  it("never has more than its parallelism under way, while other keys go on", async () => {
    const narrow = crowded("/narrow");
    const wide = crowded("/wide");
    for (let turn = 0; turn < 8; turn++) {
      await cloud.client.publish({
        url: narrow.url,
        flowControl: { key: "narrow", parallelism: 2 },
      });
      await cloud.client.publish({ url: wide.url, flowControl: { key: "wide", parallelism: 20 } });
    }
    await Promise.all([inbox.arrivals("/narrow", 8), inbox.arrivals("/wide", 8)]);
    expect(narrow.most()).toBeLessThanOrEqual(2);
    const flow = await cloud.client.flowControl.get("narrow");
    expect(flow).toMatchObject({ flowControlKey: "narrow", parallelismMax: 2, isPaused: false });
    expect(await cloud.client.flowControl.getGlobalParallelism()).toMatchObject({
      parallelismMax: 100,
    });
  });

  it("a paused key keeps its messages, across a restart, until it is resumed", async () => {
    const url = inbox.answer("/held", () => ({ status: 200 }));
    const other = inbox.answer("/not-held", () => ({ status: 200 }));
    await cloud.client.flowControl.pause("held");
    const flowControl = { key: "held", parallelism: 5 };
    for (let turn = 0; turn < 3; turn++) await cloud.client.publish({ url, flowControl });
    await restart();
    await cloud.client.publish({ url: other });
    await inbox.arrivals("/not-held", 1);
    expect(inbox.at("/held")).toEqual([]);
    const flow = await cloud.client.flowControl.get("held");
    expect(flow).toMatchObject({ isPaused: true, waitListSize: 3 });
    await cloud.client.flowControl.resume("held");
    await inbox.arrivals("/held", 3);
  });

  it("a pinned key keeps its limits against what messages say, until it is unpinned", async () => {
    const pinned = crowded("/pinned");
    const { flowControl } = cloud.client;
    await flowControl.pin("pinned", { parallelism: 1, rate: 100, period: 60 });
    const loose = { key: "pinned", parallelism: 50 };
    for (let turn = 0; turn < 4; turn++) {
      await cloud.client.publish({ url: pinned.url, flowControl: loose });
    }
    await inbox.arrivals("/pinned", 4);
    expect(pinned.most()).toBe(1);
    expect(await flowControl.get("pinned")).toMatchObject({
      parallelismMax: 1,
      rateMax: 100,
      rateCount: 4,
      ratePeriod: 60,
      isPinnedParallelism: true,
      isPinnedRate: true,
    });
    await flowControl.resetRate("pinned");
    expect(await flowControl.get("pinned")).toMatchObject({ rateCount: 0 });
    await flowControl.unpin("pinned", { parallelism: true });
    expect(await flowControl.get("pinned")).toMatchObject({
      parallelismMax: 50,
      isPinnedParallelism: false,
      isPinnedRate: true,
    });
    const { body } = await call("GET", "flowControl");
    expect(body).toContainEqual(expect.objectContaining({ flowControlKey: "pinned" }));
    await expect(flowControl.get("nobody")).rejects.toThrow(/not found/u);
  });
});

describe("deduplication", () => {
  const dayMs = 86_400_000;
  const inDays = (days: number): void => {
    const thenMs = Date.now() + days * dayMs;
    vi.spyOn(Date, "now").mockReturnValue(thenMs);
  };
  afterEach(() => vi.restoreAllMocks());

  it("swallows repeats for 90 days, the longest that was ever seen (F116)", async () => {
    const url = inbox.answer("/window", () => ({ status: 200 }));
    const once = { url, deduplicationId: "window" };
    const { messageId } = await cloud.client.publish(once);
    inDays(89);
    expect(await cloud.client.publish(once)).toEqual({ messageId, deduplicated: true });
    inDays(2);
    expect((await cloud.client.publish(once)).deduplicated).toBeUndefined();
  });

  it("swallows them as long as it is told to", async () => {
    const dedupWindowMs = 10 * 60_000;
    const short = await openQstash(await mkdtemp(join(dataDir, "short-")), { dedupWindowMs });
    const once = { url: inbox.answer("/short", () => ({ status: 200 })), deduplicationId: "s" };
    await short.client.publish(once);
    expect((await short.client.publish(once)).deduplicated).toBe(true);
    inDays(0.01);
    expect((await short.client.publish(once)).deduplicated).toBeUndefined();
    await short.qstash.close();
  });
});

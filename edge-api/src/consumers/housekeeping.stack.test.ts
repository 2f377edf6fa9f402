import { API_QUEUE_PATH } from "@cutroom/contracts";
import type { HouseJob } from "@cutroom/contracts";
import { LEASE_MS, LEASE_SCAN_MS } from "@cutroom/domain";
import type { QueuePublish } from "@cutroom/ports";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../app.ts";
import { startStack } from "../stack.cases.ts";
import type { Stack } from "../stack.cases.ts";
import { scheduleHousekeeping } from "./housekeeping.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** The API with a queue that keeps what it is given and signs everything. */
function listening() {
  const published: QueuePublish[] = [];
  const schedules: { id: string; cron: string; body: string }[] = [];
  const nowMs = stack.deps.clock.nowMs();
  const deps = {
    ...stack.deps,
    clock: { nowMs: () => nowMs },
    queueVerifier: { verify: async () => true },
    queue: {
      publish: async (message: QueuePublish) => {
        published.push(message);
        return { messageId: message.deduplicationId };
      },
      schedule: async (schedule: { id: string; url: string; cron: string; body: string }) => {
        schedules.push(schedule);
      },
    },
  };
  const knock = (job: HouseJob, messageId: string) =>
    createApp(deps).request(API_QUEUE_PATH, {
      method: "POST",
      headers: { "upstash-message-id": messageId },
      body: JSON.stringify({ type: "housekeeping", job }),
    });
  return { deps, published, schedules, knock };
}

const scansOf = (published: readonly QueuePublish[]) =>
  published.filter(({ body }) => JSON.parse(body).job === "leases");

describe("housekeeping by the queue alone", () => {
  it("scans leases every ten seconds, so a lease is reclaimed within one and a half (C8)", async () => {
    const { published, knock } = listening();
    expect((await knock("minute", "minute-1")).status).toBe(200);
    const delays = scansOf(published).map(({ delayS = 0 }) => delayS);
    expect(delays).toEqual([10, 20, 30, 40, 50]);
    const gapsMs = [0, ...delays, 60].map((delay, index, all) => (all[index + 1] ?? 60) - delay);
    expect(LEASE_MS + Math.max(...gapsMs) * 1000).toBeLessThanOrEqual(1.5 * LEASE_MS);
    expect(LEASE_SCAN_MS).toBe(10_000);
  });

  it("asks for nothing more when a minute is delivered twice (C7)", async () => {
    const { published, knock } = listening();
    await knock("minute", "minute-2");
    const asked = scansOf(published).length;
    await knock("minute", "minute-2");
    expect(scansOf(published)).toHaveLength(asked);
    // Another minute's message within the same minute: the queue drops what has the same id.
    await knock("minute", "minute-3");
    const ids = scansOf(published).map(({ deduplicationId }) => deduplicationId);
    expect(ids).toHaveLength(2 * asked);
    expect(new Set(ids).size).toBe(asked);
  });

  it("has a schedule for every kind of repair (C5, C6, C7)", async () => {
    const { deps, schedules } = listening();
    await scheduleHousekeeping(deps);
    expect(schedules.map(({ cron, body }) => [JSON.parse(body).job, cron])).toEqual([
      ["minute", "* * * * *"],
      ["quota", "*/5 * * * *"],
      ["day", "10 3 * * *"],
    ]);
  });

  it("answers none that asks for something else, or for nothing (F118)", async () => {
    const { deps } = listening();
    const post = (body: string) =>
      createApp(deps).request(API_QUEUE_PATH, { method: "POST", body });
    for (const body of ["{}", "nonsense", '{"type":"notify","task_id":"t"}']) {
      expect((await post(body)).status).toBe(422);
    }
  });
});

import { appendFileSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Broker } from "./broker.ts";
import { nextFireMs } from "./cron.ts";
import { evaluateDelayMs } from "./delay-expression.ts";
import { parseDurationMs } from "./duration.ts";
import { Journal } from "./journal.ts";
import { readPublish } from "./read-publish.ts";

describe("retry delay expressions", () => {
  it.each([
    ["1000", 1000],
    ["1000 * (1 + retried)", 4000],
    ["pow(2, retried) * 1000", 8000],
    ["max(min(retried * 100, 250), 10) - -1", 251],
    ["0 - 5", 0],
  ])("reckons %s", (text, expected) => {
    expect(evaluateDelayMs(text, 3)).toBe(expected);
  });

  it.each(["", "retried +", "evil()", "process.exit()", "1 2", "1 / 0"])("refuses %j", (text) => {
    expect(evaluateDelayMs(text, 0)).toBeNull();
  });
});

describe("durations", () => {
  it.each([
    ["1d10h", 122_400_000],
    ["6m5s", 365_000],
    ["50", 50_000],
    ["soon", null],
    ["-5s", null],
  ])("reads %s", (text, expected) => {
    expect(parseDurationMs(text)).toBe(expected);
  });
});

describe("schedules", () => {
  const noonMs = Date.UTC(2026, 0, 15, 12);

  it("fire at the next minute that the cron text names, in its time zone", () => {
    expect(nextFireMs("*/5 * * * *", noonMs)).toBe(noonMs + 300_000);
    expect(nextFireMs("CRON_TZ=Europe/Berlin 0 14 * * *", noonMs)).toBe(noonMs + 3_600_000);
  });

  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "cutroom-broker-"));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true, force: true });
  });
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    });

  it("publish once per time that comes, none for the times that were slept through", async () => {
    let nowMs = noonMs;
    const journal = await Journal.open(join(directory, "journal"));
    const broker = new Broker({ journal, retryScale: 1, dedupWindowMs: 1000, nowMs: () => nowMs });
    const headers = { "upstash-delay": "1d" };
    const request = { destination: "http://127.0.0.1:9/", headers, body: Buffer.alloc(0) };
    const { delivery } = readPublish({ ...request, queue: null, callerIp: "" }, nowMs);
    const times = { createdMs: nowMs, delayMs: 86_400_000, isPaused: false };
    broker.putSchedule({ ...delivery, scheduleId: "s", cron: "*/5 * * * *", ...times });
    const counts: number[] = [];
    for (const stepMs of [0, 300_000, 10_000, 3_600_000]) {
      nowMs += stepMs;
      broker.wake();
      await pause(20);
      counts.push(broker.messages.values().length);
    }
    expect(counts).toEqual([0, 1, 1, 2]);
    await broker.close();
  });

  it("make up once, at the next start, for the times that came while nobody ran", async () => {
    const path = join(directory, "journal");
    let nowMs = noonMs;
    const open = async (): Promise<Broker> =>
      new Broker({
        journal: await Journal.open(path),
        retryScale: 1,
        dedupWindowMs: 1000,
        nowMs: () => nowMs,
      });
    const first = await open();
    const headers = { "upstash-delay": "1d" };
    const request = { destination: "http://127.0.0.1:9/", headers, body: Buffer.alloc(0) };
    const { delivery } = readPublish({ ...request, queue: null, callerIp: "" }, nowMs);
    const schedule = { ...delivery, cron: "0 * * * *", createdMs: nowMs, delayMs: 86_400_000 };
    first.putSchedule({ ...schedule, scheduleId: "hourly", isPaused: false });
    first.putSchedule({ ...schedule, scheduleId: "paused", isPaused: true });
    await first.close();
    nowMs += 5 * 3_600_000 + 60_000;
    const second = await open();
    await expect.poll(() => second.messages.values().length).toBe(1);
    await second.close();
    nowMs += 60_000;
    const third = await open();
    await pause(20);
    expect(third.messages.values().map(({ scheduleId }) => scheduleId)).toEqual(["hourly"]);
    await third.close();
  });

  it("drops the torn last line of a journal and keeps all before it", async () => {
    const path = join(directory, "journal");
    const first = await Journal.open(path);
    first.table<number>("t").set("a", 1);
    first.table<number>("t").set("b", 2);
    first.table<number>("t").delete("a");
    await first.close();
    appendFileSync(path, '{"table":"t","key":"c","val');
    const second = await Journal.open(path);
    expect(Array.from(second.table<number>("t").entries())).toEqual([["b", 2]]);
    second.table<number>("t").set("d", 4);
    await second.close();
    expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(2);
  });
});

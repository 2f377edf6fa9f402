import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClaimedStep } from "@cutroom/contracts";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openScratch } from "../scratch.ts";
import { openFakeApi } from "../testing/fake-api.ts";
import type { FakeApi, Heard } from "../testing/fake-api.ts";
import { testEngine } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { zooFile } from "../testing/zoo.ts";
import { createFinishedWork, digestOf } from "./finished-work.ts";
import { createSlots } from "./slots.ts";
import { createWorkforce } from "./workforce.ts";
import type { Workforce } from "./workforce.ts";

const rasteriser = createTitleRasteriser(nodeTitleAssets());
/** More PUTs than one attempt makes. */
const DOWN = 1_000;
let engine: MediaEngine;
let runs: number;
let shelf: ObjectShelf;
let root: string;
let nowMs: number;
let api: FakeApi;
let workforce: Workforce;

beforeAll(async () => {
  const native = await testEngine("native");
  engine = {
    ...native,
    run: (...job) => {
      runs += 1;
      return native.run(...job);
    },
    close: () => native.close(),
  };
});
beforeEach(async () => {
  [shelf, root] = await Promise.all([openShelf(), mkdtemp(join(tmpdir(), "held-test-"))]);
  runs = 0;
  nowMs = Date.now();
  const scratch = await openScratch(root);
  const clock = { nowMs: () => nowMs };
  api = await openFakeApi([await step(1)]);
  workforce = createWorkforce({
    slots: createSlots(1),
    pools: ["ingest"],
    deps: {
      api: api.client,
      engine,
      workerId: "worker-1",
      log: () => {},
      clock,
      scratch,
      finished: createFinishedWork(scratch, clock),
      exportTools: {
        rasteriser,
        limits: { maxPictures: 16, maxSounds: 24, segmentSeconds: 30, threads: 2 },
      },
    },
  });
});
afterEach(async () => {
  await Promise.all([api.close(), shelf.close()]);
  await rm(root, { recursive: true, force: true });
});
afterAll(() => engine.close());

/** The same work at every attempt; only the addresses differ. */
async function step(attempt: number): Promise<ClaimedStep> {
  const bytes = await readFile(zooFile("no_audio.mp4"));
  shelf.objects.set("/upload", bytes);
  return {
    step_id: "step_1",
    task_id: "task_1",
    attempt,
    lease_ms: 30_000,
    heartbeat_ms: 5_000,
    deadline_ms: 110_000,
    job: {
      kind: "ingest",
      asset_id: "asset_1",
      source_url: `${shelf.base}/upload`,
      sha256: null,
      size_bytes: bytes.length,
      limits: { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 },
      outputs: ["proxy", "poster", "filmstrip"].map((name) => ({
        name,
        url: `${shelf.base}/out/${attempt}/${name}`,
        content_type: "application/octet-stream",
      })),
    },
  };
}

async function wake(): Promise<void> {
  workforce.wake();
  await workforce.idle();
}

const heard = (call: Heard["call"]) => api.heard.filter((one) => one.call === call);
const stored = () => [...shelf.objects.keys()].filter((key) => key.startsWith("/out/")).toSorted();

/** A finished output that the store did not take. */
async function leaveHeld(): Promise<number> {
  shelf.refusePuts(DOWN);
  await wake();
  expect(heard("fail").map(({ body }) => body)).toMatchObject([
    { code: "STORAGE_FAILED", retryable: true, holds_output: true },
  ]);
  expect(runs).toBeGreaterThan(0);
  return runs;
}

describe("a worker whose finished output the store does not take", () => {
  test("keeps it, and uploads it when the store is back, without a second run of FFmpeg (C10)", async () => {
    const before = await leaveHeld();
    expect(await readdir(root)).toHaveLength(1);
    await wake();
    expect(heard("claim-held")).toEqual([]);
    nowMs += 10_000;
    api.handOut(await step(2));
    await wake();
    expect(heard("fail")).toHaveLength(2);
    shelf.refusePuts(0);
    nowMs += 20_000;
    api.handOut(await step(3));
    await wake();
    expect(heard("complete").map(({ body }) => body)).toMatchObject([{ attempt: 3 }]);
    expect(runs).toBe(before);
    expect(stored()).toEqual(["/out/3/filmstrip", "/out/3/poster", "/out/3/proxy"]);
    expect(await readdir(root)).toEqual([]);
  });

  test("never hands it in for other work: what differs is made anew (I8)", async () => {
    const before = await leaveHeld();
    shelf.refusePuts(0);
    nowMs += 10_000;
    const other = await step(2);
    const limits = { max_pixels: 40_000_001, max_duration_ms: 3_600_000, max_streams: 16 };
    api.handOut({ ...other, job: { ...other.job, limits } as typeof other.job });
    await wake();
    expect(heard("complete")).toHaveLength(1);
    expect(runs).toBeGreaterThan(before);
  });

  test("throws it away when the step is not its own any more", async () => {
    await leaveHeld();
    nowMs += 10_000;
    await wake();
    expect(heard("claim-held")).toHaveLength(1);
    expect(await readdir(root)).toEqual([]);
    nowMs += 3_600_000;
    await wake();
    expect(heard("claim-held")).toHaveLength(1);
  });

  test("leaves nothing on the disk when it ends", async () => {
    await leaveHeld();
    await workforce.drain(0);
    expect(await readdir(root)).toEqual([]);
  });
});

test("addresses say nothing of the work, everything else does", async () => {
  const [first, second] = await Promise.all([step(1), step(2)]);
  expect(digestOf(first.job)).toBe(digestOf(second.job));
  expect(digestOf({ ...first.job, size_bytes: 1 } as typeof first.job)).not.toBe(
    digestOf(first.job),
  );
});

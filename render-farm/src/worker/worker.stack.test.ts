import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { ClaimedStep } from "@cutroom/contracts";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createApp } from "../app.ts";
import { openScratch } from "../scratch.ts";
import { openFakeApi } from "../testing/fake-api.ts";
import type { FakeApi } from "../testing/fake-api.ts";
import { testEngine } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { zooFile } from "../testing/zoo.ts";
import { createFinishedWork } from "./finished-work.ts";
import { createSlots } from "./slots.ts";
import type { Slots } from "./slots.ts";
import { createWorkforce } from "./workforce.ts";
import type { Workforce } from "./workforce.ts";

const run = promisify(execFile);
const rasteriser = createTitleRasteriser(nodeTitleAssets());
let engine: MediaEngine;
let shelf: ObjectShelf;
let root: string;
let longFilm: string;
const apis: FakeApi[] = [];

beforeAll(async () => {
  [engine, shelf, root] = await Promise.all([
    testEngine("native"),
    openShelf(),
    mkdtemp(join(tmpdir(), "worker-test-")),
  ]);
  longFilm = join(root, "long.mkv");
  // Matroska, so that ingest has to encode a master of it: long enough to be interrupted.
  await run("ffmpeg", [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    "testsrc2=s=640x360:r=30:d=60",
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-pix_fmt",
    "yuv420p",
    longFilm,
  ]);
});
afterEach(() => Promise.all(apis.splice(0).map((api) => api.close())));
afterAll(async () => {
  await Promise.all([engine.close(), shelf.close()]);
  await rm(root, { recursive: true, force: true });
});

async function step(path: string, over: Partial<ClaimedStep> = {}): Promise<ClaimedStep> {
  const bytes = await readFile(path);
  shelf.objects.set("/upload", bytes);
  for (const key of shelf.objects.keys()) if (key.startsWith("/out/")) shelf.objects.delete(key);
  const names = ["master", "proxy", "poster", "filmstrip", "peaks"];
  return {
    step_id: "step_1",
    task_id: "task_1",
    attempt: 3,
    lease_ms: 5_000,
    heartbeat_ms: 150,
    deadline_ms: 110_000,
    job: {
      kind: "ingest",
      asset_id: "asset_1",
      source_url: `${shelf.base}/upload`,
      sha256: null,
      size_bytes: bytes.length,
      limits: { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 },
      outputs: names.map((name) => ({
        name,
        url: `${shelf.base}/out/${name}`,
        content_type: "application/octet-stream",
      })),
    },
    ...over,
  };
}

const stored = () => [...shelf.objects.keys()].filter((key) => key.startsWith("/out/")).toSorted();

interface Farm {
  readonly api: FakeApi;
  readonly workforce: Workforce;
  readonly slots: Slots;
  readonly scratch: string;
  wake(): Promise<Response>;
  /** Resolves when nothing runs any more; seconds it took. */
  idle(): Promise<number>;
}

const clock = { nowMs: () => Date.now() };

async function farm(...steps: readonly ClaimedStep[]): Promise<Farm> {
  const api = await openFakeApi(steps);
  apis.push(api);
  const scratch = await mkdtemp(join(root, "scratch-"));
  const slots = createSlots(1);
  const space = await openScratch(scratch);
  const workforce = createWorkforce({
    slots,
    pools: ["render", "ingest"],
    deps: {
      api: api.client,
      engine,
      workerId: "worker-1",
      log: () => {},
      clock,
      scratch: space,
      finished: createFinishedWork(space, clock),
      exportTools: {
        rasteriser,
        limits: { maxPictures: 16, maxSounds: 24, segmentSeconds: 30, threads: 2 },
      },
    },
  });
  const app = createApp({
    engine,
    slots,
    workforce,
    wakeUrl: "http://farm.test/queue/wake",
    verifier: {
      verify: ({ signature, rawBody, url }) =>
        Promise.resolve(signature === `signed ${url} ${rawBody.length}`),
    },
  });
  const message = { type: "step-ready", step_id: "step_1", task_id: "t", scene: "ingest" };
  const body = JSON.stringify(message, null, 1);
  return {
    api,
    workforce,
    slots,
    scratch,
    wake: async () =>
      app.request("/queue/wake", {
        method: "POST",
        body,
        headers: { "upstash-signature": `signed http://farm.test/queue/wake ${body.length}` },
      }),
    async idle() {
      const from = Date.now();
      await workforce.idle();
      return (Date.now() - from) / 1_000;
    },
  };
}

/** Processes of FFmpeg that work in this directory. */
async function ffmpegIn(directory: string): Promise<number> {
  const { stdout } = await run("ps", ["-eo", "pid,args"]);
  const pids = stdout
    .split("\n")
    .flatMap((line) => /^\s*(\d+) .*ff(?:mpeg|probe) /.exec(line)?.[1] ?? []);
  const { readlink } = await import("node:fs/promises");
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  return places.filter((place) => place.startsWith(directory)).length;
}

async function untilEncoding(at: Farm): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const [job] = await readdir(at.scratch);
    if (job !== undefined && existsSync(join(at.scratch, job, "master.mov"))) return;
    await sleep(25);
  }
  throw new Error("never began to encode");
}

describe("a woken farm", () => {
  let whole: Farm;
  beforeEach(async () => {
    whole = await farm(await step(zooFile("no_audio.mp4")));
  });

  test("claims, works, stores, completes with its attempt, and leaves nothing", async () => {
    expect((await whole.wake()).status).toBe(202);
    await whole.idle();
    const complete = whole.api.heard.find(({ call }) => call === "complete")?.body;
    expect(complete).toMatchObject({
      worker_id: "worker-1",
      attempt: 3,
      result: { kind: "ingest", has_master: false, facts: { video: { frameCount: 60 } } },
    });
    expect(stored()).toEqual(["/out/filmstrip", "/out/poster", "/out/proxy"]);
    const outputs = complete?.["outputs"] as { name: string; size_bytes: number }[];
    for (const { name, size_bytes } of outputs) {
      expect(shelf.objects.get(`/out/${name}`)?.length).toBe(size_bytes);
    }
    expect(await readdir(whole.scratch)).toEqual([]);
  });

  test("answers many knocks by few questions when nothing waits, and forgets none (C7)", async () => {
    const bored = await farm();
    const claims = () => bored.api.heard.filter(({ call }) => call === "claim").length;
    for (let knock = 0; knock < 50; knock += 1) await bored.wake();
    const before = claims();
    await bored.wake();
    await bored.idle();
    expect(claims()).toBeGreaterThan(before);
    expect(claims()).toBeLessThan(10);
  });

  test("asks by pool, for as many steps as it has slots, and again after each (C9)", async () => {
    const one = await step(zooFile("no_audio.mp4"));
    const busy = await farm(one, { ...one, step_id: "step_2" });
    await busy.wake();
    await busy.idle();
    const claims = busy.api.heard.filter(({ call }) => call === "claim").map(({ body }) => body);
    expect(claims.map((body) => body["limit"])).toEqual([1, 1, 1]);
    expect(claims.map((body) => body["pools"])).toEqual([
      ["render", "ingest"],
      ["ingest", "render"],
      ["render", "ingest"],
    ]);
    const ends = busy.api.heard.filter(({ call }) => call === "complete");
    expect(ends).toHaveLength(2);
  });

  test("says that it lives, asks without being woken, and says that it ends (C9)", async () => {
    whole.workforce.start();
    await vi.waitFor(
      () => expect(whole.api.heard.some(({ call }) => call === "claim")).toBe(true),
      { timeout: 15_000 },
    );
    await whole.workforce.drain(60_000);
    const calls = whole.api.heard.map(({ call }) => call);
    expect(calls[0]).toBe("register");
    expect(whole.api.heard[0]?.body).toEqual({ pools: ["render", "ingest"], slots: 1 });
    expect(calls).toContain("complete");
    expect(calls.filter((call) => call === "remove")).toHaveLength(1);
  });

  test("refuses a delivery that is not signed for these bytes, before reading it (F118)", async () => {
    const app = createApp({
      engine,
      slots: whole.slots,
      workforce: whole.workforce,
      wakeUrl: "http://x/queue/wake",
      verifier: { verify: () => Promise.resolve(false) },
    });
    const answer = await app.request("/queue/wake", { method: "POST", body: "{}" });
    expect(answer.status).toBe(401);
    expect(whole.api.heard).toEqual([]);
  });

  test("tells engine, version and slots", async () => {
    const app = createApp({
      engine,
      slots: whole.slots,
      workforce: whole.workforce,
      wakeUrl: "http://x/queue/wake",
      verifier: { verify: () => Promise.resolve(false) },
    });
    const health: unknown = await (await app.request("/healthz")).json();
    expect(health).toMatchObject({ ok: true, engine: "native", slots: { free: 1, total: 1 } });
  });
});

describe("a farm whose job must not go on", () => {
  test("a full farm takes a wake-up without asking the queue to come again (C7)", async () => {
    const busy = await farm(await step(longFilm));
    await busy.wake();
    await untilEncoding(busy);
    expect((await busy.wake()).status).toBe(202);
    expect(busy.api.heard.filter(({ call }) => call === "claim")).toHaveLength(1);
    await busy.workforce.drain(0);
  });

  test("a lost lease kills FFmpeg and drops the outputs; nothing is reported", async () => {
    const losing = await farm(await step(longFilm));
    await losing.wake();
    await untilEncoding(losing);
    losing.api.answer("lost");
    expect(await losing.idle()).toBeLessThan(10);
    expect(await ffmpegIn(losing.scratch)).toBe(0);
    expect([stored(), await readdir(losing.scratch)]).toEqual([[], []]);
    const ends = losing.api.heard.filter(({ call }) => call === "complete" || call === "fail");
    expect(ends).toEqual([]);
  });

  test("a lease that cannot be renewed is lost when its time is over, not before", async () => {
    const cut = await farm(await step(longFilm, { lease_ms: 1_500 }));
    await cut.wake();
    await untilEncoding(cut);
    cut.api.answer("unreachable");
    const seconds = await cut.idle();
    expect(seconds).toBeGreaterThan(0.9);
    expect(seconds).toBeLessThan(10);
    expect(stored()).toEqual([]);
  });

  test("cancel ends within 10 s: no process, no directory, no object, reported once (F67)", async () => {
    const canceled = await farm(await step(longFilm));
    await canceled.wake();
    await untilEncoding(canceled);
    canceled.api.answer("cancel");
    expect(await canceled.idle()).toBeLessThan(10);
    expect(await ffmpegIn(canceled.scratch)).toBe(0);
    expect([stored(), await readdir(canceled.scratch)]).toEqual([[], []]);
    const fails = canceled.api.heard.filter(({ call }) => call === "fail");
    expect(fails.map(({ body }) => body["code"])).toEqual(["CANCELED"]);
  });

  test("makes room when better work waits, and then asks what is next (C9)", async () => {
    const asked = await farm(await step(longFilm));
    await asked.wake();
    await untilEncoding(asked);
    asked.api.answer("preempt");
    await asked.idle();
    expect(await ffmpegIn(asked.scratch)).toBe(0);
    expect([stored(), await readdir(asked.scratch)]).toEqual([[], []]);
    const told = asked.api.heard.filter(({ call }) => ["claim", "yield", "fail"].includes(call));
    expect(told.map(({ call }) => call)).toEqual(["claim", "yield", "claim"]);
    expect(told[1]?.body).toEqual({ worker_id: "worker-1", attempt: 3 });
  });

  test("shutdown gives the step back to the queue within 10 s (F67)", async () => {
    const ending = await farm(await step(longFilm));
    await ending.wake();
    await untilEncoding(ending);
    const from = Date.now();
    await ending.workforce.drain(100);
    expect(Date.now() - from).toBeLessThan(10_000);
    expect(await readdir(ending.scratch)).toEqual([]);
    const told = ending.api.heard.filter(({ call }) => call === "yield" || call === "fail");
    expect(told).toMatchObject([{ call: "yield", body: { attempt: 3 } }]);
    const late = await ending.wake();
    expect([late.status, late.headers.get("retry-after")]).toEqual([503, "5"]);
  });

  test("a job past its deadline stops by itself and reports DEADLINE", async () => {
    const late = await farm(await step(longFilm, { deadline_ms: 1_500 }));
    await late.wake();
    await late.idle();
    expect(late.api.heard.findLast(({ call }) => call === "fail")).toMatchObject({
      body: { code: "DEADLINE", retryable: false },
    });
  });

  test("a refusal is reported by code, for good, once (F10)", async () => {
    const cut = join(root, "cut.mp4");
    await writeFile(cut, await readFile(zooFile("truncated_no_moov.mp4")));
    const refusing = await farm(await step(cut));
    await refusing.wake();
    await refusing.idle();
    const fails = refusing.api.heard.filter(({ call }) => call === "fail");
    expect(fails).toMatchObject([{ body: { code: "TRUNCATED", retryable: false, attempt: 3 } }]);
  });

  test("a job that the scratch disk has no room for is STORAGE_FAILED, to be tried again (I2)", async () => {
    const { job, ...rest } = await step(zooFile("no_audio.mp4"));
    const huge = await farm({ ...rest, job: { ...job, size_bytes: 2 ** 52 } as typeof job });
    await huge.wake();
    await huge.idle();
    const fails = huge.api.heard.filter(({ call }) => call === "fail");
    expect(fails).toMatchObject([{ body: { code: "STORAGE_FAILED", retryable: true } }]);
  });

  test("a source that breaks off once is fetched again, and nobody learns of it (F09)", async () => {
    const broken = await farm(await step(zooFile("no_audio.mp4")));
    shelf.breakOnce("/upload", 0.6);
    await broken.wake();
    await broken.idle();
    const ends = broken.api.heard.filter(({ call }) =>
      ["complete", "fail", "yield"].includes(call),
    );
    expect(ends.map(({ call }) => call)).toEqual(["complete"]);
  });
});

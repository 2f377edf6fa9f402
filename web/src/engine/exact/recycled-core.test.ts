import { expect, onTestFinished, test, vi } from "vitest";
import { RecycledCore } from "./recycled-core.ts";

const JOB = { files: new Map(), args: [], outputName: "frame.raw", timeoutMs: 1 };

function cores({ failingLoads = [] as readonly number[] } = {}) {
  const counts = { made: 0, live: 0, mostLive: 0 };
  const recycled = new RecycledCore(async () => {
    counts.made += 1;
    if (failingLoads.includes(counts.made)) throw new Error("offline");
    counts.live += 1;
    counts.mostLive = Math.max(counts.mostLive, counts.live);
    return {
      run: async () => new Uint8Array(),
      end: () => {
        counts.live -= 1;
      },
    };
  });
  return { counts, recycled };
}

test("an instance does two hundred jobs, and the next one takes its place (F69)", async () => {
  const { counts, recycled } = cores();
  for (let i = 0; i < 399; i += 1) await recycled.use((core) => core.run(JOB));
  expect(counts).toEqual({ made: 2, live: 1, mostLive: 1 });
  await recycled.use((core) => core.run(JOB));
  expect(counts).toEqual({ made: 3, live: 1, mostLive: 1 });
});

test("the next instance is loaded when one has worn out, and asked for again when that fails", async () => {
  const { counts, recycled } = cores({ failingLoads: [2] });
  for (let i = 0; i < 200; i += 1) await recycled.use((core) => core.run(JOB));
  expect(counts).toEqual({ made: 2, live: 0, mostLive: 1 });
  await recycled.use((core) => core.run(JOB));
  expect(counts).toEqual({ made: 3, live: 1, mostLive: 1 });
});

test("an instance is thrown away after its first error (F69)", async () => {
  const { counts, recycled } = cores();
  await recycled.use((core) => core.run(JOB));
  await expect(
    recycled.use(() => Promise.reject(new Error("memory access out of bounds"))),
  ).rejects.toThrow("out of bounds");
  expect(counts.live).toBe(0);
  await recycled.use((core) => core.run(JOB));
  expect(counts).toEqual({ made: 2, live: 1, mostLive: 1 });
});

test("an instance that nobody needs is ended after a minute, and one that works is not", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { counts, recycled } = cores();
  for (let i = 0; i < 3; i += 1) {
    await recycled.use((core) => core.run(JOB));
    await vi.advanceTimersByTimeAsync(50_000);
  }
  const long = recycled.use(() => new Promise((resolve) => setTimeout(resolve, 90_000)));
  await vi.advanceTimersByTimeAsync(80_000);
  expect(counts).toEqual({ made: 1, live: 1, mostLive: 1 });
  await vi.advanceTimersByTimeAsync(10_000);
  await long;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(counts.live).toBe(0);
  await recycled.use((core) => core.run(JOB));
  expect(counts).toEqual({ made: 2, live: 1, mostLive: 1 });
});

test("loading that fails is tried again by the next job", async () => {
  let calls = 0;
  const recycled = new RecycledCore(() => {
    calls += 1;
    return Promise.reject(new Error("offline"));
  });
  await expect(recycled.use(async () => 1)).rejects.toThrow("offline");
  await expect(recycled.use(async () => 1)).rejects.toThrow("offline");
  expect(calls).toBe(2);
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testDatabase } from "@cutroom/testkit";
import type { TestDatabase } from "@cutroom/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleWorker } from "./bundle.ts";
import { runFleet } from "./fleet.ts";
import { describeFailure, firstDifference, unvisited } from "./report.ts";
import type { SeedResult } from "./run-seed.ts";
import { prepareDatabase } from "./world/prepare-database.ts";

/** `npm run sim -- --seeds N` runs more. */
const SEEDS = 500;
const LANES = 2;
/** Rows of one instant were once in another order in some of these. */
const AGAIN = [3, 8, 25, 30];
const TIMEOUT_MS = 40 * 60_000;

const folder = mkdtempSync(join(tmpdir(), "cutroom-sim-"));
const bundle = join(folder, "worker.mjs");
const databases: TestDatabase[] = [];

beforeAll(async () => {
  await bundleWorker(bundle);
  for (let lane = 0; lane < LANES; lane += 1) {
    const database = await testDatabase();
    databases.push(database);
    await prepareDatabase(database);
  }
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const urls = () => databases.map((database) => database.databaseUrl);

it(
  `keeps every invariant through ${SEEDS} seeds of faults, and tries every fault (I2, I4, C1-C10)`,
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const seeds = Array.from({ length: SEEDS }, (_, seed) => seed);
    const result = await runFleet({ bundle, databaseUrls: urls(), seeds });
    expect(result.failures.map(describeFailure)).toEqual([]);
    expect(result.seeds).toBe(SEEDS);
    expect(unvisited(result)).toEqual([]);
  },
);

it(
  "makes the same turns of the same seed, so that a failure can be looked at again",
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    // The second time in another order: what a seed finds must not depend on those before it.
    const times = [AGAIN, AGAIN.toReversed()];
    const stories = await Promise.all(
      times.map(async (seeds, time) => {
        const traces = new Map<number, SeedResult["trace"]>();
        const onSeed = ({ seed, trace }: SeedResult) => traces.set(seed, trace);
        const lane = urls()[time] ?? "";
        await runFleet({ bundle, databaseUrls: [lane], seeds, keepsTraces: true, onSeed });
        return traces;
      }),
    );
    for (const seed of AGAIN) {
      const [first = [], second = []] = stories.map((traces) => traces.get(seed));
      expect(first.length).toBeGreaterThan(100);
      expect(firstDifference(first, second), `seed ${seed}`).toBeNull();
    }
  },
);

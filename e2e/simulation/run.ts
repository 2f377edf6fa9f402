/**
 * `npm run sim -- --seeds N [--seed S] [--replay PATH] [--mutants [--mutant NAME]]`: runs seeds on a Postgres of
 * its own, on all cores. Ends with 1 when an invariant broke or a fault was never tried.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startLocalCloud } from "@cutroom/local-cloud";
import { bundleWorker } from "./bundle.ts";
import { runFleet } from "./fleet.ts";
import { describeVerdict, judgeMutants } from "./judge-mutants.ts";
import { MUTANTS } from "./mutants/index.ts";
import { describeFailure, firstDifference, readRecording, unvisited } from "./report.ts";
import type { SeedResult } from "./run-seed.ts";
import { copyDatabase, prepareDatabase } from "./world/prepare-database.ts";
import type { SimulatedDatabase } from "./world/prepare-database.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "500" },
    seed: { type: "string" },
    replay: { type: "string" },
    mutants: { type: "boolean", default: false },
    mutant: { type: "string", default: "" },
  },
});

const say = (text: string) => process.stdout.write(`${text}\n`);

function seedsWanted(): readonly number[] {
  const first = Number(values.seed ?? 0);
  const count = values.seed !== undefined ? 1 : Number(values.seeds);
  if (!Number.isInteger(first) || !Number.isInteger(count) || count < 1) {
    throw new Error("--seed and --seeds are whole numbers.");
  }
  return Array.from({ length: count }, (_, index) => first + index);
}

function compare(path: string, result: SeedResult): void {
  const recording = readRecording(resolve(process.env["INIT_CWD"] ?? ".", path));
  const at = firstDifference(recording.trace, result.trace);
  if (at === null) {
    say(`  the same ${result.trace.length} turns as recorded`);
    return;
  }
  say(`  departs from the recording at turn ${at}:`);
  say(`    recorded ${recording.trace[at] ?? "nothing"}`);
  say(`    now      ${result.trace[at] ?? "nothing"}`);
}

async function runSeeds(databaseUrls: readonly string[], bundle: string): Promise<boolean> {
  const seeds = seedsWanted();
  const began = Date.now();
  const result = await runFleet({
    bundle,
    databaseUrls,
    seeds,
    keepsTraces: values.replay !== undefined,
    onSeed: (seed) => {
      if (values.replay !== undefined) compare(values.replay, seed);
      if (seed.violations.length > 0) say(describeFailure(seed));
    },
  });
  const missed = seeds.length === 1 ? [] : unvisited(result);
  const seconds = (Date.now() - began) / 1_000;
  say(
    `\n  ${result.seeds} seeds, ${result.turns} turns, ${result.failures.length} failures, ` +
      `${result.faults.size} kinds of faults, ${seconds.toFixed(1)} s`,
  );
  for (const fault of missed) say(`  never happened: ${fault}`);
  return result.failures.length === 0 && missed.length === 0;
}

async function runMutants(template: SimulatedDatabase, folder: string): Promise<boolean> {
  const verdicts = await judgeMutants({
    template,
    folder,
    lanes: availableParallelism(),
    mutants: MUTANTS.filter(({ name }) => name.includes(values.mutant)),
    onVerdict: (verdict) => say(describeVerdict(verdict)),
  });
  const right = verdicts.filter(({ isRight }) => isRight).length;
  say(`\n  ${right} of ${verdicts.length} defects found by the invariants they name`);
  return right === verdicts.length;
}

async function main(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "cutroom-sim-"));
  const cloud = await startLocalCloud({ dataDir: folder });
  const copies: Awaited<ReturnType<typeof copyDatabase>>[] = [];
  try {
    const { DATABASE_URL: databaseUrl = "", DATABASE_WS_PROXY: wsProxy = "" } = cloud.env;
    const template: SimulatedDatabase = { databaseUrl, wsProxy };
    await prepareDatabase(template);
    if (values.mutants) return await runMutants(template, folder);
    const lanes = Math.min(availableParallelism(), seedsWanted().length);
    for (let index = 0; index < lanes; index += 1) {
      copies.push(await copyDatabase(template, `sim_${index}`));
    }
    const databaseUrls = copies.map((copy) => copy.databaseUrl);
    const bundle = join(folder, "worker.mjs");
    await bundleWorker(bundle);
    return await runSeeds(databaseUrls, bundle);
  } finally {
    for (const copy of copies) await copy.drop();
    await cloud.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = (await main()) ? 0 : 1;

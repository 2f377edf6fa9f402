/** What a run of seeds says of itself, and how a failing one is kept for another look. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FleetResult } from "./fleet.ts";
import type { SeedResult } from "./run-seed.ts";
import { FAULT_MATRIX } from "./world/faults.ts";

const FOLDER = fileURLToPath(new URL("../../test-results/simulation", import.meta.url));
const LAST_TURNS = 25;

/** What a replay is compared with. */
export interface Recording {
  readonly seed: number;
  readonly violations: SeedResult["violations"];
  readonly trace: readonly string[];
}

/** Keeps the whole story and answers where. */
export function keepRecording({ seed, violations, trace }: SeedResult): string {
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `seed-${seed}.json`);
  const recording: Recording = { seed, violations, trace };
  writeFileSync(path, JSON.stringify(recording, null, 1));
  return path;
}

export function readRecording(path: string): Recording {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** The first turn at which two stories differ, or null. */
export function firstDifference(a: readonly string[], b: readonly string[]): number | null {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index += 1) if (a[index] !== b[index]) return index;
  return null;
}

/** Faults that the run was to try and never did: it proves less than it says. */
export function unvisited(result: Pick<FleetResult, "faults">): readonly string[] {
  return FAULT_MATRIX.filter((fault) => !result.faults.has(fault));
}

export function describeFailure(result: SeedResult): string {
  const path = keepRecording(result);
  const broken = result.violations.map(({ invariant, detail }) => `  ${invariant}: ${detail}`);
  return [
    `seed ${result.seed} breaks after ${result.steps} turns:`,
    ...broken.slice(0, 6),
    `  the last turns:`,
    ...result.trace.slice(-LAST_TURNS).map((line) => `    ${line}`),
    `  again: npm run sim -- --seed ${result.seed}`,
    `  with the recorded turns: npm run sim -- --seed ${result.seed} --replay ${path}`,
  ].join("\n");
}

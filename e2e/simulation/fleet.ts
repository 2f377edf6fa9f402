/** Worker processes that run seeds side by side, one database each. */
import { fork } from "node:child_process";
import type { CrashPoint } from "@cutroom/edge-api/src/crash-points.ts";
import type { SeedResult } from "./run-seed.ts";
import type { Job, Told } from "./worker.ts";

export interface FleetOptions {
  /** The bundled worker. */
  readonly bundle: string;
  readonly databaseUrls: readonly string[];
  readonly seeds: readonly number[];
  readonly keepsTraces?: boolean;
  readonly onSeed?: (result: SeedResult) => void;
  /** True ends the run early; what is under way is given up. */
  readonly isEnough?: (result: SeedResult) => boolean;
}

export interface FleetResult {
  readonly seeds: number;
  readonly turns: number;
  readonly faults: ReadonlySet<string>;
  readonly visited: ReadonlySet<CrashPoint>;
  readonly failures: readonly SeedResult[];
}

/** @throws {Error} when a worker breaks: that is the simulation's own fault. */
export async function runFleet(options: FleetOptions): Promise<FleetResult> {
  const faults = new Set<string>();
  const visited = new Set<CrashPoint>();
  const failures: SeedResult[] = [];
  const sum = { seeds: 0, turns: 0 };
  let isOver = false;
  const { databaseUrls } = options;
  const lane = (databaseUrl: string, index: number) =>
    new Promise<void>((resolve, reject) => {
      const seeds = options.seeds.filter((_, place) => place % databaseUrls.length === index);
      let done = 0;
      const child = fork(options.bundle, { execArgv: ["--enable-source-maps"] });
      child.on("message", (told: Told) => {
        if (told.type === "broken") {
          reject(new Error(told.error));
          return;
        }
        if (isOver) return;
        const { result } = told;
        done += 1;
        sum.seeds += 1;
        sum.turns += result.steps;
        for (const fault of result.faults) faults.add(fault);
        for (const point of result.visited) visited.add(point);
        if (result.violations.length > 0) failures.push(result);
        options.onSeed?.(result);
        if (options.isEnough?.(result) === true) {
          isOver = true;
          lanes.forEach((other) => other.kill());
        }
      });
      child.on("error", reject);
      child.on("exit", (code) => {
        if (isOver || done === seeds.length) resolve();
        else
          reject(new Error(`A worker left with ${code} after ${done} of ${seeds.length} seeds.`));
      });
      lanes.push(child);
      const job: Job = { databaseUrl, seeds, keepsTraces: options.keepsTraces === true };
      child.send(job);
    });
  const lanes: ReturnType<typeof fork>[] = [];
  await Promise.all(databaseUrls.map(lane));
  return { ...sum, faults, visited, failures };
}

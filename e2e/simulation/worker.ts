/** A process that runs seeds: one job by message, one message back for every seed. */
import { inspect } from "node:util";
import { Laboratory } from "./run-seed.ts";
import type { SeedResult } from "./run-seed.ts";

export interface Job {
  readonly databaseUrl: string;
  readonly seeds: readonly number[];
  /** Traces of seeds that break nothing are long and of no use to most. */
  readonly keepsTraces: boolean;
}

export type Told =
  | { readonly type: "seed"; readonly result: SeedResult }
  | { readonly type: "broken"; readonly error: string };

function tell(told: Told): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(told, () => resolve());
  });
}

async function run(job: Job): Promise<void> {
  const laboratory = await Laboratory.open(job.databaseUrl);
  for (const seed of job.seeds) {
    const result = await laboratory.run(seed);
    const isTold = result.violations.length > 0 || job.keepsTraces;
    await tell({ type: "seed", result: { ...result, trace: isTold ? result.trace : [] } });
  }
  await laboratory.close();
}

process.on("message", (job: Job) => {
  run(job)
    .catch((error: unknown) => tell({ type: "broken", error: inspect(error, { depth: 4 }) }))
    .finally(() => process.exit(0));
});

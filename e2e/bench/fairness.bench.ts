/**
 * How fairly a pool is shared (C9), by the real claim on a real Postgres. Time is the bench's
 * own: the claim's decisions do not depend on how fast this machine is, only its books do.
 *
 * Shares: 100 tenants of weights 1 to 10, all with work waiting, 100 slots; what each has been
 * served, in seconds over its weight, must be equal. Neighbour: quiet tenants hand in a job now
 * and then, with and without one tenant that has 10,000 jobs waiting; the time from handing in to
 * done must not grow.
 *
 *   npm run -s bench -- fairness [shares | neighbour]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalCloud } from "@cutroom/local-cloud";
import { openPool } from "./fairness/pool.ts";
import type { Job } from "./fairness/pool.ts";
import { percentile, printFigures } from "./figures.ts";
import type { Figure } from "./figures.ts";

const QUIET_SLOTS = 20;
const NEIGHBOUR_JOBS = 10_000;
/** So many that the lightest tenant is served 30 jobs, and one more or less is below the target. */
const SHARE_SLOTS = 100;
const MEAN_SECONDS = 10;
const part = process.argv[2];
const log = (line: string) => process.stdout.write(`  ${line}\n`);

/** Numbers in [0, 1) that are the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const dataDir = await mkdtemp(join(tmpdir(), "fairness-bench-"));
const cloud = await startLocalCloud({ dataDir });

/** Every tenant keeps two jobs waiting; answers served seconds over weight, by tenant. */
async function measureShares(): Promise<readonly number[]> {
  const weightOf = (tenant: number) => 1 + (tenant % 10);
  const tenants = Array.from({ length: 100 }, (_, at) => `t${at}`);
  const pool = await openPool(cloud.env, { slots: SHARE_SLOTS, tenants });
  const chance = dice(7);
  const jobOf = (tenant: string): Job => ({
    tenant,
    weight: weightOf(Number(tenant.slice(1))),
    seconds: 5 + Math.floor(chance() * 11),
  });
  await pool.add(tenants.flatMap((tenant) => [jobOf(tenant), jobOf(tenant)]));
  const warmUpS = 200;
  const endS = 1_900;
  const served = new Map(tenants.map((tenant) => [tenant, 0]));
  while (pool.nowS < endS) {
    const started = await pool.fill();
    for (const { tenant, seconds, weight } of started) {
      if (pool.nowS < warmUpS) continue;
      served.set(tenant, (served.get(tenant) ?? 0) + seconds / weight);
    }
    await pool.add(started.map(({ tenant }) => jobOf(tenant)));
    await pool.advance();
  }
  await pool.close();
  return [...served.values()];
}

/** How long jobs are, and how the neighbour's first ones, which fill the pool, begin. */
type Shape = "varied" | "equal" | "in step";
interface Quiet {
  readonly shape: Shape;
  readonly neighbourJobs: number;
  readonly endS: number;
}

/** Waits and work of 50 quiet tenants in seconds, at 60 % of what the pool can run. */
async function measureQuiet({ shape, neighbourJobs, endS }: Quiet): Promise<readonly number[]> {
  const quiet = Array.from({ length: 50 }, (_, at) => `q${at}`);
  const pool = await openPool(cloud.env, { slots: QUIET_SLOTS, tenants: [...quiet, "neighbour"] });
  const chance = dice(11);
  const lengths = dice(13);
  const jobOf = (tenant: string): Job => ({
    tenant,
    weight: 1,
    seconds: MEAN_SECONDS * (shape === "varied" ? 0.5 + lengths() : 1),
  });
  /** As if the pool had filled up one slot after another. */
  const apart = ({ seconds, ...job }: Job, at: number): Job => {
    const isFirst = shape === "equal" && at < QUIET_SLOTS;
    return { ...job, seconds: isFirst ? (MEAN_SECONDS * (at + 1)) / QUIET_SLOTS : seconds };
  };
  await pool.add(Array.from({ length: neighbourJobs }, (_, at) => apart(jobOf("neighbour"), at)));
  const betweenS = MEAN_SECONDS / (0.6 * QUIET_SLOTS);
  const dwells: number[] = [];
  let nextS = 0;
  while (pool.nowS < endS) {
    while (nextS <= pool.nowS) {
      await pool.add([jobOf(quiet[Math.floor(chance() * quiet.length)] ?? "q0")]);
      nextS += -Math.log(1 - chance()) * betweenS;
    }
    for (const job of await pool.fill()) {
      if (job.tenant !== "neighbour") dwells.push(job.waitS + job.seconds);
    }
    await pool.advance(nextS);
  }
  await pool.close();
  return dwells;
}

async function shareFigures(): Promise<readonly Figure[]> {
  const served = await measureShares();
  const mean = served.reduce((sum, value) => sum + value, 0) / served.length;
  const squares = served.reduce((sum, value) => sum + value * value, 0);
  const jain = (mean * served.length) ** 2 / (served.length * squares);
  const worst = Math.max(...served.map((value) => (100 * Math.abs(value - mean)) / mean));
  log(
    `shares: ${mean.toFixed(1)} s a unit of weight, Jain ${jain.toFixed(4)}, worst ${worst.toFixed(2)} %`,
  );
  return [
    { id: "jain", value: jain, unit: "", target: 0.99, better: "higher" },
    { id: "max_share_error", value: worst, unit: "%", target: 5, better: "lower" },
  ];
}

async function neighbourFigures(): Promise<readonly Figure[]> {
  const p99 = async (quiet: Quiet) => percentile(await measureQuiet(quiet), 0.99);
  /** @param target of the ratio; null where it only explains another */
  const compare = async (shape: Shape, alone: number, endS: number, target: number | null) => {
    const beside = await p99({ shape, neighbourJobs: NEIGHBOUR_JOBS, endS });
    log(`${shape}: P99 ${alone.toFixed(2)} s alone, ${beside.toFixed(2)} s beside the neighbour`);
    const name = `quiet_p99_${shape.replace(" ", "_")}`;
    return [
      { id: `${name}_alone`, value: alone, unit: "s", target: null, better: "lower" },
      { id: `${name}_beside`, value: beside, unit: "s", target: null, better: "lower" },
      { id: `${name}_ratio`, value: beside / alone, unit: "x", target, better: "lower" },
    ] as const;
  };
  const varied = await p99({ shape: "varied", neighbourJobs: 0, endS: 600 });
  // How the neighbour begins is no matter while there is none.
  const equal = await p99({ shape: "equal", neighbourJobs: 0, endS: 300 });
  return [
    ...(await compare("varied", varied, 600, 1.5)),
    ...(await compare("equal", equal, 300, 1.5)),
    ...(await compare("in step", equal, 300, null)),
  ];
}

try {
  const shares = part === "neighbour" ? [] : await shareFigures();
  const neighbour = part === "shares" ? [] : await neighbourFigures();
  printFigures("fairness", [...shares, ...neighbour]);
} finally {
  await cloud.stop();
  await rm(dataDir, { recursive: true, force: true });
}

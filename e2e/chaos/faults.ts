/** What is done to the running product. Each resolves when the part is back. */
import type { Database } from "@cutroom/db";
import { LEASE_MS } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Part } from "./part.ts";
import type { Rig } from "./rig.ts";

export interface Fault {
  readonly name: string;
  /** How often it is chosen, next to the others. */
  readonly weight: number;
  readonly run: () => Promise<void>;
}

const HOUR_MS = 3_600_000;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const someMs = (most: number) => Math.floor(Math.random() * most);

async function redis(rig: Rig, ...words: readonly string[]): Promise<void> {
  await fetch(rig.env["UPSTASH_REDIS_REST_URL"] ?? "", {
    method: "POST",
    headers: { authorization: `Bearer ${rig.env["UPSTASH_REDIS_REST_TOKEN"] ?? ""}` },
    body: JSON.stringify(words),
  });
}

function someFarm(rig: Rig): Part {
  const found = rig.farms[someMs(rig.farms.length)];
  if (found === undefined) throw new Error("no farm");
  return found;
}

/** Longer than any lease: it comes back believing that nothing has happened (C8). */
function freezing(rig: Rig): Fault {
  let isFrozen = false;
  return {
    name: "farm stopped for three leases",
    weight: 0.3,
    run: async () => {
      const part = rig.farms[0];
      if (part === undefined || isFrozen) return;
      isFrozen = true;
      part.freeze();
      await sleep(3 * LEASE_MS);
      part.thaw();
      isFrozen = false;
    },
  };
}

/** @param patient also what takes longer than a lease */
export function faultsOf(rig: Rig, database: Database, patient: boolean): readonly Fault[] {
  const farm = () => someFarm(rig);
  const outage = (name: "postgres" | "redis" | "qstash" | "s3", weight: number): Fault => ({
    name: `kill -9 ${name}`,
    weight,
    run: async () => {
      await rig.cloud[name].kill();
      await sleep(someMs(3_000));
      await rig.cloud[name].start();
    },
  });
  const faults: readonly Fault[] = [
    {
      name: "kill -9 farm",
      weight: 4,
      run: async () => {
        const part = farm();
        await part.kill();
        await sleep(someMs(1_000));
        await part.start();
      },
    },
    {
      name: "kill -9 API",
      weight: 4,
      run: async () => {
        await rig.api.kill();
        await rig.api.start();
      },
    },
    {
      name: "farm's clock wrong by an hour",
      weight: 1,
      run: async () => {
        const part = farm();
        await part.kill();
        await part.start(rig.wrongClock(Math.random() < 0.5 ? HOUR_MS : -HOUR_MS));
      },
    },
    {
      name: "pg_terminate_backend",
      weight: 3,
      run: async () => {
        await database.execute(sql`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`);
      },
    },
    { name: "Redis forgets everything", weight: 2, run: () => redis(rig, "FLUSHALL") },
    outage("postgres", 1),
    outage("redis", 2),
    outage("qstash", 2),
    outage("s3", 2),
  ];
  return patient ? [...faults, freezing(rig)] : faults;
}

export function chooseFault(faults: readonly Fault[]): Fault {
  let left = Math.random() * faults.reduce((sum, fault) => sum + fault.weight, 0);
  for (const fault of faults) {
    left -= fault.weight;
    if (left < 0) return fault;
  }
  throw new Error("no fault");
}

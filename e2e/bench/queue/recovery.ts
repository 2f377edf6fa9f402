/** How long a step is lost when its worker is killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { asSystem, claimSteps, endAttempt, findExpiredLeases } from "@cutroom/db";
import { LEASE_MS, LEASE_SCAN_MS } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Figure } from "../figures.ts";
import { addSteps, openDirect } from "./ours.ts";

const SILENT = { kind: "silent", code: "RENDER_FAILED", internal: "killed" } as const;

/**
 * From the kill -9 of the only worker to the claim of its step by another, with the lease and the
 * scan of production. Neither rival is measured here: by their documentation pg-boss gives a
 * job up after 15 minutes unless told otherwise, graphile-worker after four hours.
 */
export async function measureRecovery(
  databaseUrl: string,
  log: (line: string) => void,
): Promise<Figure> {
  const opened = openDirect(databaseUrl, 2);
  const { database } = opened;
  await database.execute(sql`insert into tenant (id, name) values ('bench', '')`);
  await addSteps(database, { tenant: "bench", prefix: "t", count: 1, cap: 0 });
  const script = fileURLToPath(new URL("holder.ts", import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, script, databaseUrl], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");
  const killed = performance.now();
  const claim = { pool: "render", workerId: "next", limit: 1, leaseMs: LEASE_MS } as const;
  for (;;) {
    const leases = await asSystem(database, (tx) => findExpiredLeases(tx, 500));
    for (const { by } of leases) await asSystem(database, (tx) => endAttempt(tx, by, SILENT, 0));
    const claimed = await claimSteps(database, claim);
    if (claimed.length > 0) break;
    await sleep(LEASE_SCAN_MS);
  }
  const seconds = (performance.now() - killed) / 1_000;
  log(
    `recovery: claimed again ${seconds.toFixed(1)} s after kill -9 (lease ${LEASE_MS / 1_000} s)`,
  );
  await opened.close();
  const target = (1.5 * LEASE_MS) / 1_000;
  return { id: "recovery_after_kill", value: seconds, unit: "s", target, better: "lower" };
}

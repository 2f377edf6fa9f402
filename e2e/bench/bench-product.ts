/**
 * The API, two farms and the parts of a local cloud, each in a process of its own, with an
 * enterprise workspace: limits a minute would measure the limits.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Client, createClient } from "@cutroom/contracts";
import { asSystem, grantCredits, openAccounts, schema } from "@cutroom/db";
import type { Database } from "@cutroom/db";
import { SCOPES, makeApiKey } from "@cutroom/domain";
import { openDatabaseOf, startRig } from "../chaos/rig.ts";

const CLOUD = fileURLToPath(new URL("../../packages/local-cloud/src/bin.ts", import.meta.url));
const CREDITS = 1_000_000;
const TENANT = "tenant_bench";
const USER = "user_bench";

/** A local cloud in a process of its own. */
export async function startCloud(
  dataDir: string,
): Promise<{ child: ChildProcess; env: Record<string, string> }> {
  const child = spawn(process.execPath, ["--import", "tsx", CLOUD, "--data-dir", dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const told: { env?: Record<string, string>; error?: { message: string } } = JSON.parse(line);
    if (told.env === undefined) throw new Error(`no local cloud: ${told.error?.message ?? line}`);
    return { child, env: told.env };
  }
  throw new Error("the local cloud ended without a word");
}

/** A workspace without limits but the platform's, and a key for it. */
async function openWorkspace(database: Database): Promise<string> {
  const sha256 = async (bytes: Uint8Array) =>
    new Uint8Array(createHash("sha256").update(bytes).digest());
  const secret = randomBytes(24).toString("hex");
  const made = await makeApiKey({ prefix: "bench000", secret }, sha256);
  await asSystem(database, async (tx) => {
    const email = "bench@example.com";
    await tx.insert(schema.user).values({ id: USER, name: "Bench", email });
    await tx.insert(schema.tenant).values({ id: TENANT, name: "Bench", plan: "enterprise" });
    await tx.insert(schema.membership).values({ tenantId: TENANT, userId: USER, role: "owner" });
    await tx.insert(schema.tenantContract).values({ tenantId: TENANT, maxInFlight: 0 });
    await openAccounts(tx, TENANT);
    await grantCredits(tx, { tenantId: TENANT, amount: CREDITS, cause: "bench", reason: "bench" });
    await tx.insert(schema.apiKey).values({
      id: "key_bench",
      tenantId: TENANT,
      userId: USER,
      name: "bench",
      prefix: made.prefix,
      hash: made.hash,
      scopes: [...SCOPES],
    });
  });
  return made.key;
}

/** The farm takes nothing from the pool of exports: what is measured is the way in. */
async function closeLane(database: Database): Promise<void> {
  await database.update(schema.lane).set({ maxInFlight: 0 });
}

export interface BenchProduct {
  readonly client: Client;
  readonly database: Database;
  stop(): Promise<void>;
}

export async function startBenchProduct(): Promise<BenchProduct> {
  const rig = await startRig();
  const opened = openDatabaseOf(rig, 1);
  const key = await openWorkspace(opened.database);
  await closeLane(opened.database);
  return {
    client: createClient({
      baseUrl: rig.env["API_URL"] ?? "",
      fetch,
      headers: { authorization: `Bearer ${key}` },
    }),
    database: opened.database,
    async stop() {
      await opened.close();
      await rig.stop();
    },
  };
}

import { chmodSync, existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool, neonConfig } from "@neondatabase/serverless";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { LocalCloudError } from "./local-cloud-error.ts";
import { isAlive } from "./process/data-lock.ts";
import { startLocalCloud } from "./start-local-cloud.ts";
import type { LocalCloud } from "./start-local-cloud.ts";
import { end, startProgram } from "./testing/program.ts";

type Env = Readonly<Record<string, string>>;

/** The Neon driver as it is told to speak to a proxy that is not Neon's. */
async function withPool<T>(env: Env, use: (pool: Pool) => Promise<T>): Promise<T> {
  neonConfig.webSocketConstructor = WebSocket;
  neonConfig.wsProxy = env["DATABASE_WS_PROXY"] ?? "";
  neonConfig.useSecureWebSocket = false;
  neonConfig.pipelineConnect = false;
  const pool = new Pool({ connectionString: env["DATABASE_URL"] ?? "", max: 4 });
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

const directories: string[] = [];
async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "cutroom-cloud-"));
  directories.push(directory);
  return directory;
}
afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

async function refusal(start: Promise<LocalCloud>): Promise<LocalCloudError> {
  const outcome = await start.then(
    async (cloud) => {
      await cloud.stop();
      return null;
    },
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(LocalCloudError);
  return outcome as LocalCloudError;
}

describe("local cloud", () => {
  let dataDir: string;
  let cloud: LocalCloud;
  beforeAll(async () => {
    dataDir = await newDirectory();
    cloud = await startLocalCloud({ dataDir });
  });
  afterAll(async () => {
    await cloud.stop();
  });

  it("gives the variables of ARCHITECTURE.md and no others", () => {
    expect(Object.keys(cloud.env).toSorted()).toEqual([
      "DATABASE_URL",
      "DATABASE_WS_PROXY",
      "QSTASH_CURRENT_SIGNING_KEY",
      "QSTASH_NEXT_SIGNING_KEY",
      "QSTASH_TOKEN",
      "QSTASH_URL",
      "S3_ACCESS_KEY_ID",
      "S3_BUCKET",
      "S3_ENDPOINT",
      "S3_REGION",
      "S3_SECRET_ACCESS_KEY",
      "UPSTASH_REDIS_REST_TOKEN",
      "UPSTASH_REDIS_REST_URL",
    ]);
  });

  it("rolls an interactive transaction of the Neon driver back (F120)", async () => {
    await withPool(cloud.env, async (pool) => {
      await pool.query("create table rolled (id int)");
      const client = await pool.connect();
      await client.query("begin");
      await client.query("insert into rolled values (1)");
      await client.query("rollback");
      client.release();
      expect((await pool.query("select * from rolled")).rows).toEqual([]);
    });
  });

  it("keeps two concurrent transactions apart", async () => {
    await withPool(cloud.env, async (pool) => {
      await pool.query("create table apart (id int primary key, n int)");
      await pool.query("insert into apart values (1, 0)");
      const [one, two] = [await pool.connect(), await pool.connect()];
      await one.query("begin");
      await two.query("begin");
      await one.query("update apart set n = n + 1 where id = 1");
      const second = two.query("update apart set n = n + 10 where id = 1");
      expect((await pool.query("select n from apart")).rows).toEqual([{ n: 0 }]);
      await one.query("commit");
      await second;
      await two.query("commit");
      one.release();
      two.release();
      expect((await pool.query("select n from apart")).rows).toEqual([{ n: 11 }]);
    });
  });

  it("moves a megabyte of a value through the proxy unharmed", async () => {
    await withPool(cloud.env, async (pool) => {
      const text = "ü视".repeat(300_000);
      const { rows } = await pool.query<{ text: string }>("select $1::text as text", [text]);
      expect(rows[0]?.text === text).toBe(true);
    });
  });

  it("refuses to be a relay to other addresses", async () => {
    const status = await new Promise((resolve) => {
      const url = `ws://${cloud.env["DATABASE_WS_PROXY"]}?address=127.0.0.1:22`;
      const socket = new WebSocket(url);
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode));
      socket.on("open", () => resolve("open"));
      socket.on("error", () => undefined);
    });
    expect(status).toBe(403);
  });

  it("writes to disk before it says so: fsync and synchronous_commit are on", async () => {
    await withPool(cloud.env, async (pool) => {
      for (const name of ["fsync", "synchronous_commit", "full_page_writes"]) {
        const { rows } = await pool.query(`show ${name}`);
        expect(Object.values(rows[0] as object)).toEqual(["on"]);
      }
    });
  });

  it("starts Postgres again when it ended on its own, with all that was committed", async () => {
    await withPool(cloud.env, (pool) => pool.query("create table survived (id int)"));
    const pidOf = (): number => {
      const file = join(dataDir, "postgres/postmaster.pid");
      return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
    };
    const firstPid = pidOf();
    process.kill(firstPid, "SIGQUIT");
    await expect.poll(pidOf, { timeout: 30_000 }).not.toBe(firstPid);
    const ask = () =>
      withPool(cloud.env, async (pool) => (await pool.query("table survived")).rows);
    await expect.poll(ask, { timeout: 30_000, interval: 200 }).toEqual([]);
  });

  it("says which process runs when it is started twice", async () => {
    const error = await refusal(startLocalCloud({ dataDir }));
    expect(error.code).toBe("already-running");
    expect(error.message).toContain(String(process.pid));
  });

  it("names the port and how to change it when a pinned one is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve);
    });
    const { port } = other.address() as AddressInfo;
    const isOfS3 = (name: string): boolean => name.startsWith("S3_");
    const use = Object.fromEntries(Object.entries(cloud.env).filter(([name]) => !isOfS3(name)));
    const start = startLocalCloud({ dataDir: await newDirectory(), ports: { s3: port }, use });
    const error = await refusal(start);
    other.close();
    expect(error.code).toBe("port-taken");
    expect(error.message).toContain(String(port));
    expect(error.message).toContain("--s3-port");
    expect(error.message).toContain("LOCAL_S3_PORT");
  });

  it("starts nothing that the environment already gives, and proxies a foreign Postgres", async () => {
    const { DATABASE_URL } = cloud.env;
    const use = { ...cloud.env, DATABASE_URL, DATABASE_WS_PROXY: "" };
    const second = await startLocalCloud({ dataDir: await newDirectory(), use });
    expect(second.env["S3_ENDPOINT"]).toBe(cloud.env["S3_ENDPOINT"]);
    expect(second.env["DATABASE_URL"]).toBe(DATABASE_URL);
    expect(second.env["DATABASE_WS_PROXY"]).not.toBe(cloud.env["DATABASE_WS_PROXY"]);
    const rows = await withPool(
      second.env,
      async (pool) => (await pool.query("select 1 as n")).rows,
    );
    expect(rows).toEqual([{ n: 1 }]);
    await second.stop();
  });

  it("refuses half of an external part and names what is missing", async () => {
    const use = { ...cloud.env, S3_SECRET_ACCESS_KEY: "" };
    const error = await refusal(startLocalCloud({ dataDir: await newDirectory(), use }));
    expect(error.code).toBe("half-configured");
    expect(error.message).toContain("S3_SECRET_ACCESS_KEY");
  });
});

describe("local cloud as a process", () => {
  it("loses nothing and leaves nothing running when it is killed hard", async () => {
    const dataDir = await newDirectory();
    const first = await startProgram(dataDir);
    await withPool(first.env, async (pool) => {
      await pool.query("create table kept (id int)");
      await pool.query("insert into kept values (1)");
    });
    const postgresPid = Number(
      readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0],
    );
    await end(first.child, "SIGKILL");
    expect(existsSync(join(dataDir, "lock"))).toBe(true);
    const second = await startProgram(dataDir);
    expect(isAlive(postgresPid)).toBe(false);
    expect(second.env).toEqual(first.env);
    const rows = await withPool(second.env, async (pool) => (await pool.query("table kept")).rows);
    expect(rows).toEqual([{ id: 1 }]);
    await end(second.child, "SIGTERM");
    expect(existsSync(join(dataDir, "lock"))).toBe(false);
  });

  // Root becomes somebody else here; all others are an ordinary user already.
  const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
  it("runs as an ordinary user as well as as root", async () => {
    const parent = await newDirectory();
    chmodSync(parent, 0o777);
    const { child, env } = await startProgram(join(parent, "data"), { user: somebody });
    const rows = await withPool(env, async (pool) => (await pool.query("select 1 as n")).rows);
    expect(rows).toEqual([{ n: 1 }]);
    await end(child, "SIGTERM");
  });
});

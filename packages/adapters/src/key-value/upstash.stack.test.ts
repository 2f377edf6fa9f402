import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalCloud } from "@cutroom/local-cloud";
import { keyValueCases } from "@cutroom/ports/key-value.cases";
import { cloudEnv } from "@cutroom/testkit";
import { afterAll, describe } from "vitest";
import { createUpstashKeyValue } from "./upstash.ts";

const open = async (env: Readonly<Record<string, string>>) => ({
  store: createUpstashKeyValue({
    url: env["UPSTASH_REDIS_REST_URL"] ?? "",
    token: env["UPSTASH_REDIS_REST_TOKEN"] ?? "",
  }),
  prefix: `cases:${crypto.randomUUID()}:`,
});

describe("Upstash adapter on a real redis-server behind REST", () => {
  keyValueCases(async () => open(await cloudEnv()));
});

describe("Upstash adapter on the built-in engine behind REST", () => {
  const closers: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closers) await close();
  });
  keyValueCases(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "cutroom-kv-"));
    // Postgres of the run's cloud stands in, so that only the small parts start here.
    const { DATABASE_URL, DATABASE_WS_PROXY } = await cloudEnv();
    const use = { DATABASE_URL, DATABASE_WS_PROXY };
    const cloud = await startLocalCloud({ dataDir, redisEngine: "builtin", use });
    closers.push(async () => {
      await cloud.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    return open(cloud.env);
  });
});

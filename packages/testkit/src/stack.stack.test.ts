import { Client } from "@neondatabase/serverless";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { cloudEnv, testDatabase } from "./stack.ts";
import type { TestDatabase } from "./stack.ts";

async function rowsOf(at: TestDatabase, sql: string): Promise<unknown[]> {
  const client = new Client(at.databaseUrl);
  client.neonConfig.webSocketConstructor = WebSocket;
  client.neonConfig.wsProxy = at.wsProxy;
  client.neonConfig.useSecureWebSocket = false;
  client.neonConfig.pipelineConnect = false;
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

describe("test databases", () => {
  let one: TestDatabase;
  let two: TestDatabase;
  beforeAll(async () => {
    [one, two] = await Promise.all([testDatabase(), testDatabase()]);
  });
  afterAll(async () => {
    await one.drop();
    await two.drop();
  });

  it("are migrated, and none sees what another holds", async () => {
    const applied = await rowsOf(one, "select name from cutroom_migration");
    expect(applied.length).toBeGreaterThan(0);
    await rowsOf(one, "create table mine (id int)");
    expect(await rowsOf(two, "select to_regclass('mine') as found")).toEqual([{ found: null }]);
  });

  it("come with the environment of the one cloud of the run", async () => {
    const { DATABASE_URL, ...rest } = await cloudEnv();
    const { DATABASE_URL: own, KEY_VALUE_PREFIX: prefix, ...others } = one.env;
    expect(others).toEqual(rest);
    expect(own).not.toBe(DATABASE_URL);
    expect(own).toBe(one.databaseUrl);
    expect(prefix).not.toBe(two.env["KEY_VALUE_PREFIX"]);
  });

  it("are gone after their drop, also while somebody is connected", async () => {
    const third = await testDatabase();
    const hanging = rowsOf(third, "select pg_sleep(60)").catch(() => "cut off");
    await rowsOf(third, "select 1");
    await third.drop();
    expect(await hanging).toBe("cut off");
    await expect(rowsOf(third, "select 1")).rejects.toThrow(/does not exist/u);
  });
});

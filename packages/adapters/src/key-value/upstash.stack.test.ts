import { keyValueCases } from "@cutroom/ports/key-value.cases";
import { cloudEnv, ownRedis } from "@cutroom/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { createUpstashKeyValue } from "./upstash.ts";

const open = async (env: Readonly<Record<string, string>>, prefix?: string) => ({
  store: createUpstashKeyValue({
    url: env["UPSTASH_REDIS_REST_URL"] ?? "",
    token: env["UPSTASH_REDIS_REST_TOKEN"] ?? "",
    ...(prefix === undefined ? {} : { prefix }),
  }),
  prefix: `cases:${crypto.randomUUID()}:`,
});

describe("Upstash adapter on a real redis-server behind REST", () => {
  keyValueCases(async () => open(await cloudEnv()));
});

describe("Upstash adapter with a prefix for its keys", () => {
  keyValueCases(async () => open(await cloudEnv(), "one*[of]:many:"));

  it("shows nothing of what lies under other prefixes", async () => {
    const env = await cloudEnv();
    const [{ store: mine }, { store: other }] = [await open(env, "a:"), await open(env, "b:")];
    await mine.set("prefixed-key", "1");
    expect(await other.get("prefixed-key")).toBeNull();
    expect(await other.keys("prefixed-key")).toEqual([]);
    expect(await mine.keys("prefixed-key")).toEqual(["prefixed-key"]);
  });
});

describe("Upstash adapter on the built-in engine behind REST", () => {
  const closers: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closers) await close();
  });
  keyValueCases(async () => {
    const redis = await ownRedis("builtin");
    closers.push(() => redis.stop());
    return open(redis.env);
  });
});
